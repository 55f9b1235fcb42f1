// Package command turns a shell line into every simple command that it can
// run. It never guesses: what only the running shell knows is Unknown in a
// word, and Unresolved where it decides what runs.
package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Analyse lists every simple command that a Bash line can run when it is
// started in env. Other shells of the Bourne family are read as Bash.
//
// A statement that only assigns or only redirects is listed as program ":",
// which does nothing else. Redirections of a compound command are listed with
// every command inside it. A command behind "cd x;" is listed once for each
// directory it may run in, since cd can fail; behind "cd x &&" once.
func Analyse(line string, env Env) Analysis {
	a := &analyser{env: env, expect: expected(line), furthest: -1}
	if len(line) > maxText {
		a.unresolved(nil, "a command text longer than 64 KiB", line, Pos{Line: 1, Col: 1})
		return a.out
	}
	sc := &scope{}
	line = a.plainText(sc, line)
	a.run(sc, &state{dirs: []string{"."}}, line)
	a.uncalled()
	return a.out
}

// expected is about how many commands a line has, by what stands between them.
func expected(line string) int {
	n := 1
	for _, separator := range [...]string{"|", ";", "&&", "\n"} {
		n += strings.Count(line, separator)
	}
	return min(n, 256)
}

// analyser collects what one line can run.
type analyser struct {
	env      Env
	out      Analysis
	expect   int // how many commands it will be, about
	furthest int // the offset of the last place that has a command
	steps    int
	reparsed int
	stopped  bool
	pending  []pending  // functions, analysed at the end unless called
	files    []madeFile // that the line makes
	links    []link
	active   []*syntax.Stmt // bodies of the functions being called
	returns  []*state       // states at the returns of the innermost call
	tools    map[string]*tool
	spare    []*expander
}

// pending is a function that no call has reached yet.
type pending struct {
	function
	sc     *scope
	st     *state
	called bool
}

// source is a text that was parsed.
type source struct {
	text     string
	holes    bool      // whether hole or carriage stands in the text
	carriage bool      // whether carriage does, for a carriage return
	at       *Pos      // where it stands in the line; nil for the line itself
	loop     *assigned // what its loops and functions change, found when needed
	all      []*syntax.Stmt
	settled  []string // see settled; found when needed
	lines    []int    // offsets of the lines, found when needed
}

// scope is where a command stands. It is copied, never changed.
type scope struct {
	src      *source
	via      []string
	context  []string
	redirs   []Redir
	assigns  []Assign
	in       input
	dirs     []string // directory of this one command (git -C); nil means the shell's
	dirLost  bool
	remote   bool
	opaque   bool
	external bool  // started by another program: no builtins, functions or aliases
	plain    bool  // functions and aliases do not count: command, builtin
	posix    bool  // a text for sh, which need not be Bash
	cond     bool  // set -e does not apply
	vanished uint8 // unknown words that were left out in front of it
	depth    uint8 // of texts inside texts
	pos      Pos   // of the command that a wrapper line belongs to
}

func (sc *scope) with(change func(*scope)) *scope {
	c := *sc
	change(&c)
	return &c
}

func (sc *scope) inContext(names ...string) *scope {
	return sc.with(func(c *scope) { c.context = append(slices.Clip(c.context), names...) })
}

func (sc *scope) through(wrapper string) *scope {
	return sc.with(func(c *scope) { c.via = append(slices.Clip(c.via), wrapper) })
}

func (s *source) typed(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from >= to || to > len(s.text) {
		return ""
	}
	if !s.holes {
		return s.text[from:to]
	}
	return strings.ReplaceAll(s.returns(s.text[from:to]), hole, Unknown)
}

// returns puts the carriage returns back into a part of the text.
func (s *source) returns(part string) string {
	if !s.carriage {
		return part
	}
	return strings.ReplaceAll(part, carriage, "\r")
}

