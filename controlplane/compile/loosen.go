package compile

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
)

// observe keeps a reference when every layer that has such a rule observes it.
func (c *compiler) observe() []string {
	var kept []string
	for _, l := range c.layers {
		for _, ref := range l.Observe {
			if c.agreed(l, ref, func(other *layer) bool {
				return slices.Contains(source.Values(other.Observe), ref.Value)
			}) {
				kept = union(kept, []string{ref.Value})
			}
		}
	}
	return kept
}

// exceptions keeps one when every layer that has such a rule has it too; the
// earliest end counts.
func (c *compiler) exceptions() []profile.Exception {
	var kept []profile.Exception
	for _, l := range c.layers {
		for _, e := range l.Exceptions {
			if c.agreed(l, e.Rule, func(other *layer) bool { return other.hasException(e) }) {
				kept = addException(kept, c.resolve(e))
			}
		}
	}
	return kept
}

func (l *layer) hasException(e source.Exception) bool {
	return slices.ContainsFunc(l.Exceptions, func(o source.Exception) bool {
		return o.Rule.Value == e.Rule.Value && o.Scope.Value == e.Scope.Value
	})
}

// agreed reports whether every other layer that has the rule agrees to loosen
// it. A reference that names no rule at all is a mistake.
func (c *compiler) agreed(of *layer, ref source.Text, agrees func(*layer) bool) bool {
	found := of.covers(ref.Value)
	for _, l := range c.layers {
		if l == of || !l.covers(ref.Value) {
			continue
		}
		found = true
		if !agrees(l) && !l.implied {
			c.notes.Add(of.File, ref.Line, "loosening %s has no effect: %s has that rule and does not loosen it", ref.Value, l.File)
			return false
		}
	}
	if !found {
		c.errs.Add(of.File, ref.Line, "%s names no rule of this policy; write a rule string as it stands under permissions, or a policy id such as tempa/git/push-protected", ref.Value)
	}
	return true
}

// resolve writes the reference in the form that the table compares.
func (c *compiler) resolve(e source.Exception) profile.Exception {
	out := profile.Exception{Rule: e.Rule.Value, Scope: e.Scope.Value}
	if e.Until != nil {
		out.Until = e.Until.Value
	}
	for _, l := range c.layers {
		for _, r := range l.rows {
			if r.Rule == "" && refers(e.Rule.Value, r) {
				out.Rule = "tempa/" + strings.TrimPrefix(e.Rule.Value, "tempa/")
				if !strings.Contains(strings.TrimPrefix(out.Rule, "tempa/"), "/") {
					out.Rule += "/*"
				}
				return out
			}
		}
	}
	return out
}

func addException(list []profile.Exception, e profile.Exception) []profile.Exception {
	for i, have := range list {
		if have.Rule == e.Rule && have.Scope == e.Scope {
			list[i].Until = earlier(have, e)
			return list
		}
	}
	return append(list, e)
}

func earlier(a, b profile.Exception) string {
	ta, _ := a.End()
	tb, _ := b.End()
	if ta.IsZero() || !tb.IsZero() && tb.Before(ta) {
		return b.Until
	}
	return a.Until
}
