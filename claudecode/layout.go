package claudecode

import (
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/summary"
)

var (
	_ render.Layouter = Dialect{}
	_ summary.Limiter = Dialect{}
)

// Layout is where Claude Code reads a project's own files. Rules go into the
// settings that are not committed.
func (Dialect) Layout() render.Layout {
	return render.Layout{
		Client:    "claude-code",
		Standards: render.Place{Path: ".claude/rules/tempa-*.md"},
		Skills:    render.Place{Path: ".claude/skills/*/SKILL.md", Form: render.Named},
		Commands:  render.Place{Path: ".claude/commands/*.md", Form: render.Described},
		Agents:    render.Place{Path: ".claude/agents/*.md", Form: render.Named},
		Rules:     ".claude/settings.local.json",
	}
}

// ContextLimit is what reaches the model: one unit more, and the client puts a
// preview of 2 KB in its place (claude-code 2.1.332).
func (Dialect) ContextLimit() summary.Limit {
	return summary.Limit{Max: 10_000, Unit: summary.UTF16}
}
