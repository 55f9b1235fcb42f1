package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// hole stands for Unknown inside a text that is parsed again; the parser
// drops NUL bytes. It is a private-use character: a line that holds one is
// read as if that part were unknown.
const hole = "\uf8ff"

// carriage stands for a carriage return while a text is read as Bash reads it,
// as a character like any other: the last word of a line ends in it, and no
// comment begins behind it. The parser takes it for a blank and drops it in
// front of a newline, as Bash does on Windows. A text that has one is analysed
// both ways. It is one byte, so that places stay the same, and a byte that
// nobody types.
const carriage = "\x01"

// matched stands in the value of a variable for what a wildcard matched when
// the value was set: Unknown, but known to hold no slash. A word made of it
// has the pattern again. The character behind Unknown is a noncharacter, and
// Unknown itself cannot be typed.
const matched = Unknown + "\ufdd0"

// field is one word after expansion, with what the judging of it needs to
// know besides Word.
type field struct {
	Word
	origin string // the source of the first unknown part: "$x"
	kept   string // Value with matched where a variable's wildcard stands; empty when there is none
	proc   *syntax.ProcSubst
	vanish bool // an unquoted unknown part: it may become several words or none
	bare   bool // no quotes, no expansion: aliases apply
	fed    bool // the first unknown part was set by the line itself, not by the environment
	over   bool // longer than the bound
	class  bool // an unquoted [, which is a glob only with a ] behind it
}

// expander turns words into fields in one state. With a chooser that has
// several ways to go it is run once for each.
type expander struct {
	a      *analyser
	sc     *scope
	st     *state
	choose *chooser
	depth  int // nesting of substitutions whose output is computed

	out     []field
	cur     field
	started bool
	val     []byte // of the current word
	pat     []byte // its pattern, when that differs
	differs bool
	whole   [1][]syntax.WordPart // a word without braces, as the list of what they give

	words []field      // what fields has returned
	ways  []invocation // of call
}

// fields expands words as the arguments of a command. They are valid as long as
// the expander is not used for another one.
func (e *expander) fields(words []*syntax.Word) []field {
	start := len(e.words)
	for _, w := range words {
		if e.a.step() && len(e.words)-start > maxWords {
			break
		}
		e.words = append(e.words, e.word(w)...)
	}
	return slices.Clip(e.words[start:])
}

// word expands one word with brace expansion, splitting and removal of what
// is empty. The fields are valid until the next word.
func (e *expander) word(w *syntax.Word) []field {
	e.out = e.out[:0]
	typed := e.sc.src.typed(w)
	if s, bare, ok := fixed(w); ok {
		e.a.spend(len(s) / 64)
		e.out = append(e.out, field{Word: Word{Value: s, Typed: typed, Pattern: s}, bare: bare})
		return e.out
	}
	e.whole[0] = w.Parts
	alts := e.whole[:]
	if n := openBraces(w); n > 0 {
		var ok bool
		if alts, ok = braces(w, n); !ok {
			f := field{Word: Word{Value: Unknown, Dynamic: true, Pattern: Unknown}, vanish: true, origin: "a large brace expansion", fed: true}
			e.out = []field{f}
		}
	}
	for _, alt := range alts {
		e.begin()
		e.cur.bare = len(alts) == 1
		e.parts(alt, false)
		e.end()
		if len(e.out) > maxWords {
			e.out = []field{{Word: Word{Value: Unknown, Dynamic: true, Pattern: Unknown}, vanish: true, origin: "a large expansion", fed: true}}
			break
		}
	}
	for i := range e.out {
		e.out[i].Typed = typed
	}
	return e.out
}

// fixed is the value of a word that is one literal, bare or in single
// quotes, without a character that means more than itself. Most words are, and
// then nothing has to be put together.
func fixed(w *syntax.Word) (s string, bare, ok bool) {
	if len(w.Parts) != 1 {
		return "", false, false
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		s, bare = p.Value, true
	case *syntax.SglQuoted:
		if s = p.Value; p.Dollar {
			return "", false, false
		}
	}
	return s, bare, s != "" && len(s) <= maxValue && ordinary(s)
}

// ordinary reports whether a text has no character that the expansion treats
// in a way of its own: in braces, globs, tildes, escapes, marks of the unknown.
func ordinary(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c <= 1, c >= 0x80, c == '\\', c == '*', c == '?', c == '[', c == '{', c == '~':
			return false
		}
	}
	return true
}

// single expands one word where the shell does not split: the value of an
// assignment, the target of a redirection, the word of a case.
func (e *expander) single(w *syntax.Word) field {
	if w == nil {
		return field{}
	}
	if s, _, ok := fixed(w); ok {
		e.a.spend(len(s) / 64)
		return field{Word: Word{Value: s, Typed: e.sc.src.typed(w), Pattern: s}}
	}
	e.out = e.out[:0]
	e.begin()
	e.started = true
	e.parts(w.Parts, true)
	e.end()
	f := e.out[0]
	f.vanish = false
	f.Typed = e.sc.src.typed(w)
	return f
}

