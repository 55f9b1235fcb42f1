package claudecode

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/harness"
)

var _ harness.Plugged = Dialect{}

const manifest = ".claude-plugin/plugin.json"

// Plugins reads the client's list. A plugin of a marketplace that is a folder
// runs in place: the copy in the cache is not used, and without the folder no
// hook loads (claude-code 2.1.332).
func (Dialect) Plugins(home string) []harness.Plugin {
	dir := filepath.Join(home, ".claude")
	var installed struct {
		Plugins map[string][]struct {
			InstallPath string `json:"installPath"`
		} `json:"plugins"`
	}
	harness.ReadRecord(filepath.Join(dir, "plugins", "installed_plugins.json"), &installed)
	var settings struct {
		Enabled map[string]bool `json:"enabledPlugins"`
	}
	harness.ReadRecord(filepath.Join(dir, "settings.json"), &settings)
	var list []harness.Plugin
	for _, name := range slices.Sorted(maps.Keys(installed.Plugins)) {
		plugin, market, _ := strings.Cut(name, "@")
		if plugin != "tempa" {
			continue
		}
		p := harness.Plugin{Name: name, Manifest: manifest}
		if on, said := settings.Enabled[name]; said && !on {
			p.Off = "it is off in ~/.claude/settings.json; switch it on with: claude plugin enable " + name
		}
		p.Folder = inPlace(dir, market, plugin)
		if places := installed.Plugins[name]; p.Folder == "" && len(places) > 0 {
			p.Folder = places[len(places)-1].InstallPath
		}
		list = append(list, p)
	}
	return list
}

// inPlace is the plugin's folder in a marketplace that is a folder; empty for
// every other one.
func inPlace(dir, market, plugin string) string {
	var known map[string]struct {
		Source struct {
			Source string `json:"source"`
			Path   string `json:"path"`
		} `json:"source"`
	}
	harness.ReadRecord(filepath.Join(dir, "plugins", "known_marketplaces.json"), &known)
	source := known[market].Source
	if source.Source != "directory" {
		return ""
	}
	var m struct {
		Plugins []struct {
			Name   string `json:"name"`
			Source any    `json:"source"`
		} `json:"plugins"`
	}
	harness.ReadRecord(filepath.Join(source.Path, ".claude-plugin", "marketplace.json"), &m)
	for _, p := range m.Plugins {
		if below, ok := p.Source.(string); ok && p.Name == plugin {
			return filepath.Join(source.Path, filepath.FromSlash(below))
		}
	}
	return source.Path
}
