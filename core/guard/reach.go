package guard

import (
	"io/fs"
	"os"
	"strings"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
)

// relation is how a path stands to a target.
type relation uint8

const (
	apart   relation = iota
	above            // a folder that the target lies in
	perhaps          // a glob that can be it
	within           // the target or something in it
)

// location is everything that one path can mean.
type location struct {
	places []string // resolved; for a glob the folder that its matches lie in
	names  []string // for a glob: the names below that folder, with wildcards
	tail   []string // names behind the last part that cannot be known; nil when all is known
	shell  bool
	abs    string // of the folder, before it was resolved; empty when unknown
	open   bool   // the places are folders that the path goes on below in a way that cannot be known

	// standing is what is at the places and in the folders above them; looked up
	// when a target exists to compare with.
	standing []standing
	first    [1]standing // room for it: mostly there is one place
}

// standing is what is at a place, nil when nothing is, and in all folders above
// it.
type standing struct {
	at    fs.FileInfo
	above []fs.FileInfo
}

// locate works out what a path can mean.
func (g *Guard) locate(p access.Path, shell bool) location {
	s := g.Scope
	text := homeVariable(p.Path.Path, s.Home)
	if s.Windows {
		text = withoutStreams(text)
	}
	l := location{shell: shell}
	if opaque(text) {
		l.tail, l.open = tail(text), true
		if head := knownFolder(text); head != "" && p.DirKnown && !(g.DirUnknown && !s.Rooted(head)) {
			if abs, ok := s.Abs(head, g.Dir); ok {
				l.places, _ = s.Places(abs)
			}
		}
		return l
	}
	if grouped, ok := flatten(text); ok {
		text, p.Glob = grouped, true
	}
	head, rest := text, ""
	if p.Glob {
		head, rest = s.Static(text)
	}
	abs, ok := s.Abs(head, g.Dir)
	if ok {
		l.abs = abs
		var exact bool
		l.places, exact = s.Places(abs)
		ok = exact
	}
	if !ok || !p.DirKnown || g.DirUnknown && !s.Rooted(text) {
		l.tail = tail(text)
	}
	if rest != "" {
		l.names = folded(strings.Split(rest, "/"))
	}
	return l
}

// reach compares a location with a target.
func (g *Guard) reach(l *location, t *target) relation {
	best := apart
	for i := range l.places {
		best = max(best, g.relate(l, i, t))
	}
	if l.tail != nil && best < within && endsLike(l.tail, t, g.Scope.Fold) {
		return within
	}
	return best
}

func (g *Guard) relate(l *location, i int, t *target) relation {
	s, place := g.Scope, l.places[i]
	if n := min(len(place), len(t.real)); t.info == nil && !s.Fold && place[:n] != t.real[:n] {
		return apart // most of the time, so it is seen first
	}
	switch {
	case s.Under(place, t.real), t.info != nil && g.same(l, i, t):
		return within
	case l.open || !s.Under(t.real, place):
		return apart
	case l.names == nil:
		return above
	}
	below := strings.Split(strings.Trim(t.real[min(len(t.real), len(place)):], "/"), "/")
	return reaches(l.names, below, matcher{fold: s.Fold, shell: l.shell})
}

// same finds a target under another name: a hard link, a bind mount, another
// case. A folder is compared all the way up the tree.
func (g *Guard) same(l *location, i int, t *target) bool {
	if l.standing == nil {
		l.standing = l.first[:0]
		for _, place := range l.places {
			l.standing = append(l.standing, g.standing(place))
		}
	}
	at := l.standing[i].at
	if at != nil && os.SameFile(at, t.info) {
		return true
	}
	if t.info.IsDir() {
		for _, info := range l.standing[i].above {
			if info != nil && os.SameFile(info, t.info) {
				return true
			}
		}
	}
	return false
}

// standing looks at a place and all folders above it. What was not there when
// links were followed is not looked for again.
func (g *Guard) standing(place string) (s standing) {
	folder := g.Scope.Found(place)
	if folder == place {
		s.at = g.stat(place)
		folder = place[:max(0, strings.LastIndexByte(place, '/'))]
	}
	if g.folder != folder {
		g.folder, g.folders = folder, nil
		for i := len(folder); i > 0; i = strings.LastIndexByte(folder[:i], '/') {
			g.folders = append(g.folders, g.stat(folder[:i]))
		}
	}
	s.above = g.folders
	return s
}

// near are the hook files that a location may have to do with: those that are
// on the way to its place or below the folder it is in, and those that exist,
// which it may be under another name. Most folders are near nothing.
func (g *Guard) near(l *location) []target {
	if l.tail != nil || len(l.places) != 1 || len(l.places[0]) > longest || g.Scope.Fold {
		return g.hookFiles()
	}
	place := l.places[0]
	return g.nearFolder(place[:max(0, strings.LastIndexByte(place, '/'))])
}

// longest is the longest path of a folder whose targets are remembered.
const longest = 1024

