package profile

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/decision"
)

// Combine joins the profiles of several policies in force into what they say
// together, nil for none. The first names the tenant. Lists add up; of two
// documents or endpoints with one name the first counts, and of two default
// decisions the stricter. All else, and when it ends, is as in the first.
func Combine(list ...*Profile) *Profile {
	if len(list) == 0 {
		return nil
	}
	all := *list[0]
	for _, p := range list[1:] {
		if !strings.Contains(all.Version, p.Version) {
			all.Version += " + " + p.Version
		}
		all.Guardrails = union(all.Guardrails, p.Guardrails, itself)
		all.Exceptions = append(slices.Clip(all.Exceptions), p.Exceptions...)
		all.Permissions.Deny = union(all.Permissions.Deny, p.Permissions.Deny, itself)
		all.Permissions.Ask = union(all.Permissions.Ask, p.Permissions.Ask, itself)
		all.Permissions.Allow = union(all.Permissions.Allow, p.Permissions.Allow, itself)
		all.Policies.Bundles = union(all.Policies.Bundles, p.Policies.Bundles, func(b Bundle) string { return b.ID })
		all.Policies.Observe = union(all.Policies.Observe, p.Policies.Observe, itself)
		all.Policies.DefaultDecision = stricter(all.Policies.DefaultDecision, p.Policies.DefaultDecision)
		if !p.AllowsExternalMCP() {
			all.AllowExternalMCP = p.AllowExternalMCP
		}
		all.MCP = union(all.MCP, p.MCP, func(e Endpoint) string { return e.Endpoint })
		all.Standards = union(all.Standards, p.Standards, documentName)
		all.Skills = union(all.Skills, p.Skills, documentName)
		all.Commands = union(all.Commands, p.Commands, documentName)
		all.Agents = union(all.Agents, p.Agents, documentName)
	}
	return &all
}

func itself(s string) string { return s }

func documentName(d Document) string { return d.Name }

// union is a with what b has besides, by name.
func union[T any](a, b []T, name func(T) string) []T {
	a = slices.Clip(a)
	for _, x := range b {
		if !slices.ContainsFunc(a, func(y T) bool { return name(x) == name(y) }) {
			a = append(a, x)
		}
	}
	return a
}

func stricter(a, b string) string {
	x, _ := decision.Parse(a)
	if y, ok := decision.Parse(b); ok && y > x {
		return b
	}
	return a
}
