package copilot

import (
	"os"
	"path/filepath"
	"testing"
)

// The file is as copilot 1.0.102 writes it.
func TestPlugins(t *testing.T) {
	const head = "// User settings belong in settings.json.\n// This file is managed automatically.\n"
	tests := []struct {
		name, config string
		count        int
		called       string
		off          bool
	}{
		{"by path", head + `{"installedPlugins":[{"name":"tempa","marketplace":"","version":"0.1.0","cache_path":"/x","enabled":true},{"name":"other"}]}`, 1, "tempa", false},
		{"from a marketplace", head + `{"installedPlugins":[{"name":"tempa","marketplace":"acme","cache_path":"/x"}]}`, 1, "tempa@acme", false},
		{"off", `{"installedPlugins":[{"name":"tempa","cache_path":"/x","enabled":false}]}`, 1, "tempa", true},
		{"broken", head + `{`, 0, "", false},
		{"none", head + `{}`, 0, "", false},
	}
	for _, tt := range tests {
		home := t.TempDir()
		os.MkdirAll(filepath.Join(home, ".copilot"), 0o700)
		os.WriteFile(filepath.Join(home, ".copilot", "config.json"), []byte(tt.config), 0o600)
		got := Dialect{}.Plugins(home)
		if len(got) != tt.count {
			t.Errorf("%s: %+v", tt.name, got)
			continue
		}
		if len(got) > 0 && (got[0].Name != tt.called || got[0].Folder != "/x" || (got[0].Off != "") != tt.off) {
			t.Errorf("%s: %+v", tt.name, got[0])
		}
	}
}
