package conformance

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/core/bundles"
)

var update = flag.Bool("update", false, "write generated files again")

func TestBundlePages(t *testing.T) {
	for _, b := range bundles.All() {
		name := filepath.Join("..", "docs", "bundles", b.ID+".md")
		if *update {
			if err := os.WriteFile(name, []byte(b.Page()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil || string(got) != b.Page() {
			t.Errorf("%s is not what the rules say (%v): run go test ./conformance -run TestBundlePages -update", name, err)
		}
	}
}
