// Package changes says what is new in a profile since the developer was last
// told, so that nothing about what the agent may do changes unseen. Standards
// and settings are left out: they decide nothing.
package changes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/render"
)

// maxShown is how many differences of one area are spelled out.
const maxShown = 30

// Changes are the differences between two snapshots, by area, each spelled as
// it is shown: + is added, - removed, ~ changed.
type Changes struct {
	Permissions []string
	Policies    []string
	Documents   []string // skills, commands and agents
	MCP         []string
}

// Empty reports whether there is nothing to tell.
func (c Changes) Empty() bool {
	return len(c.Permissions)+len(c.Policies)+len(c.Documents)+len(c.MCP) == 0
}

// Text is the sentence that the developer reads, empty without a change.
func (c Changes) Text(repo string) string {
	if c.Empty() {
		return ""
	}
	var areas []string
	for _, a := range []struct {
		name  string
		items []string
	}{
		{"permissions", c.Permissions}, {"policies", c.Policies}, {"skills, commands and agents", c.Documents}, {"MCP", c.MCP},
	} {
		if n := len(a.items); n > maxShown {
			a.items = append(a.items[:maxShown:maxShown], fmt.Sprintf("and %d more", n-maxShown))
		}
		if len(a.items) > 0 {
			areas = append(areas, a.name+": "+strings.Join(a.items, ", "))
		}
	}
	return "Tempa profile changes for " + place(repo) + " since the last sync: " + strings.Join(areas, "; ") + "."
}

// First is the line for the first profile of a repository.
func (s Snapshot) First(repo string) string {
	var counts []string
	count := func(n int, one string) {
		if n == 1 {
			counts = append(counts, "1 "+one)
		} else if n > 1 {
			counts = append(counts, fmt.Sprintf("%d %ss", n, one))
		}
	}
	count(len(s.Deny)+len(s.Ask)+len(s.Allow), "permission rule")
	count(len(s.Bundles), "policy bundle")
	count(len(s.Skills), "skill")
	count(len(s.Commands), "command")
	count(len(s.Agents), "agent")
	count(len(s.MCP), "MCP endpoint")
	if s.Module != "" {
		counts = append(counts, "custom policies")
	}
	counts = append(counts, "default decision "+show(s.Default))
	return "Tempa: first profile for " + place(repo) + ": " + strings.Join(counts, ", ") + "."
}

func place(repo string) string {
	if repo == "" {
		return "this machine"
	}
	return show(repo)
}

// show is a name out of a profile on one line.
func show(s string) string { return render.Printable(s, 200) }

// Compare tells what is different in now. The order of a list means nothing.
func Compare(old, now Snapshot) Changes {
	var c Changes
	c.Permissions = slices.Concat(list("deny ", old.Deny, now.Deny), list("ask ", old.Ask, now.Ask), list("allow ", old.Allow, now.Allow))
	c.Policies = policies(old, now)
	c.Documents = slices.Concat(sums(old.Skills, now.Skills), sums(old.Commands, now.Commands), sums(old.Agents, now.Agents))
	c.MCP = endpoints(old, now)
	return c
}

func policies(old, now Snapshot) []string {
	var out []string
	arrow := func(what, from, to string) {
		if from != to {
			out = append(out, what+" "+show(from)+" → "+show(to))
		}
	}
	arrow("default", old.Default, now.Default)
	arrow("offline default", old.Offline, now.Offline)
	out = append(out, sums(old.Bundles, now.Bundles)...)
	out = append(out, sums(module(old.Module), module(now.Module))...)
	// Both loosen a rule, so they belong here although they are none.
	out = append(out, list("exception ", old.Exceptions, now.Exceptions)...)
	return append(out, list("observe only ", old.Observe, now.Observe)...)
}

func module(sum string) map[string]string {
	if sum == "" {
		return nil
	}
	return map[string]string{"custom policies": sum}
}

// list compares lists of words: first what is gone, then what is new, each in
// its own order.
func list(label string, old, now []string) []string {
	var out []string
	for _, s := range old {
		if !slices.Contains(now, s) {
			out = append(out, "-"+label+show(s))
		}
	}
	for _, s := range now {
		if !slices.Contains(old, s) {
			out = append(out, "+"+label+show(s))
		}
	}
	return out
}

// sums compares named contents: changed, removed, added, each by name.
func sums(old, now map[string]string) []string {
	var changed, removed, added []string
	for _, name := range slices.Sorted(maps.Keys(old)) {
		switch sum, stays := now[name]; {
		case !stays:
			removed = append(removed, "-"+show(name))
		case sum != old[name]:
			changed = append(changed, "~"+show(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if _, was := old[name]; !was {
			added = append(added, "+"+show(name))
		}
	}
	return slices.Concat(changed, removed, added)
}

func endpoints(old, now Snapshot) []string {
	var changed, removed, added []string
	for _, name := range slices.Sorted(maps.Keys(old.MCP)) {
		was := old.MCP[name]
		switch is, stays := now.MCP[name]; {
		case !stays:
			removed = append(removed, "-"+show(name))
		case is.URL != was.URL:
			changed = append(changed, "~"+show(name)+" (now "+show(is.URL)+toolsBehind(was, is)+")")
		case !sameTools(is, was):
			changed = append(changed, "~"+show(name)+" ("+tools(is)+")")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.MCP)) {
		if _, was := old.MCP[name]; !was {
			added = append(added, "+"+show(name)+" ("+show(now.MCP[name].URL)+")")
		}
	}
	if old.ExternalMCP != now.ExternalMCP {
		changed = append(changed, "external servers "+word(old.ExternalMCP)+" → "+word(now.ExternalMCP))
	}
	return slices.Concat(changed, removed, added)
}

func toolsBehind(was, is Endpoint) string {
	if sameTools(is, was) {
		return ""
	}
	return ", " + tools(is)
}

func sameTools(a, b Endpoint) bool {
	return (a.Tools == nil) == (b.Tools == nil) && len(list("", a.Tools, b.Tools)) == 0
}

func tools(e Endpoint) string {
	switch {
	case e.Tools == nil:
		return "now all tools"
	case len(e.Tools) == 0:
		return "now no tools"
	}
	return "now tools " + render.Printable(strings.Join(e.Tools, " "), 200)
}

func word(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "denied"
}
