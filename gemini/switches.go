package gemini

import "github.com/tempahq/tempa/core/harness"

var _ harness.Doctored = Dialect{}

// Switches are the settings that leave hooks out. A project's file counts in a
// trusted folder (gemini-cli 0.61.0).
func (Dialect) Switches() []harness.Switch {
	var list []harness.Switch
	for _, file := range []string{"~/.gemini/settings.json", "./.gemini/settings.json"} {
		list = append(list,
			harness.Switch{File: file, Path: []string{"hooksConfig", "enabled"}, Off: harness.OffWhenFalse, Means: "no hook runs, the extension's neither, unless the system settings say true"},
			harness.Switch{File: file, Path: []string{"hooksConfig", "disabled"}, Off: harness.OffWhenListed, Means: "the hooks of that name do not run, wherever they stand"},
		)
	}
	return append(list,
		harness.Switch{Path: []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH"}, Off: harness.OffWhenSet, Means: "the system settings come from another file, so managed hooks may not run"},
	)
}

// Needs are the promises that an older client does not keep.
func (Dialect) Needs() []harness.Need {
	return []harness.Need{
		{Version: askVersion, Means: "a question about a shell command is not put to a person, so it is a denial"},
	}
}
