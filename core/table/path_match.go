package table

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// matchFile is the strongest match of any spelling.
func matchFile(p *rule.Path, effect rule.Effect, f *File, names []name, place *Place) result {
	if len(p.Access) > 0 && !slices.Contains(p.Access, f.Access) || len(p.Tools) > 0 && !slices.Contains(p.Tools, f.Tool) {
		return no
	}
	if effect == rule.Allow {
		return allowFile(p, f, names, place)
	}
	if exceptedFile(p, f, names, place) {
		return no
	}
	best := no
	a, n := anchors(p.Pattern, effect)
	for i := range names {
		for _, pattern := range a[:n] {
			best = max(best, matchSpelling(pattern, f, &names[i], place))
		}
	}
	return best
}

// exceptedFile reports whether every spelling is one that the row leaves out.
func exceptedFile(p *rule.Path, f *File, names []name, place *Place) bool {
	if f.Tree || len(p.Except) == 0 || len(names) == 0 {
		return false
	}
	for i := range names {
		n := &names[i]
		if !slices.ContainsFunc(p.Except, func(e string) bool { return n.matches(e, place) }) {
			return false
		}
	}
	return true
}

// matches compares a spelling with a pattern of Except: what is not certain
// does not count.
func (n *name) matches(pattern string, place *Place) bool {
	a, count := anchors(pattern, rule.Deny)
	text, tail := n.text, n.text[strings.LastIndexByte(n.text, '/')+1:]
	if n.open && strings.ContainsAny(tail, "\x00*?[\\") {
		return false
	}
	for _, e := range a[:count] {
		if n.unknown && e.anyDepth() && !strings.HasPrefix(text, "/") && matchPath(e.glob, tail, false, false) {
			return true
		}
		for _, base := range place.bases(e.anchor) {
			if rel, ok := relative(text, base, place.Fold); ok && matchPath(e.glob, rel, false, false) {
				return true
			}
		}
	}
	return false
}

// matchSpelling matches a pattern with one spelling, liberally.
func matchSpelling(a anchored, f *File, n *name, place *Place) result {
	best := no
	for _, base := range place.bases(a.anchor) {
		if best = max(best, matchAt(a, base, f, n, place.Fold)); best == yes {
			return yes
		}
	}
	if n.open && best == no && reaches(a, base0(place.bases(a.anchor)), n, f, place.Fold) {
		return maybe
	}
	return best
}

func base0(bases []string) string {
	if len(bases) == 0 {
		return ""
	}
	return bases[0]
}

// matchAt matches below one base directory.
func matchAt(a anchored, base string, f *File, n *name, fold bool) result {
	glob, text := a.glob, n.text
	if n.glob && n.open {
		text = strings.ReplaceAll(text, `\`, "")
	}
	if fold {
		glob, text = strings.ToLower(glob), strings.ToLower(text)
	}
	self := f.Access != event.AccessWrite || f.Tree
	rel, inside := relative(text, base, fold)
	if inside && !(n.unknown && n.known == "" && !n.certain(a)) && matchPath(glob, rel, true, self) {
		return yes
	}
	if a.anchor == anchorAny && !strings.HasPrefix(text, "/") && n.certain(a) && matchPath(glob, text, true, self) {
		return yes
	}
	if f.Tree && !n.open {
		return contains(a, base, f, n, fold)
	}
	return no
}

// certain reports whether the known end of a path is enough for the pattern
// whatever its unknown beginning is: **/*.pem for $d/x.pem.
func (n *name) certain(a anchored) bool {
	return a.anchor == anchorAny && a.glob != "**" && n.tail != "" || !n.unknown
}

// contains is for a path that is meant with its tree: the pattern names
// something in it. A pattern at any depth names nothing certain.
func contains(a anchored, base string, f *File, n *name, fold bool) result {
	if a.anyDepth() {
		return no
	}
	literal := a.literal()
	full := strings.TrimSuffix(base, "/")
	if literal != "" {
		full += "/" + literal
	}
	below, inside := relative(full, n.text, fold)
	if !inside || below == "" && literal == a.glob {
		return no
	}
	switch {
	case f.Access.Writes():
		return yes
	case f.Shallow:
		return no
	}
	return maybe
}

// reaches reports whether a path with wildcards or unknown parts may lead to
// what the pattern names, and is likely meant to.
func reaches(a anchored, base string, n *name, f *File, fold bool) bool {
	if !n.plausible(a, base, fold) || f.Shallow && !a.anyDepth() && strings.Contains(n.text, "**") {
		return false
	}
	pattern := a.glob
	if a.anchor != anchorAny {
		pattern = strings.TrimPrefix(strings.TrimSuffix(base, "/")+"/", "/") + a.glob
	}
	tokens, text := n.tokens, n.text
	if fold {
		tokens, text, pattern = n.folded, n.lower, strings.ToLower(pattern)
	}
	if tokens == nil {
		tokens = textTokens(strings.TrimPrefix(text, "/"), n.reading)
		if fold {
			n.folded = tokens
		} else {
			n.tokens = tokens
		}
	}
	return intersect(patternTokens(pattern), tokens, f.Tree, f.Access != event.AccessWrite)
}
