package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// invocation is one way a simple command can be expanded.
type invocation struct {
	words   []field
	assigns []assignment
	redirs  []Redir
	in      input
}

// call analyses a simple command.
func (a *analyser) call(sc *scope, st *state, c *syntax.CallExpr, redirs []*syntax.Redirect) (ok, fail *state) {
	for _, as := range c.Assigns {
		a.assignWords(sc, st, as)
	}
	for _, w := range c.Args {
		a.word(sc, st, w)
	}
	for _, r := range redirs {
		a.redirWords(sc, st, r)
	}
	e := a.expander(sc, st)
	a.eachWith(e, func() {
		inv := invocation{assigns: e.assigns(c.Assigns)}
		inv.words = e.fields(c.Args)
		inv.redirs, inv.in = e.redirs(redirs, sc.in)
		e.ways = append(e.ways, inv)
	})
	a.behindAll(sc, st, c, redirs)
	pos := sc.src.pos(c.Pos())
	for i := range e.ways {
		from := st
		if i < len(e.ways)-1 {
			from = st.clone()
		}
		yes, no := a.invoke(sc, from, &e.ways[i], pos)
		if i == 0 {
			ok, fail = yes, no
		} else {
			ok, fail = join(ok, yes), join(fail, no)
		}
	}
	a.release(e)
	if ok == nil {
		return st, st
	}
	return ok, fail
}

func (a *analyser) invoke(sc *scope, st *state, inv *invocation, pos Pos) (ok, fail *state) {
	sub := new(scope)
	*sub = *sc
	sub.pos, sub.in = pos, inv.in
	sub.redirs = append(slices.Clip(sub.redirs), inv.redirs...)
	for i := range inv.assigns {
		sub.assigns = append(slices.Clip(sub.assigns), inv.assigns[i].Assign)
	}
	a.codeInVariables(sub, st, inv.assigns)
	if len(inv.words) > 0 {
		if len(inv.redirs) > 0 {
			a.writes(st, inv.words, inv.redirs, inv.in)
		}
		return a.command(sub, st, inv.words)
	}
	if len(inv.assigns) > 0 || len(inv.redirs) > 0 {
		a.emit(sub, st, Command{Program: ":", Word: Word{Value: ":"}, Pos: pos})
	}
	before := st
	if sc.posix {
		before = st.clone()
	}
	bash := false
	for _, as := range inv.assigns {
		as.apply(st, false)
		bash = bash || as.appends || as.isArray
	}
	if sc.posix && bash {
		st = join(before, st) // a shell that does not know it changes nothing
	}
	return st, st
}

// command analyses expanded words as a simple command: what it is, and what
// it runs in turn.
func (a *analyser) command(sc *scope, st *state, words []field) (ok, fail *state) {
	if len(words) == 0 || a.spend(1+len(words)/8) && len(a.out.Commands) > 0 {
		return st, st
	}
	if len(sc.via) > maxWrappers {
		a.unresolved(sc, "more than 40 wrappers around a command", words[0].Typed, sc.at())
		return st, st
	}
	w := words[0]
	name, certain := programName(w)
	if !certain {
		a.dynamicProgram(sc, st, words)
		if name == "" {
			return st, st
		}
	}
	if deceptive(w.Value) && (!sc.src.carriage || deceptive(strings.TrimSuffix(w.Value, "\r"))) {
		a.unresolved(sc, "program name "+printable(w.Value)+" with characters that cannot be seen", w.Value, sc.at())
	}
	if !sc.external && !sc.plain && !strings.Contains(w.Value, "/") {
		if called, sure := a.functions(sc, &st, name, words); called && sure {
			return st, st
		}
		if w.bare {
			a.expandAlias(sc, st, name, words[1:])
		}
	}
	cmd := a.describe(sc, st, name, words)
	a.emit(sc, st, cmd)
	a.makes(sc, name, words[1:])
	if len(a.files) > 0 && strings.Contains(w.Value, "/") {
		a.runsMade(sc, st, w.Value, false)
		a.runsCopy(sc, st, words)
	}
	if rest, zsh := strings.CutPrefix(w.Value, "="); zsh && rest != "" { // zsh: =rm is the path of rm
		words = slices.Clone(words)
		words[0].Value = rest
		a.command(sc, st.clone(), words)
	}
	if !sc.external {
		if ok, fail, done := a.builtin(sc, st, name, words[1:]); done {
			return ok, fail
		}
	}
	return a.carried(sc, st, name, words)
}

