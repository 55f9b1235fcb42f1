package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// found is a word, or a part of one, with its role. Without a word it is the
// current directory.
type found struct {
	word     *command.Word
	off, end int // the part of word.Value; end 0 means to its end
	role     role
	tree     bool
	outside  bool // relative to the shell's directory, whatever git -C and its like say
}

func (f found) value() string {
	if f.word == nil {
		return "."
	}
	return slice(f.word.Value, f.off, f.end)
}

// pattern is the path to report: the pattern of a word with wildcards, else
// the value.
func (f found) pattern() (path string, glob bool) {
	v := f.value()
	if f.word == nil || !f.word.Glob {
		return v, false
	}
	if p := f.word.Pattern; len(p) >= f.off && strings.HasPrefix(p, f.word.Value[:f.off]) && f.end == 0 {
		return p[f.off:], true
	}
	return v, true
}

// cut ends the part at the first c.
func (f *found) cut(c byte) {
	if i := strings.IndexByte(f.value(), c); i >= 0 {
		f.end = f.off + i
	}
}

func slice(v string, off, end int) string {
	if end == 0 {
		end = len(v)
	}
	return v[off:end]
}

// scan is one pass over the words of a command.
type scan struct {
	args  []command.Word
	row   row
	slots slots
	how   spelling // of long options
	dash  byte     // '-' or '/'
	known bool     // the program has a row
	out   []found

	operands []int // indexes in args
	dashed   int   // how many operands stood before "--"; -1 without one

	recurses bool // a cmdlet has -Recurse: its -Path means a tree as well

	// what options have changed
	dropFirst, dropLast, tree, quiet, listens bool
	star                                      slot
	behind                                    role // of operands after "--"
}

// walk finds every word of the command that is not an option, with its role,
// and whether an option made the program listen. The words are valid until the
// next walk.
func (s *scan) walk(c *command.Command) (words []found, listens bool) {
	*s = scan{args: c.Args, out: s.out[:0], operands: s.operands[:0], dashed: -1, dash: '-', how: prefix}
	s.row, s.known = lookup(c.Program, "")
	if !s.known {
		s.row.operands = "?*"
	}
	if isCmdlet(c.Program) {
		s.how = folded
	}
	from := 0
	for s.row.hasSubcommands() {
		from = s.subcommand(from, c.Sub)
	}
	s.slots = parseSlots(s.row.operands)
	if s.slots.oldStyle {
		walkTar(s)
		return s.out, false
	}
	s.recurses = s.how == folded && s.hasTree(from)
	if s.slots.slash {
		s.dash, s.how = '/', folded
	}
	s.words(from)
	s.assign()
	return s.out, s.listens
}

// visit notes one word.
func (s *scan) visit(f found) { s.out = append(s.out, f) }

// hasTree reports whether an option of a cmdlet makes operands trees. Its
// paths are options too, so that has to be known before them.
func (s *scan) hasTree(from int) bool {
	for i := from; i < len(s.args); i++ {
		if v := s.args[i].Value; isOption(v, '-') {
			if o, ok := s.row.option(v, folded); ok && strings.IndexByte(o.effects, '^') >= 0 {
				return true
			}
		}
	}
	return false
}

// isCmdlet reports whether the program is called like a PowerShell cmdlet.
func isCmdlet(name string) bool {
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && strings.IndexByte(name, '-') > 0
}

// subcommand passes the program's own options and takes the row of its
// subcommand. It answers where the words of that begin.
func (s *scan) subcommand(from, sub int) int {
	i := from
	for i < len(s.args) && (i < sub || isOption(s.args[i].Value, '-')) {
		if isOption(s.args[i].Value, '-') {
			i = s.option(i)
		} else {
			i++
		}
	}
	name := s.row.name
	if i < len(s.args) {
		if r, ok := lookup(name, s.args[i].Value); ok && s.args[i].Value != "" {
			s.row = r
			return i + 1
		}
	}
	s.row = row{name: name, operands: "?*", options: s.row.options}
	s.known = false
	return min(i, len(s.args))
}

