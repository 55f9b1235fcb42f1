package copilot

import (
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/summary"
)

var (
	_ render.Layouter = Dialect{}
	_ summary.Limiter = Dialect{}
)

// Layout is where Copilot reads a repository's own files. It has no folder
// for commands; a skill can be started by its name too.
func (Dialect) Layout() render.Layout {
	return render.Layout{
		Client:    "copilot",
		Standards: render.Place{Path: ".github/instructions/tempa-*.instructions.md", Fixed: []string{`applyTo: "**"`}},
		Skills:    render.Place{Path: ".github/skills/*/SKILL.md", Form: render.Named},
		Commands:  render.Place{Path: ".github/skills/*/SKILL.md", Form: render.Named},
		Agents:    render.Place{Path: ".github/agents/*.agent.md", Form: render.Bare},
	}
}

// ContextLimit is the one that is documented for the context behind a tool's
// result; 60,000 characters reached the model uncut (copilot 1.0.102).
func (Dialect) ContextLimit() summary.Limit {
	return summary.Limit{Max: 10_000, Unit: summary.Bytes, Shared: true}
}
