package hook

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/sources"
)

// clientAsks reports whether an ask can be left to the client, because a rule
// that was rendered for it covers the whole call and makes it ask a person.
// Every policy in force has to want that. In doubt the answer is no: what is
// left to a client that does not ask runs.
func (h *handler) clientAsks(ev *event.Event, d decision.Decision) bool {
	p, ok := h.dialect().(harness.Prompter)
	if !ok || ev.Kind != event.ToolPre || len(d.Guidance) > 0 || !leavesAsks(h.found) {
		return false
	}
	l, ok := h.dialect().(render.Layouter)
	if !ok || l.Layout().Prefixes == "" {
		return false
	}
	rules, ok := h.ownRules(ev, d, l.Layout())
	if !ok {
		return false
	}
	root := repoRoot(ev)
	process, ok := h.env.Interactive(p.Interactive())
	if !ok || root == "" || h.env.Home == "" {
		return false
	}
	return p.PutsToPerson(&harness.OwnAsk{
		Event: ev, Home: h.env.Home, Root: root, Client: process, Getenv: h.env.Getenv,
		File: filepath.Join(root, filepath.FromSlash(l.Layout().Prefixes)), Rules: rules,
	})
}

// leavesAsks reports whether there is a policy, and all of them want it.
func leavesAsks(in *sources.InForce) bool {
	return in != nil && len(in.Policies) > 0 && !slices.ContainsFunc(in.Policies, func(p sources.Policy) bool {
		return p.Table.Outdated() || !p.Header.ClientPrompts
	})
}

// ownRules is what the policies have in the client's rule file, when the ask
// rests on nothing but rules in it that cover the whole line.
func (h *handler) ownRules(ev *event.Event, d decision.Decision, l render.Layout) ([]byte, bool) {
	words, ok := plainLine(ev, h.env.Home)
	if !ok {
		return nil, false
	}
	profiles, faults := h.found.Profiles()
	if len(faults) > 0 || slices.Contains(profiles, nil) {
		return nil, false
	}
	all := profile.Combine(profiles...)
	prompts := slices.DeleteFunc(render.Prompts(all, h.env.Now()), func(r string) bool { return !begins(words, r) })
	if len(prompts) == 0 || !restsOn(d.PolicyIDs, profiles, prompts) {
		return nil, false
	}
	for _, f := range render.New(all, l, h.env.Now()).Files {
		if f.Path == l.Prefixes {
			return f.Content, true
		}
	}
	return nil, false
}

// plainLine are the words of a shell call that is one plain command.
func plainLine(ev *event.Event, home string) ([]string, bool) {
	if ev.Tool.Kind != event.ToolShell || ev.Tool.Language != event.Bash {
		return nil, false
	}
	return command.PlainWords(ev.Tool.Command, analyse(ev, home))
}

// begins reports whether the line begins with the words of a prompt rule.
func begins(words []string, r string) bool {
	prefix, ok := render.PrefixRule(r)
	return ok && len(prefix) <= len(words) && slices.Equal(words[:len(prefix)], prefix)
}

// maxAskIDs is as many rules as a decision is sure to name all of.
const maxAskIDs = 7

// restsOn reports whether all ids are those of the prompts. An id is a number
// within its policy; where several policies have it, each has to be a prompt.
func restsOn(ids []string, profiles []*profile.Profile, prompts []string) bool {
	if len(ids) == 0 || len(ids) > maxAskIDs {
		return false
	}
	for _, id := range ids {
		number, ok := strings.CutPrefix(id, "permissions/ask/")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || !isPrompt(n, profiles, prompts) {
			return false
		}
	}
	return true
}

func isPrompt(n int, profiles []*profile.Profile, prompts []string) bool {
	found := false
	for _, p := range profiles {
		if n > len(p.Permissions.Ask) {
			continue
		}
		if !slices.Contains(prompts, strings.TrimSpace(p.Permissions.Ask[n-1])) {
			return false
		}
		found = true
	}
	return found
}

// spoken is what is said of a decision: nothing where the client asks by
// itself.
func spoken(d decision.Decision) decision.Decision {
	if d.Deferred {
		return decision.Decision{}
	}
	return d
}
