package gemini

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/harness"
)

var _ harness.Plugged = Dialect{}

const manifest = "gemini-extension.json"

// Plugins looks among the extensions. A linked one stays where it is, and one
// can be off for some folders (gemini-cli 0.61.0).
func (Dialect) Plugins(home string) []harness.Plugin {
	dir := filepath.Join(home, ".gemini", "extensions")
	folder := filepath.Join(dir, "tempa")
	if _, err := os.Stat(folder); err != nil {
		return nil
	}
	p := harness.Plugin{Name: "tempa", Folder: folder, Manifest: manifest}
	var origin struct {
		Source string `json:"source"`
		Type   string `json:"type"`
	}
	harness.ReadRecord(filepath.Join(folder, ".gemini-extension-install.json"), &origin)
	if origin.Type == "link" {
		p.Folder = origin.Source
	}
	var enablement map[string]struct {
		Overrides []string `json:"overrides"`
	}
	harness.ReadRecord(filepath.Join(dir, "extension-enablement.json"), &enablement)
	for _, o := range enablement[p.Name].Overrides {
		if where, off := strings.CutPrefix(o, "!"); off {
			p.Off = "it is off in " + where + "; switch it on with: gemini extensions enable tempa"
		}
	}
	return []harness.Plugin{p}
}
