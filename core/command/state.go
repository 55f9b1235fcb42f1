package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// state is what is known of the shell between two commands: variables,
// functions, aliases, directory. Where two paths meet, join keeps what both
// may have left behind.
type state struct {
	vars    []*variable // never changed in place: clones share them
	funcs   []function
	aliases []alias
	args    positional
	dirs    []string // possible directories; empty means unknown; never changed in place
	dirLost bool     // besides dirs it may be any other
	errexit bool     // set -e
	dead    bool     // control does not come here
}

// value is one possible value of a variable. Parts that cannot be known are
// Unknown.
type value struct {
	text  string
	unset bool
}

// variable is a variable that the line assigns. One that is not listed has
// whatever value the environment gave it.
type variable struct {
	name     string
	vals     []value
	lists    [][]string // an array: what its elements may be; nil when that is not known
	isArray  bool
	exported bool
	fromLine bool // an unknown value comes from the line itself ($(…), read), not from the environment
}

type function struct {
	name string
	body *syntax.Stmt
	src  *source
	sure bool // defined on every path
}

type alias struct{ name, text string }

type positional struct {
	known bool
	zero  string
	words []string
}

func (s *state) clone() *state {
	c := *s
	c.vars = slices.Clone(s.vars)
	c.funcs = slices.Clone(s.funcs)
	c.aliases = slices.Clone(s.aliases)
	c.dirs = slices.Clip(s.dirs)
	return &c
}

func (s *state) lookup(name string) *variable {
	for i := range s.vars {
		if s.vars[i].name == name {
			return s.vars[i]
		}
	}
	return nil
}

// set replaces what is known of a variable.
func (s *state) set(v variable) {
	for i, old := range s.vars {
		if old.name == v.name {
			v.exported = v.exported || old.exported
			s.vars[i] = &v
			return
		}
	}
	switch v.name {
	case "IFS", "HOME", "PWD", "CDPATH": // the analysis has its own idea of these
	default:
		if len(s.vars) >= maxVars {
			return // not listed means unknown
		}
	}
	s.vars = append(s.vars, &v)
}

func (s *state) assign(name string, vals []value) {
	s.set(variable{name: name, vals: limitValues(vals), fromLine: true})
}

// forget makes a variable unknown.
func (s *state) forget(name string) {
	s.set(variable{name: name, vals: []value{{text: Unknown}}, fromLine: true})
}

// forgetAll makes everything unknown, after code that cannot be read ran in
// this shell.
func (s *state) forgetAll() {
	for _, v := range s.vars {
		s.forget(v.name)
	}
	for i := range s.funcs {
		s.funcs[i].sure = false
	}
	s.args = positional{}
}

// blur adds to each variable that it may have another value by the time the
// code runs (traps, functions that are called from elsewhere), unless it is
// settled.
func (s *state) blur(settled ...string) {
	for i, v := range s.vars {
		if !slices.Contains(settled, v.name) {
			s.vars[i] = v.maybeOther()
		}
	}
	s.args = positional{}
}

// maybeOther is the variable when it may also have any other value.
func (v *variable) maybeOther() *variable {
	if slices.Contains(v.vals, value{text: Unknown}) && !v.isArray {
		return v
	}
	c := *v
	c.vals = limitValues(append(slices.Clone(v.vals), value{text: Unknown}))
	c.lists, c.isArray = nil, false
	return &c
}

func limitValues(vals []value) []value {
	var out []value
	for _, v := range vals {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	if len(out) > maxValues || slices.ContainsFunc(out, func(v value) bool { return len(v.text) > maxVariable }) {
		return []value{{text: Unknown}}
	}
	return out
}

// join is the state where the paths a and b meet. It may reuse either.
func join(a, b *state) *state {
	switch {
	case a == b, b.dead:
		return a
	case a.dead:
		return b
	}
	for i, v := range a.vars {
		a.vars[i] = joinVariable(v, b.lookup(v.name))
	}
	for _, v := range b.vars {
		if a.lookup(v.name) == nil {
			a.set(*v.maybeOther())
		}
	}
	a.joinFuncs(b)
	for _, al := range b.aliases {
		if !slices.Contains(a.aliases, al) {
			a.aliases = append(a.aliases, al)
		}
	}
	a.joinDirs(b)
	if a.args.known != b.args.known || !slices.Equal(a.args.words, b.args.words) {
		a.args = positional{zero: a.args.zero}
	}
	a.errexit = a.errexit && b.errexit
	return a
}

// covers reports whether joining other adds nothing.
func (v *variable) covers(other *variable) bool {
	for _, val := range other.vals {
		if !slices.Contains(v.vals, val) {
			return false
		}
	}
	return v.isArray == other.isArray && slices.EqualFunc(v.lists, other.lists, slices.Equal) && v.exported == other.exported && v.fromLine == other.fromLine
}

func joinVariable(v, other *variable) *variable {
	switch {
	case other == v:
		return v
	case other == nil:
		return v.maybeOther()
	case v.covers(other):
		return v
	}
	c := *v
	c.vals = limitValues(append(slices.Clone(v.vals), other.vals...))
	switch {
	case v.isArray != other.isArray:
		c.vals = []value{{text: Unknown}}
		c.lists, c.isArray = nil, false
	case v.isArray:
		c.lists = joinLists(v.lists, other.lists)
	}
	c.exported = v.exported || other.exported
	c.fromLine = v.fromLine || other.fromLine
	return &c
}

func joinLists(a, b [][]string) [][]string {
	if a == nil || b == nil {
		return nil
	}
	out := slices.Clone(a)
	for _, list := range b {
		if !slices.ContainsFunc(out, func(have []string) bool { return slices.Equal(have, list) }) {
			out = append(out, list)
		}
	}
	if len(out) > maxValues {
		return nil
	}
	return out
}

func (s *state) function(name string) *function {
	for i := range s.funcs {
		if s.funcs[i].name == name {
			return &s.funcs[i]
		}
	}
	return nil
}

func (s *state) define(f function) {
	s.undefine(f.name)
	if len(s.funcs) < maxVars {
		s.funcs = append(s.funcs, f)
	}
}

func (s *state) undefine(name string) {
	s.funcs = slices.DeleteFunc(s.funcs, func(f function) bool { return f.name == name })
}

func (s *state) joinFuncs(b *state) {
	for i := range s.funcs {
		f := &s.funcs[i]
		g := b.function(f.name)
		f.sure = f.sure && g != nil && g.sure && g.body == f.body
	}
	for _, g := range b.funcs {
		if same := slices.ContainsFunc(s.funcs, func(f function) bool { return f.body == g.body && f.name == g.name }); !same && len(s.funcs) < maxVars {
			g.sure = false
			s.funcs = append(s.funcs, g)
		}
	}
}

func (s *state) joinDirs(b *state) {
	s.dirLost = s.dirLost || b.dirLost
	for _, d := range b.dirs {
		s.addDir(d)
	}
}

func (s *state) addDir(d string) {
	if slices.Contains(s.dirs, d) {
		return
	}
	if len(s.dirs) >= maxDirs {
		s.dirLost = true
		return
	}
	s.dirs = append(slices.Clip(s.dirs), d)
}
