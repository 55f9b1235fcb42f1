package conformance

import (
	"slices"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// column is one column of the grid: a client in one of the shapes of its
// payloads. Its name is the folder of its templates and the name of its reader.
type column struct {
	name    string
	title   string
	dialect harness.Dialect
}

// columns are the clients in the order of the grid. Copilot stands there twice:
// its camelCase payloads and those that VS Code and Claude Code's settings get.
var columns = buildColumns()

func buildColumns() []column {
	var list []column
	for _, h := range harnesses.All() {
		title := h.Dialect.Info().Title
		if h.Folder != "copilot" {
			list = append(list, column{h.Folder, title, h.Dialect})
			continue
		}
		list = append(list, column{"copilot", "Copilot", h.Dialect}, column{"copilot-vscode", "Copilot, PascalCase", h.Dialect})
	}
	return list
}

func isColumn(name string) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.name == name })
}

// kindOf is what an event is for, in the words of the client's reader.
func (c column) kindOf(name string) client.Kind {
	kind, _ := c.dialect.Info().KindOf(name)
	switch kind {
	case event.ToolPre:
		if name == "PreSkillShellCommand" {
			return client.Skill
		}
		return client.Tool
	case event.PromptSubmit:
		return client.Prompt
	case event.SettingsChange:
		return client.Settings
	case event.ToolPost:
		return client.Post
	case event.SessionStart:
		return client.Start
	}
	return client.Other
}

// canAsk reports whether the client puts a question to a person here, from
// what was measured of it and not from Tempa's code. Claude Code and Copilot
// refuse the call themselves where nobody is there.
func (c column) canAsk(kind client.Kind, attended bool) bool {
	switch c.name {
	case "claudecode", "copilot", "copilot-vscode":
		return kind == client.Tool
	case "gemini", "antigravity":
		return kind == client.Tool && attended
	}
	return false
}

// wayOn ends the reason of an ask that the client cannot put to a person.
func (c column) wayOn() string {
	return "This needs a person's yes and " + c.dialect.Info().Title + " cannot ask here. Tell the developer the exact command and why; they can run it themselves or change the policy."
}
