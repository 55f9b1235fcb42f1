package gemini

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/semver"
)

// Dialect is the Gemini CLI.
type Dialect struct{ Answers }

// Answers is what a hook needs of the dialect: to read an event and to answer
// it. Claude Code's hook takes this part alone, for payloads that belong here,
// so that it does not carry another client's installation.
type Answers struct{}

var (
	_ harness.Dialect = Dialect{}
	_ harness.Asker   = Dialect{}
	_ harness.Later   = Dialect{}
)

// Info describes the Gemini CLI.
func (Answers) Info() *harness.Info {
	return &harness.Info{
		Name:    "gemini-cli",
		Title:   "Gemini CLI",
		Program: "tempa-gemini",
		Fail: map[event.Kind]harness.FailForm{
			event.ToolPre:      harness.FailExit,
			event.PromptSubmit: harness.FailExit,
		},
		Events:         events[:],
		DecideBudgetMS: 2000,
		Headless:       harness.Headless{Programs: []string{"gemini"}, Flags: []string{"-p", "--prompt"}},
	}
}

var events = [...]harness.Event{
	{Name: "SessionStart", Kind: event.SessionStart, TimeoutS: 10},
	{Name: "BeforeAgent", Kind: event.PromptSubmit, TimeoutS: 10},
	{Name: "BeforeTool", Kind: event.ToolPre, Matcher: "*", TimeoutS: 10},
	{Name: "AfterTool", Kind: event.ToolPost, Matcher: "*", TimeoutS: 10},
	{Name: "AfterAgent", Kind: event.TurnStop, TimeoutS: 10},
	{Name: "SessionEnd", Kind: event.SessionEnd, TimeoutS: 10},
	{Name: "BeforeModel", Kind: event.Other, Foreign: true},
	{Name: "AfterModel", Kind: event.Other, Foreign: true},
	{Name: "BeforeToolSelection", Kind: event.Other, Foreign: true},
	{Name: "PreCompress", Kind: event.Other, Foreign: true},
	{Name: "Notification", Kind: event.Other, Foreign: true},
}

// askVersion is the first version that puts an ask for a shell call to a
// person; 0.37.2 runs the command instead.
const askVersion = "0.38.0"

// CanAsk reports whether a person is asked. Calls for which the client may
// ignore an ask are denied instead.
func (Answers) CanAsk(ev *event.Event, c harness.Client) bool {
	if ev.Kind != event.ToolPre || ev.Tool == nil || ev.Tool.Kind == event.ToolMCP || ev.Tool.Rule == "Skill" {
		return false
	}
	return !semver.Less(c.Version, askVersion) && c.Attended != nil && c.Attended()
}

// Reaches reports whether the model reads the context of an answer: never
// before a tool, and after one only when it did not fail (0.61.0).
func (Answers) Reaches(ev *event.Event) bool {
	switch ev.Kind {
	case event.PromptSubmit, event.SessionStart:
		return true
	case event.ToolPost:
		return ev.Result == nil || !ev.Result.Failed
	}
	return false
}
