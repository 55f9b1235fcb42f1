package policy

import (
	"slices"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// subject is what a row was matched with.
type subject struct {
	what    string
	call    *table.Call
	paths   []access.Path // of the call
	file    *table.File
	command *ExplainedCommand // where explain notes it
}

// maxIDs bounds how many rules one answer names.
const maxIDs = 8

// match takes a row into the decision. It reports whether the row allows.
func (j *judge) match(m table.Match, s subject) (allows bool) {
	switch {
	case m.Row.Effect == rule.Allow:
		j.note(m, s, "")
		return !m.Row.Observe
	case m.Row.Observe || j.observes(m.Row.ID):
		if !slices.Contains(j.observed, m.Row.ID) {
			j.observed = append(j.observed, m.Row.ID)
		}
		j.note(m, s, "only observed")
		return false
	case j.excepted(m.Row, s):
		j.note(m, s, "lifted by an exception")
		return false
	}
	j.note(m, s, "")
	if m.Row.Effect == rule.Guidance {
		if !m.Maybe {
			j.d = decision.Strictest(j.d, decision.Decision{Kind: decision.Guidance, PolicyIDs: []string{m.Row.ID}, Guidance: []string{sentences(m.Row.Reason, m.Row.Instead)}})
		}
		return false
	}
	kind := effectKind(m.Row.Effect, m.Maybe)
	if kind < j.d.Kind || kind == j.d.Kind && len(j.d.PolicyIDs) >= maxIDs {
		return false
	}
	d := decision.Because(kind, m.Row.ID, rowReason(m, s))
	d.Matched = excerpt(s.what)
	j.add(d, Rows)
	return false
}

// observes reports whether the policy only records a rule: by its id, by the
// name of its bundle, or by a glob.
func (j *judge) observes(id string) bool {
	return slices.ContainsFunc(j.header.Observe, func(o string) bool {
		return id == o || strings.HasPrefix(id, "tempa/"+strings.TrimPrefix(o, "tempa/")+"/") && o != "" || strings.Contains(o, "*") && table.Like(o, id)
	})
}

// excepted reports whether an exception that is in force lifts the row for
// this subject.
func (j *judge) excepted(r *rule.Row, s subject) bool {
	for i := range j.header.Exceptions {
		e := &j.header.Exceptions[i]
		if names(e.Rule, r) && inForce(e.Until, j.in.Now) && j.covers(e.Scope, s) {
			return true
		}
	}
	return false
}

func names(pattern string, r *rule.Row) bool {
	return pattern != "" && (pattern == r.ID || pattern == r.Rule || strings.Contains(pattern, "/") && strings.HasSuffix(pattern, "*") && table.Like(pattern, r.ID))
}

// inForce reads the end of an exception. What cannot be read is over.
func inForce(until string, now time.Time) bool {
	if until == "" {
		return true
	}
	if t, err := time.Parse(time.RFC3339, until); err == nil {
		return now.Before(t)
	}
	t, err := time.Parse("2006-01-02", until)
	return err == nil && now.Before(t.AddDate(0, 0, 1))
}

// covers reports whether the scope of an exception holds for the subject, for
// all of it.
func (j *judge) covers(scope string, s subject) bool {
	switch {
	case scope == "" || scope == "*":
		return true
	case s.file != nil:
		return table.ScopeCoversFile(scope, s.file, &j.place)
	case s.call == nil:
		return table.Like(scope, s.what)
	case isPathScope(scope):
		return j.coversPaths(scope, s.paths)
	}
	return table.ScopeCoversCommand(scope, *s.call, &j.place)
}

func isPathScope(scope string) bool {
	return strings.HasPrefix(scope, "/") || strings.HasPrefix(scope, "~/") || strings.HasPrefix(scope, "./") || strings.HasPrefix(scope, "**/")
}

// coversPaths is for a rule about commands that is lifted for a place: every
// path that the command touches has to lie there.
func (j *judge) coversPaths(scope string, paths []access.Path) bool {
	for i := range paths {
		f := j.newFile(&paths[i])
		if !table.ScopeCoversFile(scope, &f, &j.place) {
			return false
		}
	}
	return len(paths) > 0
}
