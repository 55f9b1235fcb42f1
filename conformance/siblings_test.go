package conformance

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
)

// siblings are the files of every harness module, MODULE being its name: what
// one client needs a file for, every client says in a file of that name.
var siblings = []string{
	"CHANGELOG.md",
	"MODULE.go",      // the dialect: its events, its failures, whether it can ask
	"MODULE_test.go", // decoding and encoding
	"account.go",
	"answer.go", // Encode
	"canary.go",
	"cmd/tempa-MODULE/main.go",
	"doc.go", // what this client does differently
	"go.mod",
	"install.go",
	"installed.go",
	"installed_test.go",
	"layout.go",
	"managed.go",
	"payload.go", // Decode
	"switches.go",
	"testdata/golden.txt",
	"testdata/payloads",
	"tools.go", // the table of tools
	"version.go",
	"version_test.go",
}

// alone are the files that one module has besides.
var alone = map[string][]string{
	// Its client asks by rules of its own, and tells nobody when.
	"codex": {"config.go", "ownask.go", "ownask_test.go", "transcript.go"},
}

// The five modules look like siblings: the same files, neither more nor fewer,
// but for what a table says.
func TestModulesAreSiblings(t *testing.T) {
	for _, h := range harnesses.All() {
		have := moduleFiles(t, h.Folder)
		for _, name := range siblings {
			if name = strings.ReplaceAll(name, "MODULE", h.Folder); !slices.Contains(have, name) {
				t.Errorf("%s has no %s, which its siblings have", h.Folder, name)
			}
		}
		for _, name := range have {
			if !slices.Contains(siblings, strings.ReplaceAll(name, h.Folder, "MODULE")) && !slices.Contains(alone[h.Folder], name) {
				t.Errorf("%s has a %s, which its siblings do not have", h.Folder, name)
			}
		}
	}
}

// moduleFiles are the files of a module. Its recorded payloads count as one;
// what the fuzzer found, and schemas that the client publishes, do not count.
func moduleFiles(t *testing.T, module string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(path.Join("..", module)), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == "testdata/payloads":
			files = append(files, name)
			return fs.SkipDir
		case name == "testdata/fuzz":
			return fs.SkipDir
		case !e.IsDir() && name != "testdata/output-schemas.json":
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