func (s *source) pos(p syntax.Pos) Pos {
	if s.at != nil {
		return *s.at
	}
	if p.Line() > 0 && p.Col() > 0 {
		return parserPos(p)
	}
	// The parser does not count columns beyond 16383.
	if s.lines == nil {
		s.lines = []int{0}
		for i := 0; i < len(s.text); i++ {
			if s.text[i] == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	offset := int(p.Offset())
	line, found := slices.BinarySearch(s.lines, offset)
	if !found {
		line--
	}
	return Pos{Offset: offset, Line: line + 1, Col: offset - s.lines[line] + 1}
}

// plainText removes the bytes that the parser would drop in silence, and says so.
func (a *analyser) plainText(sc *scope, line string) string {
	if i := strings.IndexByte(line, 0); i >= 0 {
		a.unresolved(sc, "a NUL byte", line[i:], offsetPos(line, i))
		line = strings.ReplaceAll(line, Unknown, "")
	}
	return line
}

func offsetPos(text string, offset int) Pos {
	before := text[:offset]
	return Pos{Offset: offset, Line: 1 + strings.Count(before, "\n"), Col: offset - strings.LastIndexByte(before, '\n')}
}

// run analyses a text in st, which it returns as the text leaves it. One that
// has a carriage return is read in both ways, see carriage.
func (a *analyser) run(sc *scope, st *state, text string) (ok, fail *state) {
	src := &source{text: text, holes: strings.Contains(text, hole)}
	if !strings.Contains(text, "\r") {
		return a.text(sc, st, src)
	}
	other := st.clone()
	ok, fail = a.text(sc, st, src)
	otherOK, otherFail := a.text(sc, other, asBash(text))
	return join(ok, otherOK), join(fail, otherFail)
}

// asBash is a text as Bash reads its carriage returns.
func asBash(text string) *source {
	return &source{text: strings.ReplaceAll(text, "\r", carriage), holes: true, carriage: true}
}

// text parses the text of a source and analyses it.
func (a *analyser) text(sc *scope, st *state, src *source) (ok, fail *state) {
	stmts, err := parse(src.text)
	src.all = stmts
	if sc.src != nil {
		at := sc.at()
		src.at = &at
	}
	sub := sc.with(func(c *scope) { c.src = src })
	ok, fail = a.list(sub, st, stmts)
	if err != nil {
		construct, pos := parseFailure(err)
		from := min(pos.Offset, len(src.text))
		if src.at != nil {
			pos = *src.at
		}
		a.unresolved(sub, construct, src.returns(src.text[from:]), pos)
	}
	return ok, fail
}

// at is the position of the command the scope belongs to.
func (sc *scope) at() Pos {
	if sc.pos.Line > 0 {
		return sc.pos
	}
	return Pos{Line: 1, Col: 1}
}

// nested analyses a text that a command hands to a shell. what names the text
// for people.
func (a *analyser) nested(sc *scope, st *state, text, what, origin string) (ok, fail *state) {
	switch {
	case strings.Trim(text, Unknown+" \t\n;&|") == "" && strings.Contains(text, Unknown):
		a.unresolved(sc, what+from(origin), origin, sc.at())
		return st, st
	case strings.TrimSpace(text) == "" || a.stopped:
		return st, st
	case sc.depth >= maxNested:
		a.unresolved(sc, "shell text nested deeper than 16 levels", text, sc.at())
		return st, st
	}
	if a.reparsed += len(text); a.reparsed > maxReparsed || a.spend(8) {
		a.unresolved(sc, "more nested shell text than 128 KiB", text, sc.at())
		return st, st
	}
	if strings.Contains(text, Unknown) {
		a.unresolved(sc, what+" with an unknown part"+from(origin), text, sc.at())
		text = strings.ReplaceAll(text, Unknown, hole)
	}
	if sc.dirs != nil {
		st = st.clone()
		st.dirs, st.dirLost = sc.dirs, sc.dirLost
	}
	return a.run(sc.with(func(c *scope) {
		c.depth++
		c.external, c.plain, c.dirs = false, false, nil
	}), st, text)
}

func from(origin string) string {
	if origin == "" {
		return ""
	}
	return " from " + printable(origin)
}

// document analyses the substitutions in a text that is only expanded.
func (a *analyser) document(sc *scope, st *state, text string) {
	if !strings.ContainsAny(text, "$`") || sc.depth >= maxNested {
		return
	}
	if a.reparsed += len(text); a.reparsed > maxReparsed || a.spend(8) {
		a.unresolved(sc, "more nested shell text than 128 KiB", text, sc.at())
		return
	}
	a.readDocument(sc, st, &source{text: text, holes: true})
	if strings.Contains(text, "\r") {
		a.readDocument(sc, st, asBash(text))
	}
}

func (a *analyser) readDocument(sc *scope, st *state, src *source) {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	w, err := p.Document(&depthReader{text: strings.ReplaceAll(src.text, Unknown, hole)})
	if err != nil || w == nil {
		if err != nil && strings.Contains(src.text, "$(") {
			a.unresolved(sc, "a text with substitutions that cannot be read", src.returns(src.text), sc.at())
		}
		return
	}
	at := sc.at()
	src.at = &at
	sub := sc.with(func(c *scope) {
		c.src = src
		c.depth++
	})
	a.word(sub, st, w)
}

// step counts one unit of work and reports whether the bound is passed.
func (a *analyser) step() bool { return a.spend(1) }

// spend counts n units of work.
func (a *analyser) spend(n int) bool {
	if a.steps += n; a.steps > maxSteps {
		a.stop("a line with too much in it to follow")
	}
	return a.stopped
}

func (a *analyser) stop(construct string) {
	if !a.stopped {
		a.stopped = true
		a.unresolved(nil, construct, "", Pos{Line: 1, Col: 1})
	}
}

// unresolved records something that cannot be known.
func (a *analyser) unresolved(sc *scope, construct, text string, pos Pos) {
	u := Unresolved{Construct: construct, Text: printable(text), Pos: pos}
	if sc != nil {
		u.Via = sc.via
	}
	for _, old := range a.out.Unresolved {
		if old.Pos == u.Pos && old.Construct == u.Construct {
			return
		}
	}
	if len(a.out.Unresolved) < maxCommands {
		a.out.Unresolved = append(a.out.Unresolved, u)
	}
}

// uncalled analyses the functions that no call reached: a later line or a
// trap may call them.
func (a *analyser) uncalled() {
	for i := 0; i < len(a.pending) && !a.stopped; i++ {
		p := a.pending[i]
		if p.called {
			continue
		}
		st := p.st
		st.blur()
		a.stmt(p.sc.inContext("function "+p.name), st, p.body)
	}
}