// text is the value of a here-document or of another text in which only
// parameters and substitutions are expanded.
func (e *expander) text(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	e.out = e.out[:0]
	e.begin()
	e.started = true
	e.quoted(w.Parts)
	e.end()
	return e.out[0].Value
}

func (e *expander) begin() {
	e.cur, e.started, e.differs = field{}, false, false
	e.val, e.pat = e.val[:0], e.pat[:0]
}

// write adds to the value, and to the pattern what stands for itself in one.
func (e *expander) write(s string) {
	e.val = append(e.val, s...)
	if e.differs {
		e.pat = append(e.pat, s...)
	}
}

// differ begins a pattern of its own, from here on.
func (e *expander) differ() {
	if !e.differs {
		e.pat, e.differs = append(e.pat, e.val...), true
	}
}

func (e *expander) end() {
	if !e.started {
		return
	}
	f := e.cur
	f.Value = string(e.val)
	if f.Pattern = f.Value; e.differs {
		f.Pattern = string(e.pat)
	}
	e.a.spend(len(f.Value) / 64)
	if f.over {
		f.Value, f.Pattern, f.vanish, f.fed = Unknown, Unknown, true, true
	}
	if _, rest, open := strings.Cut(f.Pattern, "["); f.class && open && strings.Contains(rest, "]") {
		f.Glob = true
	}
	if strings.Contains(f.Value, matched) {
		f.kept = f.Value
		f.Value = strings.ReplaceAll(f.kept, matched, Unknown)
	}
	f.Dynamic = f.vanish || strings.Contains(f.Value, Unknown)
	e.out = append(e.out, f)
	e.begin()
}

// full reports whether the word is past its bound; it becomes unknown.
func (e *expander) full() bool {
	if len(e.val) <= maxValue && len(e.out) <= maxWords {
		return false
	}
	e.started, e.cur.over = true, true
	return true
}

// lit adds literal text, in which a variable's wildcards may stand.
func (e *expander) lit(s string, quoted bool) {
	for {
		before, after, found := strings.Cut(s, matched)
		e.chars(before, quoted)
		if !found {
			return
		}
		e.from("a pattern", true)
		e.started, e.cur.Glob = true, true
		e.differ()
		e.val, e.pat = append(e.val, matched...), append(e.pat, '*')
		s = after
	}
}

// chars adds literal text; unquoted glob characters in it are active.
func (e *expander) chars(s string, quoted bool) {
	if s == "" && !quoted || e.full() {
		return
	}
	e.started = true
	s = e.sc.src.returns(s)
	if strings.Contains(s, hole) {
		if !quoted {
			e.cur.vanish = true
		}
		e.from("an unknown part", true)
		s = strings.ReplaceAll(s, hole, Unknown)
	}
	if !special(s) {
		e.write(s)
		return
	}
	e.differ()
	e.val = append(e.val, s...)
	for i := range len(s) {
		switch c := s[i]; c {
		case '*', '?', '[':
			if quoted {
				e.pat = append(e.pat, '\\')
			} else if c == '[' {
				e.cur.class = true
			} else {
				e.cur.Glob = true
			}
		case '\\':
			e.pat = append(e.pat, '\\')
		}
		e.pat = append(e.pat, s[i])
	}
}

// special reports whether a pattern has to escape a character of a text.
func special(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case '*', '?', '[', '\\':
			return true
		}
	}
	return false
}

func (e *expander) from(origin string, fed bool) {
	if e.cur.origin == "" {
		e.cur.origin = origin
	}
	e.cur.fed = e.cur.fed || fed
}

// unknown adds a part that cannot be known.
func (e *expander) unknown(origin string, quoted, fed bool) {
	if e.full() {
		return
	}
	e.started = true
	e.from(origin, fed)
	e.write(Unknown)
	if !quoted {
		e.cur.vanish = true
	}
}

// expanded adds the value of an expansion, split into words unless quoted.
func (e *expander) expanded(s, origin string, quoted, fed bool) {
	e.cur.bare = false
	if strings.Contains(s, Unknown) {
		e.from(origin, fed)
	}
	if quoted {
		e.lit(s, true)
		return
	}
	ifs, known := e.ifs()
	if !known {
		e.unknown(origin, false, true)
		return
	}
	for s != "" && !e.full() && !e.a.spend(len(s)/512) {
		i := strings.IndexAny(s, ifs)
		if i < 0 || ifs == "" {
			i = len(s)
		}
		if i > 0 {
			e.lit(s[:i], false)
			if strings.Contains(s[:i], Unknown) {
				e.cur.vanish = true
			}
			s = s[i:]
			continue
		}
		n := len(s) - len(strings.TrimLeft(s, ifs))
		e.split()
		s = s[n:]
	}
}

