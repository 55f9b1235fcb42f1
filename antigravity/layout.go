package antigravity

import (
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/summary"
)

var (
	_ render.Layouter = Dialect{}
	_ summary.Limiter = Dialect{}
)

// Layout is where Antigravity reads a workspace's own files. Its permissions
// stand in the person's settings, so no rule is rendered into a repository.
func (Dialect) Layout() render.Layout {
	return render.Layout{
		Client:    "antigravity",
		Standards: render.Place{Path: ".agents/rules/tempa-*.md", Fixed: []string{"trigger: always_on"}},
		Skills:    render.Place{Path: ".agents/skills/*/SKILL.md", Form: render.Named},
		Commands:  render.Place{Path: ".agents/workflows/*.md", Form: render.Named},
		Agents:    render.Place{Path: ".agents/agents/*.md", Form: render.Bare},
	}
}

// ContextLimit is our own; how long a step may be was not measured.
func (Dialect) ContextLimit() summary.Limit {
	return summary.Limit{Max: 10_000, Unit: summary.Runes, Shared: true}
}
