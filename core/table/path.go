package table

import (
	"path"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// File is a path that a call touches, in every spelling that leads to it.
type File struct {
	// Names are absolute and clean, with slashes: as named and as links lead.
	// Parts that cannot be known are NUL (command.Unknown); a relative path
	// of an unknown directory begins with it. With Glob the wildcards of the
	// shell are wildcards, and a backslash escapes.
	Names  []string
	Named  string // as the call gives it, for the reason
	Access event.Access
	Glob   bool
	Tree   bool
	Dots   bool   // wildcards match a leading dot; those of the Bourne shells do not
	Tool   string // rule name of the tool
	// Shallow is for the client's own search tools, which leave out what is
	// ignored and hidden: to search a directory is not to name what a rule
	// protects in it.
	Shallow bool
}

// Path visits the rows that speak about a file.
func (t *Table) Path(f *File, place *Place, visit func(Match)) {
	q := place.query(t)
	names := q.names[:0]
	for _, s := range f.Names {
		names = append(names, newName(s, f))
	}
	q.names = names
	if !t.outdated {
		for i := range names {
			q.path(&names[i], place)
		}
	}
	q.each(func(d *decoded) (string, result) {
		if d.Path == nil {
			return "", no
		}
		return f.Named, matchFile(d.Path, d.Effect, f, names, place)
	}, visit)
}

// name is one spelling of a path, cut up for matching.
type name struct {
	text    string // as in File.Names
	lower   string
	open    bool   // has wildcards or unknown parts
	unknown bool   // has unknown parts
	known   string // the directory in front of the first of them
	own     bool   // the call itself wrote a part of known
	tail    string // the components behind the last unknown part that are whole
	tokens  []token
	folded  []token
	tree    bool
	glob    bool
	reading reading
}

func newName(s string, f *File) name {
	n := name{text: s, lower: strings.ToLower(s), glob: f.Glob, tree: f.Tree}
	first := strings.IndexByte(s, 0)
	n.unknown = first >= 0
	if n.unknown {
		own := strings.TrimPrefix(f.Named, "./")
		n.own = strings.IndexByte(own, 0) != 0
		n.tail = s[strings.LastIndexByte(s, 0)+1:]
		if i := strings.IndexByte(n.tail, '/'); i >= 0 {
			n.tail = n.tail[i+1:]
		} else {
			n.tail = ""
		}
	}
	if f.Glob {
		if i := strings.IndexAny(s, `*?[\`); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	switch {
	case f.Glob && f.Dots:
		n.reading = wildDots
	case f.Glob:
		n.reading = wild
	}
	n.open = first >= 0
	n.known = s
	if n.open {
		n.known = s[:strings.LastIndexByte(s[:first], '/')+1]
		if n.known != "/" {
			n.known = strings.TrimSuffix(n.known, "/")
		}
	}
	return n
}

// relative is the path below a directory, and whether it is there at all.
func relative(path, dir string, fold bool) (string, bool) {
	if dir == "/" {
		return strings.TrimPrefix(path, "/"), strings.HasPrefix(path, "/")
	}
	if len(path) < len(dir) || !sameText(path[:len(dir)], dir, fold) {
		return "", false
	}
	if len(path) == len(dir) {
		return "", true
	}
	return path[len(dir)+1:], path[len(dir)] == '/'
}

func sameText(a, b string, fold bool) bool {
	return a == b || fold && strings.EqualFold(a, b)
}

// bases are the directories that an anchor stands for.
func (p *Place) bases(anchor byte) []string {
	switch anchor {
	case anchorHome:
		return p.Homes
	case anchorRoot:
		if len(p.Roots) == 0 {
			return p.Dirs
		}
		return p.Roots
	}
	return rootOnly
}

var rootOnly = []string{"/"}

// lowerBases are the bases in lower case.
func (p *Place) lowerBases(anchor byte) []string {
	lower := &p.lower.homes
	switch anchor {
	case anchorFile:
		return rootOnly
	case anchorRoot:
		lower = &p.lower.roots
	}
	if *lower == nil {
		for _, base := range p.bases(anchor) {
			*lower = append(*lower, strings.ToLower(base))
		}
	}
	return *lower
}

// path collects the rows that could speak about one spelling.
func (q *query) path(n *name, place *Place) {
	known := strings.ToLower(n.known)
	for _, anchor := range [...]byte{anchorFile, anchorHome, anchorRoot} {
		for _, base := range place.lowerBases(anchor) {
			q.prefixes(n, known, anchor, base)
		}
	}
	if n.known == "" && n.unknown {
		q.suffixes(n.tail)
	}
	q.components(n)
	q.scan(scanPath, func(glob string) bool { return n.open || matchPath(glob, strings.TrimPrefix(n.lower, "/"), true, true) })
}

// prefixes looks the known directory up, every one above it, and what lies
// below where the path reaches there. Keys are in lower case.
func (q *query) prefixes(n *name, known string, anchor byte, base string) {
	rel, inside := relative(known, base, false)
	if !inside {
		if n.tree || n.open {
			if _, above := relative(base, known, false); above && known != "" {
				q.below(byPrefix, string(rune(anchor)))
			}
		}
		return
	}
	key := prefixKey(anchor, rel)
	if n.tree || n.open {
		q.below(byPrefix, strings.TrimSuffix(key, "/")+"/")
	}
	q.find(byPrefix, key)
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		q.upwards(key[:i])
	}
}

// upwards looks a directory up and every one above it. The paths of a call
// share most of theirs, so what is found is remembered.
func (q *query) upwards(key string) {
	lines, known := q.place.upwards[key]
	if !known {
		end := q.t.lines(byPrefix)
		for dir, more := key, true; more; {
			if i, ok := q.exact(byPrefix, 0, end, 0, dir); ok {
				lines = append(lines, i)
			}
			i := strings.LastIndexByte(dir, '/')
			if more = i >= 0; more {
				dir = dir[:i]
			}
		}
		if q.place.upwards == nil {
			q.place.upwards = make(map[string][]int)
		}
		q.place.upwards[key] = lines
	}
	for _, i := range lines {
		q.line(byPrefix, i)
	}
}

// suffixes looks for directories that the end of a path could lie in, or be.
func (q *query) suffixes(tail string) {
	tail = strings.ToLower(tail)
	if tail == "" {
		return
	}
	q.scan(byPrefix, func(key string) bool { return hasComponent(tail, key[strings.LastIndexByte(key, '/')+1:]) })
}

func hasComponent(path, c string) bool {
	for last := path == ""; !last; {
		var have string
		if have, path, last = next(path); have == c {
			return true
		}
	}
	return false
}

// components looks every component up: as a name, and by its end.
func (q *query) components(n *name) {
	for rest, last := strings.TrimPrefix(n.lower, "/"), false; !last; {
		var c string
		c, rest, last = next(rest)
		if n.open && strings.ContainsAny(c, "\x00*?[\\") {
			q.wildcard(n, c)
			continue
		}
		q.find(byName, c)
		for i := strings.IndexByte(c, '.'); i >= 0; {
			q.find(byExt, c[i:])
			j := strings.IndexByte(c[i+1:], '.')
			if j < 0 {
				break
			}
			i += 1 + j
		}
	}
}

// wildcard looks up the names that a component with wildcards or unknown
// parts could be. A component of which nothing is known is no reason to look.
func (q *query) wildcard(n *name, c string) {
	if strings.Trim(c, "\x00*") == "" {
		return
	}
	tokens := textTokens(c, n.reading)
	q.scan(byName, func(key string) bool { return intersect(literalTokens(key), tokens, false, false) })
	if n.unknown {
		end := c[strings.LastIndexByte(c, 0)+1:]
		q.scan(byExt, func(key string) bool { return strings.HasSuffix(end, key) })
		return
	}
	end := literalEnd(c)
	q.scan(byExt, func(key string) bool {
		return strings.HasSuffix(key, end) || strings.HasSuffix(end, key)
	})
}

func literalTokens(s string) []token {
	out := make([]token, len(s))
	for i := range len(s) {
		out[i] = token{kind: tokChar, char: s[i]}
	}
	return out
}

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

// allowFile is for allow rows: every spelling lies inside, and all of it is
// known.
func allowFile(p *rule.Path, f *File, names []name, place *Place) result {
	a, _ := anchors(p.Pattern, rule.Allow)
	for i := range names {
		n := &names[i]
		if n.open {
			return no
		}
		inside := false
		for _, base := range place.bases(a[0].anchor) {
			rel, ok := relative(n.text, base, place.Fold)
			inside = inside || ok && covers(a[0].glob, rel, f.Tree, place.Fold)
		}
		if !inside {
			return no
		}
	}
	if len(names) == 0 {
		return no
	}
	return yes
}

// covers is for allow rows: the path itself, and with its tree only under a
// pattern that names trees.
func covers(glob, rel string, tree, fold bool) bool {
	if tree && !strings.HasSuffix(glob, "**") {
		return false
	}
	if fold {
		glob, rel = strings.ToLower(glob), strings.ToLower(rel)
	}
	return matchPath(glob, rel, false, tree)
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

// plausible keeps "$f" from being every file there is: the known part has to
// point at the pattern.
func (n *name) plausible(a anchored, base string, fold bool) bool {
	if !n.unknown {
		return n.globPlausible(a)
	}
	if n.tail != "" && named(a.glob, n.tail, fold) && (a.anyDepth() || a.anchor == anchorRoot || pointed(a.glob, n.tail, fold)) {
		return true
	}
	if a.anyDepth() || !n.own || n.known == "" {
		return false
	}
	full := strings.TrimSuffix(base, "/")
	if l := a.literal(); l != "" {
		full += "/" + l
	}
	if _, above := relative(full, n.known, fold); above {
		return true
	}
	_, inside := relative(n.known, full, fold)
	return inside
}

// pointed reports whether the known end of a path says by itself that it means
// the one place that a pattern from the home directory or from / names: by a
// hidden directory, by two of its components, or by a file name that means
// nothing else. A lone "cache", ".npmrc" or "config.json" in a directory that
// is not known may be the project's own.
func pointed(glob, tail string, fold bool) bool {
	if fold {
		glob, tail = strings.ToLower(glob), strings.ToLower(tail)
	}
	dir, base := path.Split(tail)
	wantDir, wantBase := path.Split(glob)
	if dir == "" {
		return wantDir != "" && !ordinary(wantBase)
	}
	for rest, last := wantDir, wantDir == ""; !last; {
		var c string
		if c, rest, last = next(rest); strings.HasPrefix(c, ".") && hasComponent(dir, c) {
			return true
		}
	}
	if strings.Trim(wantBase, "*") == "" {
		return twoNames(path.Clean(wantDir), path.Clean(dir))
	}
	return twoNames(glob, tail) || !ordinary(wantBase) && matchName(wantBase, base)
}

// twoNames compares the last two components.
func twoNames(glob, text string) bool {
	wantDir, want := path.Split(glob)
	dir, base := path.Split(text)
	return wantDir != "" && dir != "" && matchName(path.Base(wantDir), path.Base(dir)) && matchName(want, base)
}

// ordinary reports whether a pattern's last component is no name of its own.
func ordinary(base string) bool {
	if strings.ContainsAny(base, "*?[") {
		return true
	}
	for _, p := range [...]string{"config", "settings", "hooks", "hosts"} {
		if strings.HasPrefix(base, p) {
			return true
		}
	}
	return false
}

// globPlausible keeps * and */* from being every name at any depth: "ls *" in
// a directory is not a way to name .env or a key file.
func (n *name) globPlausible(a anchored) bool {
	if !a.anyDepth() {
		return true
	}
	for rest, last := strings.TrimPrefix(n.text, "/"), false; !last; {
		var c string
		c, rest, last = next(rest)
		if strings.ContainsAny(c, "*?[") && strings.Trim(c, "*?") != "" && intersectsAny(a.glob, textTokens(c, n.reading)) {
			return true
		}
	}
	return false
}

// intersectsAny reports whether a component with wildcards can be one of the
// components that the pattern names.
func intersectsAny(glob string, text []token) bool {
	for last := glob == ""; !last; {
		var p string
		if p, glob, last = next(glob); p != "**" && p != "*" && intersect(patternTokens(p), text, false, false) {
			return true
		}
	}
	return false
}

// named reports whether the known end of a path has a component that the
// pattern names: its last one, or the last one that is literal.
func named(glob, tail string, fold bool) bool {
	if fold {
		glob, tail = strings.ToLower(glob), strings.ToLower(tail)
	}
	base := glob[strings.LastIndexByte(glob, '/')+1:]
	if base != "*" && base != "**" && base != "" {
		return matchName(base, tail[strings.LastIndexByte(tail, '/')+1:])
	}
	literal := ""
	for last := glob == ""; !last; {
		var c string
		if c, glob, last = next(glob); !strings.ContainsAny(c, "*?[") && c != "" {
			literal = c
		}
	}
	return literal != "" && hasComponent(tail, literal)
}