func (g *Guard) nearFolder(folder string) []target {
	if folder == "" {
		return g.hookFiles()
	}
	if list, known := g.nearby[folder]; known {
		return list
	}
	list := near(g.nearFolder(folder[:max(0, strings.LastIndexByte(folder, '/'))]), folder)
	if g.nearby == nil {
		g.nearby = make(map[string][]target)
	}
	g.nearby[folder] = list
	return list
}

// near leaves out the targets that have nothing to do with a folder.
func near(list []target, folder string) []target {
	kept := 0
	for i := range list {
		if list[i].near(folder) {
			kept++
		}
	}
	if kept == len(list) {
		return list
	}
	out := make([]target, 0, kept)
	for i := range list {
		if list[i].near(folder) {
			out = append(out, list[i])
		}
	}
	return out
}

func (t *target) near(folder string) bool {
	n := min(len(folder), len(t.real))
	return t.info != nil || folder[:n] == t.real[:n]
}

// homeVariable expands the variables that mean the home directory, for tools
// that expand them.
func homeVariable(p, home string) string {
	if home == "" || p == "" || p[0] != '$' && p[0] != '%' {
		return p
	}
	for _, name := range [...]string{"$HOME", "${HOME}", "$env:HOME", "$env:USERPROFILE", "${env:USERPROFILE}", "%USERPROFILE%", "%HOMEDRIVE%%HOMEPATH%"} {
		if len(p) < len(name) || !strings.EqualFold(p[:len(name)], name) {
			continue
		}
		if rest := p[len(name):]; rest == "" || rest[0] == '/' || rest[0] == '\\' {
			return home + rest
		}
	}
	return p
}

// withoutStreams cuts the streams off the names of a Windows path, because a
// stream's type is written like a variable: x::$INDEX_ALLOCATION is x.
func withoutStreams(p string) string {
	names := strings.Split(strings.ReplaceAll(p, `\`, "/"), "/")
	for i, name := range names {
		if colon := strings.IndexByte(name, ':'); colon > 1 && !strings.HasPrefix(name, "$env:") && name != "file:" {
			names[i] = name[:colon]
		}
	}
	return strings.Join(names, "/")
}

// opaque reports whether a path has a part that only the running shell knows.
func opaque(p string) bool {
	return strings.IndexByte(p, 0) >= 0 || strings.IndexByte(p, '$') >= 0 || strings.IndexByte(p, '`') >= 0
}

// knownFolder is the folder in front of the first part of a path that cannot
// be known.
func knownFolder(p string) string {
	p = p[:strings.IndexAny(p, command.Unknown+"$`")]
	return p[:strings.LastIndexAny(p, `/\`)+1]
}

// flatten reads a brace pattern as a wildcard.
func flatten(p string) (string, bool) {
	end := strings.LastIndexByte(p, '}')
	if open := strings.IndexByte(p, '{'); open < 0 || open > end {
		return p, false
	}
	var out strings.Builder
	depth := 0
	for i := range len(p) {
		switch {
		case p[i] == '{' && i < end:
			if depth++; depth == 1 {
				out.WriteByte('*')
			}
		case p[i] == '}' && depth > 0:
			depth--
		case depth == 0:
			out.WriteByte(p[i])
		}
	}
	return out.String(), true
}

// tail is the names of a path behind the last one that cannot be known. A name
// that is known only in part is not.
func tail(p string) []string {
	names := folded(strings.Split(strings.ReplaceAll(p, `\`, "/"), "/"))
	for i := len(names) - 1; i >= 0; i-- {
		if opaque(names[i]) || names[i] == ".." {
			return names[i+1:]
		}
	}
	return names
}

// folded takes . and empty names away, and lets .. take the name before it.
func folded(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		switch {
		case name == "" || name == ".":
		case name == ".." && len(out) > 0 && out[len(out)-1] != ".." && out[len(out)-1] != "**" && !opaque(out[len(out)-1]):
			out = out[:len(out)-1]
		default:
			out = append(out, name)
		}
	}
	return out
}

// endsLike compares names with the end of a target's path, from its last
// hidden name on: .tempa, .claude/settings.json. It is used where the
// beginning of the path cannot be known.
func endsLike(names []string, t *target, fold bool) bool {
	want := strings.Split(t.Path, "/")
	if strings.IndexByte(t.Path, '\\') >= 0 {
		want = strings.Split(strings.ReplaceAll(t.Path, `\`, "/"), "/")
	}
	from := len(want) - 1
	for ; from >= 0 && !strings.HasPrefix(want[from], "."); from-- {
	}
	if from < 0 {
		// Our programs lie where nothing is hidden: rm $(which tempa-codex).
		last := want[len(want)-1]
		return strings.HasPrefix(last, "tempa-") && len(names) > 0 && equalNames(names[len(names)-1:], []string{last}, fold)
	}
	want = want[from:]
	for i := 0; i+len(want) <= len(names); i++ {
		if equalNames(names[i:i+len(want)], want, fold) {
			return true
		}
	}
	return false
}

func equalNames(a, b []string, fold bool) bool {
	for i := range a {
		if a[i] != b[i] && !(fold && strings.EqualFold(a[i], b[i])) {
			return false
		}
	}
	return true
}