// words sorts the words into options and operands.
func (s *scan) words(from int) {
	for i := from; i < len(s.args); {
		v := s.args[i].Value
		switch {
		case s.stopped():
			s.operands = append(s.operands, i)
			i++
		case v == "--" && s.dash == '-':
			s.endOptions(i + 1)
			return
		case isOption(v, s.dash):
			i = s.option(i)
		case s.key(i):
			i++
		default:
			s.operands = append(s.operands, i)
			i++
		}
	}
}

func isOption(v string, dash byte) bool {
	if len(v) < 2 || v[0] != dash {
		return false
	}
	// cmd.exe: /s, /a:h; a path holds another slash or backslash.
	return dash == '-' || !strings.ContainsAny(v[1:], `/\`)
}

func (s *scan) stopped() bool {
	if s.slots.stop < 0 {
		return false
	}
	n := len(s.operands)
	if s.dropFirst {
		n++
	}
	return n > 0 && n >= s.slots.stop
}

func (s *scan) endOptions(from int) {
	s.dashed = len(s.operands)
	if o, ok := s.row.option("--", exact); ok && len(o.effects) > 1 {
		s.behind = role(o.effects[1])
	}
	for i := from; i < len(s.args); i++ {
		s.operands = append(s.operands, i)
	}
}

// key takes a word of the form if=FILE.
func (s *scan) key(i int) bool {
	v := s.args[i].Value
	n := strings.IndexByte(v, '=')
	if n <= 0 || s.row.options == "" || s.row.options[0] == '-' {
		return false // keys stand first in the options of a row
	}
	o, ok := s.row.option(v[:n], exact)
	if !ok {
		return false
	}
	s.take(o, i, n+1)
	return true
}

// option takes the option at i and answers where the next word is.
func (s *scan) option(i int) int {
	v := s.args[i].Value
	name, off := v, 0
	if n := strings.IndexAny(v, "=:"); n > 0 && (v[n] == '=' || s.how == folded) {
		name, off = v[:n], n+1
	}
	o, ok := s.row.option(name, exact)
	if !ok && s.how == folded && len(name) > 1 {
		o, ok = s.row.option(name, folded)
	}
	if !ok && s.how == prefix && strings.HasPrefix(name, "--") && len(name) > 3 {
		o, ok = s.row.option(name, prefix)
	}
	if ok {
		return s.apply(o, i, off)
	}
	if s.how == folded || strings.HasPrefix(v, "--") {
		s.unlisted(i)
		return i + 1
	}
	return s.cluster(i)
}

// cluster takes -abc: letters, the last of which may have a value.
func (s *scan) cluster(i int) int {
	v := s.args[i].Value
	for n := 1; n < len(v); n++ {
		o, ok := s.letter(v[n])
		if !ok && n == 1 {
			s.unlisted(i)
		}
		if !ok {
			continue
		}
		if o.value.role == 0 {
			s.effects(o.effects)
			continue
		}
		off := 0
		if n+1 < len(v) {
			off = n + 1
		}
		return s.apply(o, i, off)
	}
	return i + 1
}

// letter finds the option -c.
func (s *scan) letter(c byte) (option, bool) {
	name := [2]byte{'-', c}
	return s.row.option(string(name[:]), exact)
}

// apply takes a known option whose value, if attached, begins at off.
func (s *scan) apply(o option, i, off int) int {
	if s.takesCommand(o.effects) {
		return s.command(i + 1)
	}
	if o.value.role == 0 {
		s.effects(o.effects)
		return i + 1
	}
	if off > 0 {
		s.take(o, i, off)
		return i + 1
	}
	if o.attached {
		s.effects(o.effects)
		if i+1 < len(s.args) && s.args[i+1].Value == "" && !s.args[i+1].Dynamic {
			i++ // sed -i '' of BSD
		}
		return i + 1
	}
	if i+1 >= len(s.args) {
		return i + 1
	}
	s.take(o, i+1, 0)
	if strings.IndexByte(o.effects, '+') >= 0 && i+2 < len(s.args) {
		s.take(o, i+2, 0)
		return i + 3
	}
	return i + 2
}

// take visits the value of an option.
func (s *scan) take(o option, i, off int) {
	s.effects(o.effects)
	s.visit(found{word: &s.args[i], off: off, role: o.value.role, tree: o.value.tree || s.recurses})
}

// unlisted visits the value in an option that the row does not have.
func (s *scan) unlisted(i int) {
	r := role('g')
	if !s.known {
		r = '?'
	}
	if off := optionValue(s.args[i].Value); off < len(s.args[i].Value) {
		s.visit(found{word: &s.args[i], off: off, role: r})
	}
}

// effects does what an option changes.
func (s *scan) effects(effects string) {
	for i := 0; i < len(effects); i++ {
		switch effects[i] {
		case '!':
			s.dropFirst = true
		case '<':
			s.dropLast = true
		case '^':
			s.tree = true
		case '&':
			s.listens = true
		case '~':
			s.quiet = true
		case '.':
			s.slots.stop = 0
		case '>':
			if i++; i < len(effects) {
				s.star.role = stronger(s.star.role, role(effects[i]))
			}
		}
	}
}

// stronger is the role that says more is done: sed -n -i, find -exec cat -delete.
func stronger(a, b role) role {
	const order = "-lgr?uwd"
	if strings.IndexByte(order, byte(b)) < strings.IndexByte(order, byte(a)) && a != 0 {
		return a
	}
	return b
}

func (s *scan) takesCommand(effects string) bool { return strings.IndexByte(effects, ';') >= 0 }

// command takes the words of find -exec: the operands are used as that
// program uses its own.
func (s *scan) command(i int) int {
	if i < len(s.args) {
		s.star.role = stronger(s.star.role, usualRole(s.args[i].Value))
	}
	for ; i < len(s.args); i++ {
		if v := s.args[i].Value; v == ";" || v == "+" && s.args[i-1].Value == "{}" {
			return i + 1
		}
	}
	return i
}

// usualRole is what a program does with most of its operands.
func usualRole(program string) role {
	if i := strings.LastIndexAny(program, `/\`); i >= 0 {
		program = program[i+1:]
	}
	r, ok := lookup(program, "")
	if !ok || r.hasSubcommands() {
		return 'u'
	}
	switch s := parseSlots(r.operands); {
	case !s.stars || strings.IndexByte("lrwdmu", byte(s.star.role)) < 0:
		return 'u'
	case s.star.role == 'm':
		return 'd'
	default:
		return s.star.role
	}
}

// assign visits the operands with the roles of their slots.
func (s *scan) assign() {
	sl := &s.slots
	if s.star.role != 0 {
		sl.star.role, sl.stars = s.star.role, true
	}
	first, last := 0, sl.tails
	if s.dropFirst && sl.heads > 0 {
		first = 1
	}
	if s.dropLast {
		last = 0
	}
	heads := sl.head[first:sl.heads]
	n := len(s.operands)
	// A tail slot is filled when something else is there for the others.
	if n-len(heads) <= last && !s.dropFirst {
		last = max(0, n-len(heads)-1)
	}
	last = min(last, max(0, n-len(heads)))
	for k, i := range s.operands {
		sl := s.slotOf(k, n, heads, last)
		s.visit(found{word: &s.args[i], role: sl.role, tree: sl.tree || s.tree})
	}
	if sl.here.role != 0 && !s.quiet && (sl.always || n-len(heads)-last <= 0) {
		f := found{role: sl.here.role, tree: sl.here.tree || s.tree}
		if s.star.role != 0 && !sl.always {
			f.role = s.star.role
		}
		s.visit(f)
	}
}

func (s *scan) slotOf(k, n int, heads []slot, last int) slot {
	switch {
	case s.behind != 0 && s.dashed >= 0 && k >= s.dashed:
		return slot{role: s.behind}
	case k < len(heads):
		return heads[k]
	case k >= n-last:
		return s.slots.tail[k-(n-last)]
	case s.slots.stars:
		return s.slots.star
	}
	return slot{role: 'g'}
}
