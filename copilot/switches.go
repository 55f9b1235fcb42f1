package copilot

import "github.com/tempahq/tempa/core/harness"

var _ harness.Doctored = Dialect{}

// Switches are the settings that leave hooks out. They count in a trusted
// folder and stop user and plugin hooks, not those of policy.d (copilot
// 1.0.102).
func (Dialect) Switches() []harness.Switch {
	var list []harness.Switch
	for _, file := range []string{"./.claude/settings.json", "./.claude/settings.local.json", "./.github/copilot/settings.json"} {
		list = append(list, harness.Switch{
			File: file, Path: []string{"disableAllHooks"}, Off: harness.OffWhenTrue,
			Means: "in a trusted folder no hook of yours and of a plugin runs",
		})
	}
	return append(list, harness.Switch{
		File: "~/.copilot/settings.json", Path: []string{"enabledPlugins"}, Off: harness.OffWhenPluginFalse,
		Means: "the hooks of Tempa's plugin do not run",
	})
}

// Needs are the promises that an older client does not keep.
func (Dialect) Needs() []harness.Need {
	return []harness.Need{
		{Version: "1.0.102", Means: "what hooks do was not measured (reports of older ones contradict each other on denials and exit 2)"},
	}
}
