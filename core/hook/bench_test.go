package hook

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/bundles"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// BenchmarkRun is a whole hook inside one process, so that a profile shows our
// own code; scripts/bench times whole processes.
func BenchmarkRun(b *testing.B) {
	home := b.TempDir()
	put(b, filepath.Join(home, ".tempa", "local", "rules.table"), starterTable(b))
	for _, shape := range []struct{ name, line string }{
		{"short", "git status --short"},
		{"chain", repeat("go build ./...", "", func(i int) string {
			return fmt.Sprintf(" && go test -run 'TestCase%d' ./pkg/mod%d/... 2>&1 | tail -n 5", i, i)
		})},
		{"script", repeat("set -eu\n", "", func(i int) string {
			return fmt.Sprintf("name%d=value%d\nmkdir -p \"build/$name%d\"\ncp src/a%d.c \"build/$name%d/a.c\"\n", i, i, i, i, i)
		})},
		{"loop", repeat("for f in \"$@\"; do\n", "done", func(i int) string {
			return fmt.Sprintf("  if [ -f \"$f\" ]; then\n    echo \"step %d of $f\"\n    grep -c 'step%d' \"$f\" | sort > \"out/result.%d\"\n  fi\n", i, i, i)
		})},
		{"paths", repeat("git add", "", func(i int) string { return fmt.Sprintf(" src/pkg%d/component%d.go", i, i) })},
		{"document", repeat("cat > notes.md <<'EOF'\n", "EOF\n", func(i int) string { return fmt.Sprintf("Line %d takes $((%d)) ms.\n", i, i) })},
		{"python", repeat("python3 -c '\n", "'", func(i int) string { return fmt.Sprintf("print(data.get(\"key%d\", %d))\n", i, i) })},
	} {
		b.Run(shape.name, func(b *testing.B) {
			in, err := json.Marshal(map[string]string{"dir": filepath.Join(home, "project"), "command": shape.line})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				env := &Env{
					Stdin: strings.NewReader(string(in)), Stdout: io.Discard, Stderr: io.Discard,
					Args: []string{"--event", "Pre"}, Getenv: func(string) string { return "" }, Home: home,
					GOOS: "linux", Now: time.Now, Exit: func(int) {},
					Attended: func(harness.Headless) bool { return true }, Executable: "/opt/tempa/bin/tempa-fake", Temp: TempDirs(),
				}
				if status := Run(env, fake{asks: true}); status != 0 {
					b.Fatalf("exit %d", status)
				}
			}
		})
	}
}

// repeat writes an ordinary line of 3 KB.
func repeat(head, tail string, part func(i int) string) string {
	var line strings.Builder
	line.WriteString(head)
	for i := 0; line.Len() < 3<<10; i++ {
		line.WriteString(part(i))
	}
	return line.String() + tail
}

func starterTable(b *testing.B) []byte {
	b.Helper()
	var rows []rule.Row
	for _, id := range []string{"destructive", "secrets", "self-protection"} {
		list, err := bundles.Rows(id, nil)
		if err != nil {
			b.Fatal(err)
		}
		rows = append(rows, list...)
	}
	data, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow"}, rows)
	if err != nil {
		b.Fatal(err)
	}
	return data
}
