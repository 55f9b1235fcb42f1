package antigravity

import (
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/harness"
)

var _ harness.Plugged = Dialect{}

// Plugins looks in both folders that plugins were seen in (agy 1.2.7, and the
// older one that the client's documents name).
func (Dialect) Plugins(home string) []harness.Plugin {
	var list []harness.Plugin
	for _, dir := range []string{"config", "antigravity-cli"} {
		folder := filepath.Join(home, ".gemini", dir, "plugins", "tempa")
		if _, err := os.Stat(folder); err == nil {
			list = append(list, harness.Plugin{Name: "tempa", Folder: folder, Manifest: "plugin.json"})
		}
	}
	return list
}