// describe is the command as it is listed.
func (a *analyser) describe(sc *scope, st *state, name string, words []field) Command {
	cmd := Command{Program: name, Word: words[0].Word, Pos: sc.at(), Opaque: sc.opaque}
	if len(words) > 1 {
		cmd.Args = make([]Word, 0, len(words)-1)
	}
	for _, f := range words[1:] {
		cmd.Args = append(cmd.Args, f.Word)
	}
	cmd.Sub = subcommand(name, cmd.Args)
	cmd.Inline, cmd.Code = a.inlineCode(name, words[1:], sc.in)
	cmd.Redirs = a.filesOf(name, cmd.Inline, words[1:], sc.in)
	return cmd
}

// emit lists a command, once for each directory it can run in.
func (a *analyser) emit(sc *scope, st *state, cmd Command) {
	cmd.Assigns = append(slices.Clip(sc.assigns), cmd.Assigns...)
	cmd.Redirs = append(slices.Clip(sc.redirs), cmd.Redirs...)
	cmd.Via, cmd.Context = sc.via, sc.context
	cmd.Remote = sc.remote
	dirs, lost := st.dirs, st.dirLost
	if sc.dirs != nil {
		dirs, lost = sc.dirs, sc.dirLost
	}
	if cmd.Remote {
		dirs, lost = nil, true
	}
	if len(a.links) > 0 {
		if behind, ok := a.behindLinks(cmd); ok {
			a.emitIn(behind, dirs, lost)
		}
	}
	a.emitIn(cmd, dirs, lost)
}

func (a *analyser) emitIn(cmd Command, dirs []string, lost bool) {
	dirs, lost = commandDirs(cmd, dirs, lost)
	for _, d := range dirs {
		cmd.Dir, cmd.DirKnown = d, true
		a.add(cmd)
	}
	if lost || len(dirs) == 0 {
		cmd.Dir, cmd.DirKnown = "", false
		a.add(cmd)
	}
}

// sameWindow is how far back a command is looked for that is listed already.
const sameWindow = 100

func (a *analyser) add(cmd Command) {
	a.spend(1 + len(cmd.Args)/8)
	if cmd.Pos.Offset <= a.furthest { // else it is the first one there
		for i := len(a.out.Commands) - 1; i >= max(0, len(a.out.Commands)-sameWindow); i-- {
			if old := &a.out.Commands[i]; old.Pos == cmd.Pos && sameCommand(old, &cmd) {
				return
			}
		}
	}
	a.furthest = max(a.furthest, cmd.Pos.Offset)
	if len(a.out.Commands) >= maxCommands {
		a.stop("a line with more than 2000 commands")
		return
	}
	if a.out.Commands == nil {
		a.out.Commands = make([]Command, 0, a.expect)
	}
	a.out.Commands = append(a.out.Commands, cmd)
}

func sameCommand(x, y *Command) bool {
	return x.Program == y.Program && x.Dir == y.Dir && x.DirKnown == y.DirKnown && x.Code == y.Code &&
		x.Remote == y.Remote && x.Opaque == y.Opaque && x.Word == y.Word &&
		slices.Equal(x.Args, y.Args) && slices.Equal(x.Via, y.Via) && slices.Equal(x.Context, y.Context) &&
		slices.Equal(x.Redirs, y.Redirs) && slices.Equal(x.Assigns, y.Assigns)
}

// programName is the name of the program that a word runs. It is certain when
// the word is literal, or when only the folder before the name is unknown:
// quoted, or from the environment, so that it cannot be split into a program
// and its arguments.
func programName(w field) (name string, certain bool) {
	base := baseName(w.Value)
	switch {
	case strings.Contains(base, Unknown) || base == "":
		return "", w.Value != "" && strings.HasSuffix(w.Value, "/") && !strings.Contains(w.Value, Unknown)
	case w.Glob:
		return base, false
	case strings.Contains(w.Value, Unknown):
		return base, !w.vanish || !w.fed
	}
	return base, true
}

