package table

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/rule"
)

// Domain visits the rows that speak about a host. Of a host that cannot be
// told only the rows for every host speak.
func (t *Table) Domain(h Host, visit func(Match)) {
	q := new(Place).query(t)
	host := strings.TrimSuffix(strings.ToLower(h.Name), ".")
	if !t.outdated {
		q.find(byHost, "*")
		for rest := host; h.Known && rest != ""; {
			q.find(byHost, rest)
			_, parent, ok := strings.Cut(rest, ".")
			if !ok {
				break
			}
			rest = parent
		}
	}
	q.each(func(d *decoded) (string, result) {
		if d.Domain == nil || !hostMatches(d.Domain, d.Effect, host, h.Known) {
			return "", no
		}
		if !h.Known {
			return "a host that cannot be told", yes
		}
		return host, yes
	}, visit)
}

func hostMatches(d *rule.Domain, effect rule.Effect, host string, known bool) bool {
	pattern := strings.ToLower(d.Pattern)
	if pattern == "*" {
		if effect == rule.Allow && !known {
			return false
		}
	} else if !known || !hostCovered(pattern, host, effect != rule.Allow) {
		return false
	}
	return !known || !slices.ContainsFunc(d.Except, func(p string) bool { return hostExcepted(p, host) })
}

// hostCovered compares a host with host or *.host. Liberally both mean the
// host and all below it.
func hostCovered(pattern, host string, liberal bool) bool {
	name, sub := strings.CutPrefix(pattern, "*.")
	if host == name {
		return liberal || !sub
	}
	return (sub || liberal) && len(host) > len(name) && strings.HasSuffix(host, name) && host[len(host)-len(name)-1] == '.'
}

// hostExcepted is for exceptions, which loosen: x.org is only itself, and
// *.x.org what lies below it.
func hostExcepted(pattern, host string) bool {
	return hostCovered(strings.ToLower(pattern), host, false)
}
