package bundles

import (
	"fmt"
	"strings"
)

// Page is the bundle's documentation page, in Markdown.
func (b Bundle) Page() string {
	var p strings.Builder
	fmt.Fprintf(&p, "# %s: `%s`\n\nGenerated from the rules themselves; `go test ./conformance -run TestBundlePages -update` writes it again.\n\n%s\n", b.Title, b.ID, b.Summary)
	fmt.Fprintf(&p, "\n## Configuration\n\n    bundles:\n      - id: %s\n        with: {%s}\n\n", b.ID, b.example())
	for _, o := range b.Config {
		fmt.Fprintf(&p, "- `%s`: %s%s\n", o.Name, o.Doc, o.standard())
	}
	p.WriteString("\n## Rules\n\n| rule | decision | why | instead |\n|---|---|---|---|\n")
	for _, r := range b.Rules {
		fmt.Fprintf(&p, "| [%s](#%s) | %s | %s | %s |\n", r.Name(), r.Name(), r.Effect, cell(r.Reason), cell(r.Instead))
	}
	p.WriteString("\nThe examples below are the rules' tests, with the default configuration.\n")
	for _, r := range b.Rules {
		fmt.Fprintf(&p, "\n### %s\n\n`%s`: %s. %s %s\n\n", r.Name(), r.ID, r.Effect, r.Reason, r.Instead)
		examples(&p, "Matches:", r.Matches)
		examples(&p, "\nPasses this rule:", r.Passes)
	}
	return p.String()
}

func (b Bundle) example() string {
	var parts []string
	for _, o := range b.Config {
		if !o.rules {
			parts = append(parts, o.Name+": "+o.Example)
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("deny: [%s]", b.Rules[0].Name())), ", ")
}

func (o Option) standard() string {
	if len(o.Default) == 0 {
		return ""
	}
	return " Default: `" + strings.Join(o.Default, "`, `") + "`."
}

func examples(p *strings.Builder, head string, lines []string) {
	fmt.Fprintf(p, "%s\n\n", head)
	for _, l := range lines {
		fmt.Fprintf(p, "    %s\n", strings.ReplaceAll(l, "\n", "\n    "))
	}
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
