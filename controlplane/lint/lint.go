// Package lint looks for rules of a policy that cannot be meant.
package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/rule"
)

// Finding is something in a policy that people should look at.
type Finding struct {
	Check string `json:"check"`
	// Note is for what may well be meant: it is told and changes no status.
	Note bool   `json:"note"`
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

func (f Finding) String() string {
	text := source.Error{File: f.File, Line: f.Line, Text: f.Text}.Error() + " [" + f.Check + "]"
	if f.Note {
		return "note: " + text
	}
	return text
}

// Policy returns the findings of a compiled policy, by place.
func Policy(t *source.Target, p *compile.Policy, now time.Time) []Finding {
	l := &linter{now: now}
	for _, n := range p.Notes {
		l.add("no-effect", n.File, n.Line, "%s", n.Text)
	}
	l.shadowed(written(p.Rows))
	l.externalMCP(p)
	for _, layer := range t.Layers {
		l.exceptions(layer)
		l.tools(layer)
	}
	slices.SortStableFunc(l.found, func(a, b Finding) int {
		return source.ByPlace(source.Error{File: a.File, Line: a.Line}, source.Error{File: b.File, Line: b.Line})
	})
	return slices.Compact(l.found)
}

type linter struct {
	now   time.Time
	found []Finding
}

func (l *linter) add(check, file string, line int, format string, args ...any) {
	l.found = append(l.found, Finding{check, false, file, line, fmt.Sprintf(format, args...)})
}

func (l *linter) note(check, file string, line int, format string, args ...any) {
	l.found = append(l.found, Finding{check, true, file, line, fmt.Sprintf(format, args...)})
}

// written are the rule strings that people wrote, without bundles.
func written(rows []compile.Row) []compile.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r compile.Row) bool { return r.Rule == "" })
}

// shadowed finds rules that another one always overrules or already holds.
func (l *linter) shadowed(rows []compile.Row) {
	liberal := asDeny(rows)
	for i, r := range rows {
		for j, by := range rows {
			if i == j || !Covers(liberal[j], liberal[i]) {
				continue
			}
			switch {
			case strictness(by.Effect) > strictness(r.Effect):
				l.add("shadowed", r.File, r.Line, "%s %s never has a say: %s %s (line %d) covers it and is stricter; remove one", r.Effect, r.Rule, by.Effect, by.Rule, by.Line)
			case by.Effect == r.Effect && !(j > i && Covers(liberal[i], liberal[j])):
				l.add("shadowed", r.File, r.Line, "%s %s adds nothing: %s %s (line %d) covers it; remove it", r.Effect, r.Rule, by.Effect, by.Rule, by.Line)
			case by.Effect == rule.Allow && r.Effect == rule.Deny:
				l.note("allow-wider", by.File, by.Line, "allow %s is wider than deny %s (line %d); the deny wins", by.Rule, r.Rule, r.Line)
			default:
				continue
			}
			break
		}
	}
}

// asDeny reads the rules as if all of them denied: an allow rule has another
// form, and only rules of one form can be compared.
func asDeny(rows []compile.Row) []rule.Row {
	out := make([]rule.Row, len(rows))
	for i, r := range rows {
		out[i], _ = rule.Parse(rule.Deny, r.ID, r.Rule)
	}
	return out
}

func strictness(e rule.Effect) int {
	return slices.Index([]rule.Effect{rule.Allow, rule.Ask, rule.Deny}, e)
}

// externalMCP finds rules on servers that are closed altogether.
func (l *linter) externalMCP(p *compile.Policy) {
	if p.Profile.AllowsExternalMCP() {
		return
	}
	for _, r := range written(p.Rows) {
		if r.MCP != nil && r.Effect != rule.Deny && r.MCP.Server != "tempa" {
			l.add("never-matches", r.File, r.Line, "%s %s never has a say: allow_external_mcp is false", r.Effect, r.Rule)
		}
	}
}

func (l *linter) exceptions(layer *source.Layer) {
	for _, e := range layer.Exceptions {
		if e.Until == nil {
			l.note("exception", layer.File, e.Rule.Line, "the exception for %s has no end; add until: with its last day", e.Rule.Value)
			continue
		}
		end, err := profile.Exception{Until: e.Until.Value}.End()
		if err == nil && !l.now.Before(end) {
			l.add("exception", layer.File, e.Until.Line, "the exception for %s ended on %s; remove it", e.Rule.Value, e.Until.Value)
		}
	}
}

// tools finds names in offline.allow_tools that no client has.
func (l *linter) tools(layer *source.Layer) {
	if layer.Offline.AllowTools == nil {
		return
	}
	for _, t := range *layer.Offline.AllowTools {
		if _, err := rule.Parse(rule.Allow, "offline.allow_tools", t.Value); err != nil {
			l.add("unknown-tool", layer.File, t.Line, "offline.allow_tools: %v", err)
		}
	}
}
