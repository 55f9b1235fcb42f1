package claudecode

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// Dialect is Claude Code.
type Dialect struct{}

var (
	_ harness.Dialect    = Dialect{}
	_ harness.Asker      = Dialect{}
	_ harness.Recognizer = Dialect{}
)

// Info describes Claude Code.
func (Dialect) Info() *harness.Info {
	return &harness.Info{
		Name:    "claude-code",
		Title:   "Claude Code",
		Program: "tempa-claudecode",
		Fail: map[event.Kind]harness.FailForm{
			event.ToolPre:        harness.FailExit,
			event.PromptSubmit:   harness.FailObject,
			event.SettingsChange: harness.FailExit,
		},
		Events:         events[:],
		DecideBudgetMS: 1000,
	}
}

// timeout is beyond the watchdog's 5 s: a hook that times out lets the call
// run unless its entry has onFailure "block" (claude-code 2.1.332).
const timeout = 10

var events = [...]harness.Event{
	{Name: "SessionStart", Kind: event.SessionStart, TimeoutS: timeout},
	{Name: "UserPromptSubmit", Kind: event.PromptSubmit, TimeoutS: timeout},
	{Name: "PreToolUse", Kind: event.ToolPre, TimeoutS: timeout},
	{Name: "PreSkillShellCommand", Kind: event.ToolPre, TimeoutS: timeout},
	{Name: "PostToolUse", Kind: event.ToolPost, TimeoutS: timeout},
	{Name: "PostToolUseFailure", Kind: event.ToolPost, TimeoutS: timeout},
	{Name: "ConfigChange", Kind: event.SettingsChange, TimeoutS: timeout},
	{Name: "Stop", Kind: event.TurnStop, TimeoutS: timeout},
	{Name: "SessionEnd", Kind: event.SessionEnd, TimeoutS: timeout},

	{Name: "PostToolBatch", Kind: event.Other, Foreign: true},
	{Name: "Notification", Kind: event.Other, Foreign: true},
	{Name: "UserPromptExpansion", Kind: event.Other, Foreign: true},
	{Name: "StopFailure", Kind: event.Other, Foreign: true},
	{Name: "SubagentStart", Kind: event.Other, Foreign: true},
	{Name: "SubagentStop", Kind: event.Other, Foreign: true},
	{Name: "PreCompact", Kind: event.Other, Foreign: true},
	{Name: "PostCompact", Kind: event.Other, Foreign: true},
	{Name: "PreModelSwitch", Kind: event.Other, Foreign: true},
	{Name: "PostModelSwitch", Kind: event.Other, Foreign: true},
	{Name: "PermissionRequest", Kind: event.Other, Foreign: true},
	{Name: "PermissionDenied", Kind: event.Other, Foreign: true},
	{Name: "Setup", Kind: event.Other, Foreign: true},
	{Name: "TeammateIdle", Kind: event.Other, Foreign: true},
	{Name: "TaskCreated", Kind: event.Other, Foreign: true},
	{Name: "TaskCompleted", Kind: event.Other, Foreign: true},
	{Name: "Elicitation", Kind: event.Other, Foreign: true},
	{Name: "ElicitationResult", Kind: event.Other, Foreign: true},
	{Name: "WorktreeCreate", Kind: event.Other, Foreign: true},
	{Name: "WorktreeRemove", Kind: event.Other, Foreign: true},
	{Name: "InstructionsLoaded", Kind: event.Other, Foreign: true},
	{Name: "CwdChanged", Kind: event.Other, Foreign: true},
	{Name: "FileChanged", Kind: event.Other, Foreign: true},
	{Name: "DirectoryAdded", Kind: event.Other, Foreign: true},
	{Name: "MessageDisplay", Kind: event.Other, Foreign: true},
}

// CanAsk reports whether Claude Code puts the question to a person, or refuses
// the call itself when nobody is there. What an ask does in any other event
// was not measured.
func (Dialect) CanAsk(ev *event.Event, _ harness.Client) bool { return ev.Name == "PreToolUse" }
