package copilot

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Plugged = Dialect{}

// Plugins reads the client's list, below whose first lines are comments
// (copilot 1.0.102).
func (Dialect) Plugins(home string) []harness.Plugin {
	data, err := os.ReadFile(filepath.Join(home, ".copilot", "config.json"))
	if err != nil {
		return nil
	}
	for bytes.HasPrefix(data, []byte("//")) {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	var config struct {
		Plugins []struct {
			Name        string `json:"name"`
			Marketplace string `json:"marketplace"`
			Folder      string `json:"cache_path"`
			Enabled     *bool  `json:"enabled"`
		} `json:"installedPlugins"`
	}
	_ = json.Unmarshal(data, &config)
	var list []harness.Plugin
	for _, p := range config.Plugins {
		if p.Name != "tempa" {
			continue
		}
		plugin := harness.Plugin{Name: p.Name, Folder: p.Folder, Manifest: "plugin.json"}
		if p.Marketplace != "" {
			plugin.Name += "@" + p.Marketplace
		}
		if p.Enabled != nil && !*p.Enabled {
			plugin.Off = "it is off; switch it on with: copilot plugin enable " + plugin.Name
		}
		list = append(list, plugin)
	}
	return list
}
