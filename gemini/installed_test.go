package gemini

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files are as gemini-cli 0.61.0 writes them.
func TestPlugins(t *testing.T) {
	tests := []struct {
		name, origin, enablement, folder string
		off                              bool
	}{
		{"copied", `{"source":"/src","type":"local"}`, `{"tempa":{"overrides":["/home/dev/*"]}}`, "HOME/.gemini/extensions/tempa", false},
		{"linked", `{"source":"/src","type":"link"}`, ``, "/src", false},
		{"off somewhere", `{}`, `{"tempa":{"overrides":["/home/dev/*","!/srv/*"]}}`, "HOME/.gemini/extensions/tempa", true},
		{"broken records", `{`, `[]`, "HOME/.gemini/extensions/tempa", false},
	}
	for _, tt := range tests {
		home := t.TempDir()
		dir := filepath.Join(home, ".gemini", "extensions")
		os.MkdirAll(filepath.Join(dir, "tempa"), 0o700)
		os.WriteFile(filepath.Join(dir, "tempa", ".gemini-extension-install.json"), []byte(tt.origin), 0o600)
		os.WriteFile(filepath.Join(dir, "extension-enablement.json"), []byte(tt.enablement), 0o600)
		got := Dialect{}.Plugins(home)
		if len(got) != 1 || got[0].Folder != filepath.FromSlash(strings.Replace(tt.folder, "HOME", home, 1)) || (got[0].Off != "") != tt.off {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	if got := (Dialect{}).Plugins(t.TempDir()); got != nil {
		t.Errorf("an empty home has %+v", got)
	}
}
