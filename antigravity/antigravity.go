package antigravity

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/semver"
)

// Dialect is Antigravity. The zero Dialect is right for a client whose version
// is not known.
type Dialect struct{ version string }

var (
	_ harness.Dialect = Dialect{}
	_ harness.Asker   = Dialect{}
	_ harness.Later   = Dialect{}

	_ harness.WorkspaceNoter = Dialect{}
	_ harness.Versioned      = Dialect{}
)

// Info describes Antigravity.
func (Dialect) Info() *harness.Info {
	return &harness.Info{
		Name:    "antigravity",
		Title:   "Antigravity",
		Program: "tempa-antigravity",
		Fail: map[event.Kind]harness.FailForm{
			event.ToolPre:      harness.FailObject,
			event.PromptSubmit: harness.FailObject,
		},
		Events:         events[:],
		DecideBudgetMS: 2000,
		Headless: harness.Headless{
			Programs: []string{"agy", "antigravity"},
			Flags:    []string{"-p", "--print", "--prompt"},
		},
	}
}

var events = [...]harness.Event{
	{Name: "SessionStart", Kind: event.SessionStart, TimeoutS: 10},
	{Name: "PreInvocation", Kind: event.PromptSubmit, TimeoutS: 10},
	{Name: "PreToolUse", Kind: event.ToolPre, Matcher: "*", TimeoutS: 10},
	{Name: "PostToolUse", Kind: event.ToolPost, Matcher: "*", TimeoutS: 10},
	{Name: "Stop", Kind: event.TurnStop, TimeoutS: 10},
	{Name: "PostInvocation", Kind: event.TurnStop, Foreign: true},
}

// For is the dialect for a version of the client.
func (Dialect) For(version string) harness.Dialect { return Dialect{version: version} }

// CanAsk reports whether a person is asked. Before 1.1.2 force_ask was not
// seen to work; 1.0.0 does not know it.
func (Dialect) CanAsk(ev *event.Event, c harness.Client) bool {
	if ev.Kind != event.ToolPre || c.Attended == nil || c.Version != "" && semver.Less(c.Version, "1.1.2") {
		return false
	}
	return c.Attended()
}

// Reaches reports whether an answer can tell the model something: after a tool
// none can (1.5.2), and the next one that does is that of PreInvocation.
func (Dialect) Reaches(ev *event.Event) bool {
	switch ev.Kind {
	case event.ToolPre, event.SessionStart:
		return true
	}
	return ev.Name == "PreInvocation"
}

// WorkspaceFile is where the MCP proxy looks for the workspace: the client sends
// it no roots (1.5.2).
func (Dialect) WorkspaceFile() string { return "antigravity-workspace.json" }
