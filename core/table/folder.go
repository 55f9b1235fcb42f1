package table

import "strings"

// folder is what is filed about the paths in a directory because of the
// directory and those above it. It is looked up once for all the paths of a
// call, since they share most of their directories.
type folder struct {
	bases []based
	names []filed // by the directories' names, from the root on
}

// filed is a line of an index.
type filed struct{ index, line int }

// based is a folder seen from a base, a directory that patterns begin in.
type based struct {
	anchor byte
	base   string // in lower case
	inside bool   // the folder is the base or lies in it

	// Lines of byPrefix: the folder's and those of the directories above it, and
	// from lo to hi those of what lies in it, whose keys begin with skip bytes
	// that are the folder.
	lines        []int
	lo, hi, skip int
}

// longest is the longest directory that is remembered.
const longest = 1024

// folder looks up a directory in lower case, absolute and clean.
func (q *query) folder(dir string) *folder {
	if len(dir) <= longest {
		if f := q.place.memo.folders[dir]; f != nil {
			return f
		}
	}
	var f *folder
	if dir == "/" {
		f = q.root()
	} else {
		i := strings.LastIndexByte(dir, '/')
		f = q.enter(q.folder(dir[:max(i, 1)]), dir, dir[i+1:])
	}
	if len(dir) <= longest {
		if q.place.memo.folders == nil {
			q.place.memo.folders = make(map[string]*folder)
		}
		q.place.memo.folders[dir] = f
	}
	return f
}

// root is the folder that all others lie in.
func (q *query) root() *folder {
	f := new(folder)
	for _, anchor := range [...]byte{anchorFile, anchorHome, anchorRoot} {
		for _, base := range q.place.lowerBases(anchor) {
			b := based{anchor: anchor, base: base}
			if base == "/" {
				q.begin(&b)
			}
			f.bases = append(f.bases, b)
		}
	}
	return f
}

// enter is the folder with that name in another one. Most say no more than the
// one that they lie in.
func (q *query) enter(in *folder, dir, name string) *folder {
	f := &folder{in.bases, in.names[:len(in.names):len(in.names)]}
	for i := range in.bases {
		if b := &in.bases[i]; b.lo == b.hi && (b.inside || b.base != dir) {
			continue
		}
		if &f.bases[0] == &in.bases[0] {
			f.bases = append([]based(nil), in.bases...)
		}
		if b := &f.bases[i]; b.inside {
			q.descend(b, name)
		} else {
			q.begin(b)
		}
	}
	q.component(f, name)
	if len(f.names) == len(in.names) && &f.bases[0] == &in.bases[0] {
		return in
	}
	return f
}

// begin enters the base itself, whose key is the anchor alone.
func (q *query) begin(b *based) {
	key := string([]byte{b.anchor, '/'})
	b.inside, b.skip = true, len(key)
	if i, ok := q.exact(byPrefix, 0, q.t.lines(byPrefix), 0, key[:1]); ok {
		b.lines = []int{i}
	}
	b.lo, b.hi = q.under(byPrefix, 0, q.t.lines(byPrefix), 0, key)
}

// descend enters a directory below the base.
func (q *query) descend(b *based, name string) {
	if i, ok := q.exact(byPrefix, b.lo, b.hi, b.skip, name); ok {
		b.lines = append([]int{i}, b.lines...)
	}
	b.lo, b.hi = q.under(byPrefix, b.lo, b.hi, b.skip, name+"/")
	b.skip += len(name) + 1
}

// component looks a component up as a name, and by its ends. What is found goes
// to a folder, or to the query when there is none.
func (q *query) component(f *folder, c string) {
	q.named(f, byName, c)
	for i := strings.IndexByte(c, '.'); i >= 0; {
		q.named(f, byExt, c[i:])
		j := strings.IndexByte(c[i+1:], '.')
		if j < 0 {
			break
		}
		i += 1 + j
	}
}

func (q *query) named(f *folder, index int, key string) {
	i, ok := q.exact(index, 0, q.t.lines(index), 0, key)
	switch {
	case !ok:
	case f == nil:
		q.line(index, i)
	default:
		f.names = append(f.names, filed{index, i})
	}
}

// file collects the rows about a path of which all is known.
func (q *query) file(path string) {
	i := strings.LastIndexByte(path, '/')
	f, name := q.folder(path[:max(i, 1)]), path[i+1:]
	for i := range f.bases {
		b := &f.bases[i]
		if b.base == path {
			q.find(byPrefix, string([]byte{b.anchor}))
		}
		if b.lo < b.hi {
			q.findIn(byPrefix, b.lo, b.hi, b.skip, name)
		}
		q.prefixLines(b.lines)
	}
	q.filed(f)
	q.component(nil, name)
}

// tree collects the rows about a directory, the paths in it and above it, and
// what is known of their names.
func (q *query) tree(dir string) {
	f := q.folder(dir)
	for i := range f.bases {
		b := &f.bases[i]
		if _, above := relative(b.base, dir, false); above && !b.inside {
			q.below(byPrefix, string([]byte{b.anchor}))
		}
		if b.anchor == anchorFile && dir == "/" {
			q.prefixLines(b.lines) // the root's own rules come first
		}
		q.between(byPrefix, b.lo, b.hi)
		q.prefixLines(b.lines)
	}
	q.filed(f)
}

func (q *query) prefixLines(lines []int) {
	for _, i := range lines {
		q.line(byPrefix, i)
	}
}

func (q *query) filed(f *folder) {
	for _, l := range f.names {
		q.line(l.index, l.line)
	}
}
