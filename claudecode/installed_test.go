package claudecode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files are as claude-code 2.1.332 writes them.
func TestPlugins(t *testing.T) {
	installed := `{"version": 2, "plugins": {"other@m": [{"installPath": "/x"}], "tempa@tempa": [
		{"scope": "user", "installPath": "HOME/.claude/plugins/cache/tempa/tempa/0.1.0", "version": "0.1.0"}]}}`
	folder := `{"tempa": {"source": {"source": "directory", "path": "HOME/market"}, "installLocation": "HOME/market"}}`
	github := `{"tempa": {"source": {"source": "github", "repo": "o/r"}, "installLocation": "HOME/.claude/plugins/marketplaces/tempa"}}`
	market := `{"name": "tempa", "plugins": [{"name": "tempa", "source": "./plugins/tempa"}]}`
	tests := []struct {
		name, installed, known, market, settings, folder string
		off                                              bool
	}{
		{"a folder's plugin runs in place", installed, folder, market, `{"enabledPlugins":{"tempa@tempa":true}}`, "market/plugins/tempa", false},
		{"the folder is gone", installed, folder, "", `{}`, "market", false},
		{"from elsewhere", installed, github, "", `{}`, ".claude/plugins/cache/tempa/tempa/0.1.0", false},
		{"off", installed, github, "", `{"enabledPlugins":{"tempa@tempa":false}}`, ".claude/plugins/cache/tempa/tempa/0.1.0", true},
		{"broken list", `{`, folder, market, `{}`, "", false},
		{"none", "", "", "", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			for name, text := range map[string]string{
				".claude/plugins/installed_plugins.json": tt.installed, ".claude/plugins/known_marketplaces.json": tt.known,
				"market/.claude-plugin/marketplace.json": tt.market, ".claude/settings.json": tt.settings,
			} {
				if text == "" {
					continue
				}
				file := filepath.Join(home, filepath.FromSlash(name))
				os.MkdirAll(filepath.Dir(file), 0o700)
				os.WriteFile(file, []byte(strings.ReplaceAll(text, "HOME", filepath.ToSlash(home))), 0o600)
			}
			got := Dialect{}.Plugins(home)
			if tt.folder == "" {
				if got != nil {
					t.Errorf("%+v", got)
				}
				return
			}
			if len(got) != 1 || filepath.Clean(got[0].Folder) != filepath.Join(home, filepath.FromSlash(tt.folder)) || (got[0].Off != "") != tt.off {
				t.Errorf("%+v", got)
			}
		})
	}
}
