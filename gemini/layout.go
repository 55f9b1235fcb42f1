package gemini

import (
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/summary"
)

var (
	_ render.Layouter = Dialect{}
	_ summary.Limiter = Dialect{}
)

// Layout is where Gemini reads a project's own files. Its policies are read
// from the home directory only, so no rule is rendered into a repository.
func (Dialect) Layout() render.Layout {
	return render.Layout{
		Client:    "gemini-cli",
		Standards: render.Place{Path: "GEMINI.md"},
		Skills:    render.Place{Path: ".gemini/skills/*/SKILL.md", Form: render.Named},
		Commands:  render.Place{Path: ".gemini/commands/*.toml", Form: render.TOMLPrompt},
		Agents:    render.Place{Path: ".gemini/agents/*.md", Form: render.Bare},
	}
}

// ContextLimit is our own: 60,000 characters reached the model uncut, < and >
// as &lt; and &gt; (gemini-cli 0.61.0).
func (Dialect) ContextLimit() summary.Limit {
	return summary.Limit{Max: 10_000, Unit: summary.Runes}
}
