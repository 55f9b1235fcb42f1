package main

import (
	"fmt"
	"strings"
)

// shape is a command of 3 KB as agents write them.
type shape struct{ name, line string }

func shapes() []shape {
	return []shape{
		{"chain of 100 commands", fill("go build ./...", "", func(i int) string {
			return fmt.Sprintf(" && go test -run 'TestCase%d' ./pkg/mod%d/... 2>&1 | tail -n 5", i, i)
		})},
		{"script with variables", fill("set -eu\n", "", func(i int) string {
			return fmt.Sprintf("name%d=value%d\nmkdir -p \"build/$name%d\"\ncp src/a%d.c \"build/$name%d/a.c\"\n", i, i, i, i, i)
		})},
		{"loop", fill("for f in \"$@\"; do\n", "done", func(i int) string {
			return fmt.Sprintf("  if [ -f \"$f\" ]; then\n    echo \"step %d of $f\"\n    grep -c 'step%d' \"$f\" | sort > \"out/result.%d\"\n  fi\n", i, i, i)
		})},
		{"many paths", fill("git add", "", func(i int) string { return fmt.Sprintf(" src/pkg%d/component%d.go", i, i) })},
		{"here-document", fill("cat > notes.md <<'EOF'\n", "EOF\n", func(i int) string {
			return fmt.Sprintf("Line %d: the build of pkg/mod%d takes $((%d)) ms and prints \"done\".\n", i, i, i)
		})},
		{"python -c", fill("python3 -c '\n", "'", func(i int) string {
			return fmt.Sprintf("value%d = data.get(\"key%d\", %d)\nprint(value%d)\n", i, i, i, i)
		})},
		{"jq", fill("jq '", ".' data.json", func(i int) string {
			return fmt.Sprintf(".items[] | select(.kind == \"k%d\") | {name%d: .name, size: .size} | ", i, i)
		})},
	}
}

// fill repeats a part until the line has 3 KB.
func fill(head, tail string, part func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < 3<<10; i++ {
		b.WriteString(part(i))
	}
	return b.String() + tail
}
