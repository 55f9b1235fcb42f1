package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/plugins"
)

// generated compares a committed file with what it is generated from.
func generated(t *testing.T, file string, want []byte) {
	t.Helper()
	generatedBy(t, file, want, t.Name())
}

// generatedBy names the test that writes the file.
func generatedBy(t *testing.T, file string, want []byte, test string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v); write it anew: go test ./conformance -run %s -update", file, err, test)
	}
}

// The hook files in plugins/ are those of Linux and macOS; scripts/dist makes
// the ones for Windows.
func TestPluginHookFiles(t *testing.T) {
	for _, h := range harnesses.All() {
		name, data, err := plugins.HookFile(h.Dialect, "linux")
		if err != nil {
			t.Fatal(err)
		}
		generated(t, filepath.Join("..", "plugins", h.Folder, filepath.FromSlash(name)), data)
		if mac, _, _ := plugins.HookFile(h.Dialect, "darwin"); mac != name {
			t.Errorf("%s: another file on macOS", h.Folder)
		}
	}
}