// split ends the current word between two parts of an unquoted expansion.
func (e *expander) split() {
	origin, fed := e.cur.origin, e.cur.fed
	e.end()
	e.cur.origin, e.cur.fed = origin, fed
}

// ifs is the set of characters at which unquoted expansions split.
func (e *expander) ifs() (string, bool) {
	v := e.st.lookup("IFS")
	if v == nil {
		return " \t\n", true
	}
	if len(v.vals) != 1 || strings.Contains(v.vals[0].text, Unknown) {
		return "", false
	}
	if v.vals[0].unset {
		return " \t\n", true
	}
	return v.vals[0].text, true
}

// parts expands the parts of an unquoted word. In a single word the results
// of expansions are not split.
func (e *expander) parts(parts []syntax.WordPart, single bool) {
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			e.literal(p.Value, i == 0, single)
		case *syntax.SglQuoted:
			e.cur.bare = false
			s := p.Value
			if p.Dollar {
				s = ansiC(s)
			}
			e.lit(s, true)
		case *syntax.DblQuoted:
			e.cur.bare = false
			if !onlyAllArgs(p) {
				e.lit("", true)
			}
			e.quoted(p.Parts)
		case *syntax.ExtGlob:
			e.started, e.cur.Glob = true, true
			s := p.Op.String() + p.Pattern.Value + ")"
			e.write(s)
		default:
			e.expansion(p, single)
		}
	}
}

// onlyAllArgs reports whether the quotes hold only "$@", which may become no
// word at all.
func onlyAllArgs(q *syntax.DblQuoted) bool {
	if len(q.Parts) != 1 {
		return false
	}
	pe, ok := q.Parts[0].(*syntax.ParamExp)
	return ok && isAll(pe) != 0
}

// quoted expands parts inside double quotes or a here-document.
func (e *expander) quoted(parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			e.lit(unescapeQuoted(p.Value), true)
		case *syntax.SglQuoted: // in "${x:-'a'}"
			e.lit("'"+p.Value+"'", true)
		case *syntax.DblQuoted:
			e.quoted(p.Parts)
		default:
			e.expansion(p, true)
		}
	}
}

// expansion expands one $ part.
func (e *expander) expansion(p syntax.WordPart, quoted bool) {
	e.cur.bare = false
	if e.a.step() {
		e.unknown("a part past the bound", quoted, true)
		return
	}
	switch p := p.(type) {
	case *syntax.ParamExp:
		e.param(p, quoted)
	case *syntax.CmdSubst:
		e.substitution(p, quoted)
	case *syntax.ArithmExp:
		e.unknown("arithmetic", true, false)
	case *syntax.ProcSubst:
		e.unknown("a process substitution", true, true)
		if e.cur.proc == nil {
			e.cur.proc = p
		}
	case *syntax.BraceExp: // only in words whose braces were not expanded
		e.unknown("a brace expansion", true, true)
	default:
		e.unknown("an expansion", quoted, true)
	}
}

// literal adds unquoted literal text as typed: backslashes, a tilde in front.
func (e *expander) literal(s string, first, single bool) {
	if first && strings.HasPrefix(s, "~") {
		s = e.tilde(s)
	}
	for s != "" {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			e.lit(s, false)
			return
		}
		e.lit(s[:i], false)
		e.cur.bare = false
		switch rest := s[i+1:]; {
		case rest == "":
			e.lit(`\`, true)
			s = ""
		case rest[0] == '\n':
			s = rest[1:]
		default:
			n := runeLen(rest)
			e.lit(rest[:n], true)
			s = rest[n:]
		}
	}
}

func runeLen(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// tilde expands ~, ~+, ~- and ~user in front of a word and returns the rest.
func (e *expander) tilde(s string) string {
	name, rest, slash := strings.Cut(s[1:], "/")
	if slash {
		rest = "/" + rest
	}
	home := Unknown
	switch {
	case strings.ContainsAny(name, "\\*?[{,"):
		return s
	case name == "":
		if home = e.variable("HOME"); home == "" {
			home = Unknown
		}
	case name == "+":
		home = e.variable("PWD")
	case name == e.a.env.User && e.a.env.Home != "":
		home = e.a.env.Home
	case name == "root":
		home = "/root"
	}
	e.cur.bare = false
	if home == Unknown {
		e.unknown("~"+name, true, false)
	} else {
		e.lit(home, true)
	}
	return rest
}

// unescapeQuoted removes the backslashes that have a meaning inside double
// quotes.
func unescapeQuoted(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch s[i+1] {
			case '$', '`', '"', '\\':
				i++
			case '\n':
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
