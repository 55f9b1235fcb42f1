package antigravity

import (
	"strings"

	"github.com/tempahq/tempa/core/harness"
)

var _ harness.Installer = Dialect{}

// Groups of the same name in two places: only the global one survives, whole
// (agy 1.2.7), so each place has its own.
const (
	pluginGroup = "tempa-plugin"
	userGroup   = "tempa-user"
)

// PluginTable is the plugin's hook file. Anything in it that is not a group
// drops the whole file in silence (agy 1.1.25).
func (Dialect) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks.json", Path: []string{pluginGroup}}
}

// PluginProgram is the binary inside the plugin: plugin hooks run in the
// plugin's folder, and there is no placeholder for it (agy 1.5.2).
func (Dialect) PluginProgram(goos string) string {
	return "./bin/" + harness.Executable("tempa-antigravity", goos)
}

// UserTable is the file that every Antigravity product reads.
func (Dialect) UserTable() harness.HookTable {
	return harness.HookTable{File: ".gemini/config/hooks.json", Path: []string{userGroup}}
}

// Entry is a handler, inside a matcher group for tool events: given flat,
// those are dropped in silence (agy 1.1.27).
func (Dialect) Entry(e harness.Event, l harness.Line) any {
	type handler struct {
		Type    string `json:"type"`
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
	}
	type group struct {
		Matcher string    `json:"matcher"`
		Hooks   []handler `json:"hooks"`
	}
	h := handler{"command", commandOf(e, l), e.TimeoutS}
	if e.Matcher == "" {
		return h
	}
	return group{e.Matcher, []handler{h}}
}

// commandOf is the line of an event. One without blanks in its path is not
// quoted, because agy 1.0 ran lines without a shell. A hook that fails or is
// killed is a refusal here, so the line needs no rescue tail.
func commandOf(e harness.Event, l harness.Line) string {
	if strings.ContainsAny(l.Program, " '\"$`&;()") || l.GOOS == "windows" {
		return l.CommandLine(e.Name, false)
	}
	return strings.Join(append([]string{l.Program}, l.Argv(e.Name)...), " ")
}
