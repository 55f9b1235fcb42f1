package table

import (
	"strings"

	"github.com/tempahq/tempa/core/event"
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
			q.path(&names[i])
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

// path collects the rows that could speak about one spelling. Keys are in lower
// case.
func (q *query) path(n *name) {
	known := n.lower
	if n.open {
		known = strings.ToLower(n.known)
	}
	switch {
	case !strings.HasPrefix(known, "/"):
		if n.known == "" && n.unknown {
			q.suffixes(n.tail)
		}
		q.components(n, n.lower)
	case n.tree || n.open:
		q.tree(known)
		q.components(n, n.lower[len(known):])
	default:
		q.file(known)
	}
	q.scan(scanPath, func(glob string) bool {
		return n.open || begins(glob, n.lower) && matchPath(glob, strings.TrimPrefix(n.lower, "/"), true, true)
	})
}

// begins reports whether a component of a path begins like the one that the
// pattern names at any depth, which is soon told.
func begins(glob, path string) bool {
	c, ok := strings.CutPrefix(glob, "**/")
	end := strings.IndexAny(c, "/*?[")
	return !ok || end <= 0 || strings.Contains(path, "/"+c[:end]) || strings.HasPrefix(path, c[:end])
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

// components looks up the components that stand in no known directory.
func (q *query) components(n *name, rest string) {
	for rest, last := strings.TrimPrefix(rest, "/"), rest == ""; !last; {
		var c string
		c, rest, last = next(rest)
		if n.open && strings.ContainsAny(c, "\x00*?[\\") {
			q.wildcard(n, c)
			continue
		}
		q.component(nil, c)
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
