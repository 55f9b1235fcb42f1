package render

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/rule"
)

// Rules are the rules of a settings file in Claude Code's form. There is no
// allow: an allow that the person did not choose would skip the client's own
// question.
type Rules struct {
	File      string
	Deny, Ask []string
}

// inForce are the rules that decide everywhere at now. A client cannot be told
// of an exception's scope, nor that a rule is only recorded, so such a rule is
// left to the hook.
func inForce(p *profile.Profile, now time.Time) (deny, ask []string) {
	return keep(p, "deny", p.Permissions.Deny, now), keep(p, "ask", p.Permissions.Ask, now)
}

func keep(p *profile.Profile, effect string, rules []string, now time.Time) []string {
	var kept []string
	for _, r := range rules {
		_, err := rule.Parse(rule.Effect(effect), "", r)
		if err != nil || !utf8.ValidString(r) || loosened(p, effect, r, now) {
			continue
		}
		if r = strings.TrimSpace(r); !slices.Contains(kept, r) {
			kept = append(kept, r)
		}
	}
	return kept
}

func loosened(p *profile.Profile, effect, r string, now time.Time) bool {
	refers := func(ref string) bool { return ref == r || ref == "permissions/"+effect+"/*" }
	return slices.ContainsFunc(p.Policies.Observe, refers) || slices.ContainsFunc(p.Exceptions, func(e profile.Exception) bool {
		end, err := e.End()
		return refers(e.Rule) && (err != nil || end.IsZero() || now.Before(end))
	})
}

// claudeRules spells rules as Claude Code reads them.
func claudeRules(rules []string) []string {
	var out []string
	for _, r := range rules {
		for _, s := range claudeRule(r) {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// claudeRule is the rule in the client's spelling, in two where one reading
// each is meant, and none where the client has nothing that means the same.
func claudeRule(r string) []string {
	r = strings.TrimSpace(r)
	name, pattern, has := strings.Cut(strings.TrimSuffix(r, ")"), "(")
	if strings.HasPrefix(name, "mcp__") {
		return mcpRule(r)
	}
	if !has {
		return []string{r}
	}
	switch name {
	case "Write", "MultiEdit", "NotebookEdit":
		name = "Edit"
	case "NotebookRead":
		name = "Read"
	case "Read", "Edit":
	case "Glob", "Grep", "LS":
		return nil // the client compares only Read and Edit with paths
	default:
		return []string{r}
	}
	one := name + "(" + pattern + ")"
	if strings.HasPrefix(pattern, "/") && !strings.HasPrefix(pattern, "//") {
		return []string{one, name + "(/" + pattern + ")"} // from the project, and from the root
	}
	return []string{one}
}

// mcpRule knows a whole server and one tool; a * inside a name stays with the
// hook.
func mcpRule(r string) []string {
	server, tool, _ := strings.Cut(strings.TrimPrefix(r, "mcp__"), "__")
	if strings.Contains(server, "*") || strings.Contains(tool, "*") && tool != "*" {
		return nil
	}
	return []string{r}
}

// prefixRules is a file of Codex's prefix rules, empty when no rule can be
// said that way. A client that has no such file in a repository, or does not
// trust it, loses nothing: the hook decides.
func prefixRules(deny, ask []string) string {
	var b strings.Builder
	for _, list := range []struct {
		rules          []string
		decision, text string
	}{
		{deny, "forbidden", "The policy denies "},
		{ask, "prompt", "The policy wants a person's yes for "},
	} {
		for _, r := range list.rules {
			if words, ok := PrefixRule(r); ok {
				b.WriteString("prefix_rule(pattern=[" + starlark(words) + "], decision=\"" + list.decision +
					"\", justification=" + quoteYAML(list.text+r+".") + ")\n")
			}
		}
	}
	return b.String()
}

// Prompts are the asks of a profile that its file of prefix rules holds at now.
func Prompts(p *profile.Profile, now time.Time) []string {
	_, ask := inForce(p, now)
	return slices.DeleteFunc(ask, func(r string) bool {
		_, ok := PrefixRule(r)
		return !ok
	})
}

func starlark(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteYAML(w)
	}
	return strings.Join(quoted, ", ")
}

// PrefixRule is a rule as the words that a command begins with. It never says
// more than the rule: Bash(npm run build) alone is no prefix. It may say less:
// the rule also sees options in another order, and other paths to the program.
func PrefixRule(r string) (words []string, ok bool) {
	text, ok := strings.CutPrefix(strings.TrimSpace(r), "Bash(")
	if !ok {
		return nil, false
	}
	if text, ok = strings.CutSuffix(text, ":*)"); !ok {
		if text, ok = strings.CutSuffix(text, " *)"); !ok {
			return nil, false
		}
	}
	if strings.ContainsAny(text, "*?[]{}()'\"\\$`~|&;<>#!") {
		return nil, false
	}
	words = strings.Fields(text)
	return words, len(words) > 0
}
