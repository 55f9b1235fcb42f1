package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/bundles"
	"github.com/tempahq/tempa/core/rule"
)

// layer is a layer's own rows, before the layers are put together.
type layer struct {
	*source.Layer
	rows    []Row
	implied bool // nobody wrote it: every layer may loosen it
}

// layer compiles the rules of one layer.
func (c *compiler) layer(l *source.Layer) *layer {
	out := &layer{Layer: l}
	for _, b := range l.Bundles {
		out.rows = append(out.rows, c.bundle(l, b)...)
	}
	out.rows = append(out.rows, c.rules(l, rule.Deny, l.Permissions.Deny)...)
	out.rows = append(out.rows, c.rules(l, rule.Ask, l.Permissions.Ask)...)
	out.rows = append(out.rows, c.rules(l, rule.Allow, l.Permissions.Allow)...)
	return out
}

// bundleID takes a bundle's id with and without its prefix.
func bundleID(s string) string { return strings.TrimPrefix(s, "tempa/") }

func (c *compiler) bundle(l *source.Layer, b source.Bundle) []Row {
	rows, err := bundles.Rows(bundleID(b.ID.Value), b.With)
	if err != nil {
		c.errs.Add(l.File, b.Line, "%v", err)
	}
	return placed(rows, l.File, b.Line)
}

func placed(rows []rule.Row, file string, line int) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		out[i] = Row{r, file, line}
	}
	return out
}

// rules parses rule strings. Their ids are given when the layers are together.
func (c *compiler) rules(l *source.Layer, effect rule.Effect, texts []source.Text) []Row {
	var rows []Row
	for _, t := range texts {
		r, err := rule.Parse(effect, "permissions/"+string(effect), t.Value)
		if err != nil {
			c.errs.Add(l.File, t.Line, "%s: %v", effect, err)
			continue
		}
		rows = append(rows, Row{r, l.File, t.Line})
	}
	return rows
}

// selfProtection is on without being asked for; a layer that names it says how.
func (c *compiler) selfProtection() {
	const id = "self-protection"
	for _, l := range c.layers {
		if slices.ContainsFunc(l.Bundles, func(b source.Bundle) bool { return bundleID(b.ID.Value) == id }) {
			return
		}
	}
	rows, err := bundles.Rows(id, nil)
	if err != nil {
		c.errs.Add(c.layers[0].File, 0, "%v", err)
	}
	c.layers = append(c.layers, &layer{
		Layer:   &source.Layer{File: c.layers[0].File},
		rows:    placed(rows, c.layers[0].File, 0),
		implied: true,
	})
}

// rows puts the layers' rows together. A rule that two layers have counts
// once, and is observed only if both observe it.
func (c *compiler) rows() []Row {
	var rows []Row
	numbers := map[rule.Effect]int{}
	seen := map[string]int{}
	for _, l := range c.layers {
		for _, r := range l.rows {
			if r.Effect == rule.Allow && !c.allowed(l, r) {
				continue
			}
			r.Observe = c.observed(l, r)
			if r.Rule != "" {
				key := string(r.Effect) + " " + r.Rule
				if i, ok := seen[key]; ok {
					rows[i].Observe = rows[i].Observe && r.Observe
					continue
				}
				seen[key] = len(rows)
				numbers[r.Effect]++
				r.ID = fmt.Sprintf("permissions/%s/%d", r.Effect, numbers[r.Effect])
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// allowed reports whether no other layer objects to an allow rule: it has the
// same rule, or its default does not ask or deny.
func (c *compiler) allowed(of *layer, r Row) bool {
	for _, l := range c.layers {
		if l == of || l.DefaultDecision == nil || !isStrict(l.DefaultDecision.Value) || l.has(rule.Allow, r.Rule) {
			continue
		}
		c.notes.Add(r.File, r.Line, "allow %s has no effect: %s has default_decision %s and does not allow it", r.Rule, l.File, l.DefaultDecision.Value)
		return false
	}
	return true
}

func isStrict(decision string) bool { return decision == "ask" || decision == "deny" }

func (l *layer) has(effect rule.Effect, text string) bool {
	return slices.ContainsFunc(l.rows, func(r Row) bool { return r.Effect == effect && r.Rule == text })
}

// observed reports whether the row's own layer only records it.
func (c *compiler) observed(l *layer, r Row) bool {
	return slices.ContainsFunc(l.Observe, func(ref source.Text) bool { return refers(ref.Value, r) })
}

// refers reports whether a reference of observe or exceptions names the row:
// by rule string, policy id, bundle, or id/*.
func refers(ref string, r Row) bool {
	if r.Rule != "" {
		return ref == r.Rule || ref == "permissions/"+string(r.Effect)+"/*"
	}
	id := strings.TrimPrefix(r.ID, "tempa/")
	ref = strings.TrimPrefix(ref, "tempa/")
	if ref == id {
		return true
	}
	bundle, _, _ := strings.Cut(id, "/")
	return strings.TrimSuffix(ref, "/*") == bundle
}

func (l *layer) covers(ref string) bool {
	return slices.ContainsFunc(l.rows, func(r Row) bool { return refers(ref, r) })
}
