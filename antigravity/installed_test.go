package antigravity

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPlugins(t *testing.T) {
	home := t.TempDir()
	if got := (Dialect{}).Plugins(home); got != nil {
		t.Errorf("an empty home has %+v", got)
	}
	folder := filepath.Join(home, ".gemini", "config", "plugins", "tempa")
	os.MkdirAll(folder, 0o700)
	if got := (Dialect{}).Plugins(home); len(got) != 1 || got[0].Folder != folder {
		t.Errorf("%+v", got)
	}
}
