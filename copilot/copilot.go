package copilot

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// Dialect is GitHub Copilot: the Copilot CLI and VS Code.
type Dialect struct{ Answers }

// Answers is what a hook needs of the dialect: to read an event and to answer
// it. Claude Code's hook takes this part alone, for payloads that belong here,
// so that it does not carry another client's installation.
type Answers struct{}

var (
	_ harness.Dialect = Dialect{}
	_ harness.Asker   = Dialect{}
)

// Info describes Copilot.
func (Answers) Info() *harness.Info {
	return &harness.Info{
		Name:    "copilot",
		Title:   "GitHub Copilot",
		Program: "tempa-copilot",
		Fail: map[event.Kind]harness.FailForm{
			event.ToolPre:      harness.FailExitObject,
			event.PromptSubmit: harness.FailObject,
		},
		Events:         events[:],
		DecideBudgetMS: 2000,
	}
}

// timeout is well inside the client's own 30 s and beyond the watchdog's 5 s:
// a hook that times out lets the call run (copilot 1.0.102).
const timeout = 10

var events = [...]harness.Event{
	{Name: "sessionStart", Kind: event.SessionStart, TimeoutS: timeout},
	{Name: "userPromptSubmitted", Kind: event.PromptSubmit, TimeoutS: timeout},
	{Name: "preToolUse", Kind: event.ToolPre, TimeoutS: timeout},
	{Name: "postToolUse", Kind: event.ToolPost, TimeoutS: timeout},
	{Name: "postToolUseFailure", Kind: event.ToolPost, TimeoutS: timeout},
	{Name: "agentStop", Kind: event.TurnStop, TimeoutS: timeout},
	{Name: "sessionEnd", Kind: event.SessionEnd, TimeoutS: timeout},

	{Name: "userPromptTransformed", Kind: event.Other, Foreign: true},
	{Name: "permissionRequest", Kind: event.Other, Foreign: true},
	{Name: "preMcpToolCall", Kind: event.Other, Foreign: true},
	{Name: "subagentStart", Kind: event.Other, Foreign: true},
	{Name: "subagentStop", Kind: event.Other, Foreign: true},
	{Name: "preCompact", Kind: event.Other, Foreign: true},
	{Name: "errorOccurred", Kind: event.Other, Foreign: true},
	{Name: "notification", Kind: event.Other, Foreign: true},

	// The names of hooks in the form of VS Code and of Claude Code's settings.
	{Name: "SessionStart", Kind: event.SessionStart, Foreign: true},
	{Name: "UserPromptSubmit", Kind: event.PromptSubmit, Foreign: true},
	{Name: "PreToolUse", Kind: event.ToolPre, Foreign: true},
	{Name: "PostToolUse", Kind: event.ToolPost, Foreign: true},
	{Name: "PostToolUseFailure", Kind: event.ToolPost, Foreign: true},
	{Name: "Stop", Kind: event.TurnStop, Foreign: true},
	{Name: "SessionEnd", Kind: event.SessionEnd, Foreign: true},
	{Name: "PermissionRequest", Kind: event.Other, Foreign: true},
	{Name: "PreMcpToolCall", Kind: event.Other, Foreign: true},
	{Name: "SubagentStart", Kind: event.Other, Foreign: true},
	{Name: "SubagentStop", Kind: event.Other, Foreign: true},
	{Name: "PreCompact", Kind: event.Other, Foreign: true},
	{Name: "ErrorOccurred", Kind: event.Other, Foreign: true},
	{Name: "Notification", Kind: event.Other, Foreign: true},
}

// CanAsk reports whether Copilot puts the question to a person, or refuses the
// call itself when nobody is there. It does so for tool calls only.
func (Answers) CanAsk(ev *event.Event, _ harness.Client) bool { return ev.Kind == event.ToolPre }