// baseName is the last element of a path, without ".exe" and its like.
func baseName(s string) string {
	s = s[strings.LastIndexByte(s, '/')+1:]
	if len(s) > 2 && s[1] == ':' && s[2] == '\\' || strings.HasPrefix(s, `\\`) || strings.HasPrefix(s, `.\`) {
		s = s[strings.LastIndexByte(s, '\\')+1:]
	}
	if n := len(s) - len(".exe"); n > 0 && s[n] == '.' {
		switch strings.ToLower(s[n:]) {
		case ".exe", ".cmd", ".bat":
			return s[:n]
		}
	}
	return s
}

// dynamicProgram says that the program is not known, and lists what runs when
// the unknown word vanishes ("$SUDO rm x").
func (a *analyser) dynamicProgram(sc *scope, st *state, words []field) {
	w := words[0]
	construct := "program name from " + printable(w.origin)
	switch {
	case w.Glob && !strings.Contains(w.Value, Unknown):
		construct = "program name from the pattern " + printable(w.Value)
	case w.Value == "":
		construct = "an empty program name"
	case w.origin == "":
		construct = "program name from an unknown part"
	}
	a.unresolved(sc, construct, w.Typed, sc.at())
	if name, _ := programName(w); name == "" {
		cmd := a.describe(sc, st, "", words)
		a.emit(sc, st, cmd)
	}
	if w.vanish && strings.Trim(w.Value, Unknown) == "" && len(words) > 1 && looksLikeProgram(words[1]) && sc.vanished < maxVanished {
		a.command(sc.with(func(c *scope) { c.vanished++ }), st.clone(), words[1:])
	}
}

func looksLikeProgram(w field) bool {
	if w.Value == "" || w.Value[0] == '-' {
		return false
	}
	name, _ := programName(w)
	return name != "" || w.vanish
}

// functions calls the functions of that name. sure means that the name is a
// function on every path.
func (a *analyser) functions(sc *scope, st **state, name string, words []field) (called, sure bool) {
	var bodies []function
	for _, f := range (*st).funcs {
		if f.name == name {
			bodies = append(bodies, f)
			sure = f.sure
		}
	}
	for _, f := range bodies {
		if slices.Contains(a.active, f.body) || len(a.active) >= maxCalls {
			a.emit(sc, *st, a.describe(sc, *st, name, words)) // it calls itself
			(*st).forgetAll()
			continue
		}
		after := a.callFunction(sc, (*st).clone(), f, words)
		if len(bodies) == 1 && sure {
			*st = after
		} else {
			*st = join(*st, after)
		}
	}
	if len(bodies) == 1 && sure {
		return true, true
	}
	return len(bodies) > 0, false
}

func (a *analyser) callFunction(sc *scope, st *state, f function, words []field) *state {
	for i := range a.pending {
		if a.pending[i].body == f.body {
			a.pending[i].called = true
		}
	}
	saved := st.args
	st.args = arguments(words[1:])
	st.args.zero = saved.zero
	outer := a.returns
	a.returns, a.active = nil, append(a.active, f.body)
	sub := sc.inContext("function " + f.name).with(func(c *scope) { c.src = f.src })
	st = join(a.stmt(sub, st, f.body))
	for _, r := range a.returns {
		st = join(st, r)
	}
	a.returns, a.active = outer, a.active[:len(a.active)-1]
	st.args = saved
	return st
}

// arguments are positional parameters, known when every word is one word.
func arguments(words []field) positional {
	p := positional{known: true}
	for _, w := range words {
		text, ok := w.element()
		if !ok {
			return positional{}
		}
		p.words = append(p.words, text)
	}
	return p
}

// expandAlias analyses the texts of an alias. Bash expands one only in
// interactive shells and other shells in scripts too, so the command itself
// is listed as well.
func (a *analyser) expandAlias(sc *scope, st *state, name string, args []field) {
	for i, al := range st.aliases {
		if al.name != name {
			continue
		}
		text := al.text
		for _, w := range args {
			text += " " + quote(w.Value)
		}
		sub := st.clone()
		sub.aliases = slices.Delete(sub.aliases, i, i+1)
		text = strings.ReplaceAll(text, Unknown, hole) // arguments are quoted: they cannot change what runs
		a.nested(sc.inContext("alias"), sub, text, "alias text", "")
	}
}

// quote writes a word so that the shell reads it as one literal word.
func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
