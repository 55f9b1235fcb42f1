package claudecode

import "github.com/tempahq/tempa/core/harness"

var _ harness.Installer = Dialect{}

// PluginTable is the file that a plugin's hooks stand in.
func (Dialect) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks/hooks.json", Path: []string{"hooks"}}
}

// PluginProgram is the binary inside the plugin.
func (Dialect) PluginProgram(goos string) string {
	return "${CLAUDE_PLUGIN_ROOT}/bin/" + harness.Executable("tempa-claudecode", goos)
}

// UserTable is the person's settings file.
func (Dialect) UserTable() harness.HookTable {
	return harness.HookTable{File: ".claude/settings.json", Path: []string{"hooks"}}
}

// Entry is one matcher group. The exec form (args) needs no shell, and
// onFailure blocks when the hook is killed, missing or too late (both:
// claude-code 2.1.332; onFailure exists since 2.1.295).
func (Dialect) Entry(e harness.Event, l harness.Line) any {
	type hook struct {
		Type      string   `json:"type"`
		Command   string   `json:"command"`
		Args      []string `json:"args"`
		Timeout   int      `json:"timeout"`
		OnFailure string   `json:"onFailure,omitempty"`
	}
	type group struct {
		Matcher string `json:"matcher,omitempty"`
		Hooks   []hook `json:"hooks"`
	}
	h := hook{Type: "command", Command: l.Program, Args: l.Argv(e.Name), Timeout: e.TimeoutS}
	if e.Kind.Judged() {
		h.OnFailure = "block"
	}
	return group{e.Matcher, []hook{h}}
}
