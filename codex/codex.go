package codex

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// Dialect is the Codex CLI. It has no way to put a question to a person.
type Dialect struct{ Answers }

// Answers is what a hook needs of the dialect: to read an event and to answer
// it. Claude Code's hook takes this part alone, for payloads that belong here,
// so that it does not carry another client's installation.
type Answers struct{}

var _ harness.Dialect = Dialect{}

// Info describes the Codex CLI.
func (Answers) Info() *harness.Info {
	return &harness.Info{
		Name:    "codex",
		Title:   "Codex",
		Program: "tempa-codex",
		Fail: map[event.Kind]harness.FailForm{
			event.ToolPre:      harness.FailExit,
			event.PromptSubmit: harness.FailExit,
		},
		Events:         events[:],
		DecideBudgetMS: 2000,
	}
}

var events = [...]harness.Event{
	{Name: "SessionStart", Kind: event.SessionStart, TimeoutS: 10},
	{Name: "UserPromptSubmit", Kind: event.PromptSubmit, TimeoutS: 10},
	{Name: "PreToolUse", Kind: event.ToolPre, Matcher: "*", TimeoutS: 10},
	{Name: "PostToolUse", Kind: event.ToolPost, Matcher: "*", TimeoutS: 10},
	{Name: "Stop", Kind: event.TurnStop, TimeoutS: 10},
	{Name: "SessionEnd", Kind: event.SessionEnd, TimeoutS: 3},
	{Name: "PermissionRequest", Kind: event.Other, Foreign: true},
	{Name: "SubagentStart", Kind: event.Other, Foreign: true},
	{Name: "SubagentStop", Kind: event.Other, Foreign: true},
	{Name: "PreCompact", Kind: event.Other, Foreign: true},
	{Name: "PostCompact", Kind: event.Other, Foreign: true},
	{Name: "Interrupt", Kind: event.Other, Foreign: true},
	{Name: "PreModelRequest", Kind: event.Other, Foreign: true},
	{Name: "PostModelRequest", Kind: event.Other, Foreign: true},
}
