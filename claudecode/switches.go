package claudecode

import "github.com/tempahq/tempa/core/harness"

var _ harness.Doctored = Dialect{}

// Switches are the settings that leave hooks out (claude-code 2.1.332).
func (Dialect) Switches() []harness.Switch {
	const off = "no hook runs"
	var list []harness.Switch
	for _, file := range []string{"~/.claude/settings.json", "./.claude/settings.json", "./.claude/settings.local.json"} {
		list = append(list,
			harness.Switch{File: file, Path: []string{"disableAllHooks"}, Off: harness.OffWhenTrue, Means: off},
			harness.Switch{File: file, Path: []string{"enabledPlugins"}, Off: harness.OffWhenPluginFalse, Means: "the hooks of Tempa's plugin do not run"},
		)
	}
	return list
}

// Needs are the promises that an older client does not keep.
func (Dialect) Needs() []harness.Need {
	return []harness.Need{
		{Version: "2.1.295", Means: "a hook that crashes, hangs or is missing lets the call run (no onFailure)"},
		{Version: "2.1.332", Means: "lines that a custom command runs by itself were not seen to be judged (2.1.197 has no PreSkillShellCommand)"},
	}
}
