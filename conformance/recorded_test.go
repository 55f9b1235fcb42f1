package conformance

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
)

// refusals are the recorded payloads that Tempa refuses to read, and why that
// is right. There may be ten of them in all.
var refusals = map[string]string{}

// Every recorded payload has a line in its module's golden file, which says
// what Tempa sees in it, and no line is without its payload.
func TestRecordedPayloads(t *testing.T) {
	total, refused := 0, 0
	for _, h := range harnesses.All() {
		golden := goldenLines(t, h.Folder)
		root := os.DirFS(filepath.Join("..", h.Folder, "testdata", "payloads"))
		err := fs.WalkDir(root, ".", func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			total++
			line, ok := golden[file]
			delete(golden, file)
			switch {
			case path.Ext(file) != ".json" || !ok:
				t.Errorf("%s: %s has no line in golden.txt; run go test -run TestGolden -update there", h.Folder, file)
			case strings.Contains(line, " refused: "):
				refused++
				if refusals[h.Folder+"/"+file] == "" {
					t.Errorf("%s: %s is refused, and nothing says why that is right: %s", h.Folder, file, line)
				}
			case strings.HasPrefix(line, "tool.") && !strings.Contains(line, " | ") && !strings.HasPrefix(line, "tool.post PostToolUse"):
				t.Errorf("%s: %s is a tool call without a tool: %s", h.Folder, file, line)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for file := range golden {
			t.Errorf("%s: golden.txt has %s, which is not there", h.Folder, file)
		}
	}
	if refused > 10 || len(refusals) != refused {
		t.Errorf("%d refusals, %d of them justified; want at most 10", refused, len(refusals))
	}
	t.Logf("%d recorded payloads, %d refused", total, refused)
}

func goldenLines(t *testing.T, folder string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", folder, "testdata", "golden.txt"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for line := range strings.Lines(string(data)) {
		file, what, _ := strings.Cut(strings.TrimSpace(line), ": ")
		list[file] = what
	}
	return list
}
