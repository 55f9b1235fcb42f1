package copilot

import "github.com/tempahq/tempa/core/harness"

var _ harness.Installer = Dialect{}

// PluginTable is the file that a plugin's hooks stand in. A version other than
// 1 drops the file (copilot 1.0.102).
func (Dialect) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks/hooks.json", Path: []string{"hooks"}, Fixed: version1()}
}

// PluginProgram is the binary inside the plugin.
func (Dialect) PluginProgram(goos string) string {
	return "${PLUGIN_ROOT}/bin/" + harness.Executable("tempa-copilot", goos)
}

// UserTable is a hook file of its own among the person's.
func (Dialect) UserTable() harness.HookTable {
	return harness.HookTable{File: ".copilot/hooks/tempa.json", Path: []string{"hooks"}, Fixed: version1()}
}

func version1() []harness.Member { return []harness.Member{{Key: "version", Value: 1}} }

// Entry is one hook in the exec form, without a shell.
func (Dialect) Entry(e harness.Event, l harness.Line) any {
	type hook struct {
		Type       string   `json:"type"`
		Exec       string   `json:"exec"`
		Args       []string `json:"args"`
		TimeoutSec int      `json:"timeoutSec"`
	}
	return hook{"command", l.Program, l.Argv(e.Name), e.TimeoutS}
}
