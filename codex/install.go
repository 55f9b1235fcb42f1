package codex

import "github.com/tempahq/tempa/core/harness"

var _ harness.Installer = Dialect{}

// PluginTable is the file that a plugin's hooks stand in. It has to stay the
// same byte for byte over releases: any change of an installed plugin makes
// its hooks untrusted, and untrusted hooks are skipped in silence (codex-cli
// 0.171.0).
func (Dialect) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks/hooks.json", Path: []string{"hooks"}}
}

// PluginProgram is the binary where "tempa-codex install" puts it, outside the
// plugin, so that an update of Tempa does not touch the plugin.
func (Dialect) PluginProgram(goos string) string {
	if goos == "windows" {
		return "$env:USERPROFILE\\.tempa\\bin\\tempa-codex.exe"
	}
	return "$HOME/.tempa/bin/tempa-codex"
}

// UserTable is the person's hook file.
func (Dialect) UserTable() harness.HookTable {
	return harness.HookTable{File: ".codex/hooks.json", Path: []string{"hooks"}}
}

// Entry is one matcher group. Codex runs the line through bash; a hook that is
// killed lets the call run, so the lines that can block have a rescue tail.
func (Dialect) Entry(e harness.Event, l harness.Line) any {
	type hook struct {
		Type    string `json:"type"`
		Command string `json:"command"`
		Windows string `json:"commandWindows,omitempty"`
		Timeout int    `json:"timeout"`
	}
	type group struct {
		Matcher string `json:"matcher,omitempty"`
		Hooks   []hook `json:"hooks"`
	}
	h := hook{Type: "command", Command: l.CommandLine(e.Name, e.Kind.Judged()), Timeout: e.TimeoutS}
	if l.Program == (Dialect{}).PluginProgram("linux") {
		// One plugin serves every system, so its lines are for all of them.
		w := harness.Line{Program: Dialect{}.PluginProgram("windows"), Args: l.Args, GOOS: "windows"}
		h.Windows = w.CommandLine(e.Name, e.Kind.Judged())
	}
	return group{e.Matcher, []hook{h}}
}
