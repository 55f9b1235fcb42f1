package codex

import (
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/summary"
)

var (
	_ render.Layouter = Dialect{}
	_ summary.Limiter = Dialect{}
)

// Layout is where Codex reads a project's own files: one file for all
// standards, and no folder for commands, which become skills. Its rules count
// only in a project whose exact root is trusted (codex-cli 0.171.0).
func (Dialect) Layout() render.Layout {
	return render.Layout{
		Client:    "codex",
		Standards: render.Place{Path: "AGENTS.md"},
		Skills:    render.Place{Path: ".agents/skills/*/SKILL.md", Form: render.Named},
		Commands:  render.Place{Path: ".agents/skills/*/SKILL.md", Form: render.Named},
		Agents:    render.Place{Path: ".codex/agents/*.toml", Form: render.TOMLAgent},
		Prefixes:  ".codex/rules/tempa-permissions.rules",
	}
}

// ContextLimit is 2,500 tokens for the client, which it takes for 10,000
// bytes; of more the model reads only in which file it is (codex-cli 0.171.0).
func (Dialect) ContextLimit() summary.Limit {
	return summary.Limit{Max: 10_000, Unit: summary.Bytes}
}
