package gemini

import "github.com/tempahq/tempa/core/harness"

var _ harness.Installer = Dialect{}

// PluginTable is the file that an extension's hooks stand in. Without the
// "hooks" wrapper the file is ignored in silence (gemini-cli 0.61.0).
func (Dialect) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks/hooks.json", Path: []string{"hooks"}}
}

// PluginProgram is the binary inside the extension.
func (Dialect) PluginProgram(goos string) string {
	return "${extensionPath}/bin/" + harness.Executable("tempa-gemini", goos)
}

// UserTable is the person's settings file.
func (Dialect) UserTable() harness.HookTable {
	return harness.HookTable{File: ".gemini/settings.json", Path: []string{"hooks"}}
}

// Entry is one matcher group. The timeout is in milliseconds here. A failed
// hook's name is shown to the person; without one the whole line is.
func (Dialect) Entry(e harness.Event, l harness.Line) any {
	type hook struct {
		Name    string `json:"name"`
		Type    string `json:"type"`
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
	}
	type group struct {
		Matcher string `json:"matcher,omitempty"`
		Hooks   []hook `json:"hooks"`
	}
	return group{e.Matcher, []hook{{"tempa", "command", l.CommandLine(e.Name, e.Kind.Judged()), e.TimeoutS * 1000}}}
}
