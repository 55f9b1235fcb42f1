package command

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtin applies what a shell builtin does to the state, and analyses the
// texts it runs. done is false for everything that is not such a builtin.
func (a *analyser) builtin(sc *scope, st *state, name string, args []field) (ok, fail *state, done bool) {
	switch name {
	case "cd", "pushd", "popd":
		ok, fail = a.changeDir(sc, st, name, args)
		return ok, fail, true
	case "exit", "logout":
		st.dead = true
	case "return":
		if len(a.active) > 0 {
			a.returns = append(a.returns, st.clone())
		}
		st.dead = true
	case "break", "continue":
		st.dead = true
	case "set":
		setArgs(st, args)
	case "shift":
		shiftArgs(st, args)
	case "unset":
		a.unset(sc, st, args)
	case "read":
		a.read(sc, st, args)
	case "mapfile", "readarray", "complete", "compgen", "bind":
		a.callbacks(sc, st, name, args)
	case "printf", "wait":
		a.assignOption(sc, st, args)
	case "getopts":
		st.forget("OPTARG")
		a.forgetNames(sc, st, args)
	case "let":
		for _, w := range args {
			target, _, _ := strings.Cut(w.Value, "=")
			st.forget(strings.TrimRight(target, "+-*/%&|^<> "))
		}
		a.forgetNames(sc, st, args)
	case "test", "[":
		for _, w := range args {
			a.subscripts(sc, st, w.Value)
		}
	case "export", "declare", "typeset", "readonly", "local":
		a.declareWords(st, name, args)
	case "alias":
		a.defineAliases(sc, st, args)
	case "unalias":
		st.aliases = nil
	case "hash":
		hashPath(st, args)
	case "trap":
		a.trap(sc, st, args)
	case "eval":
		return a.eval(sc, st, args)
	case "source", ".":
		a.source(sc, st, args)
	case "fc":
		if len(args) > 0 && (args[0].Value == "-s" || args[0].Value == "-e") {
			a.unresolved(sc, "a command from the history", "fc", sc.at())
		}
	default:
		return nil, nil, false
	}
	return st, st, true
}

// setArgs is set: positional parameters and -e.
func setArgs(st *state, args []field) {
	for i, w := range args {
		switch v := w.Value; {
		case w.vanish:
			st.args = positional{zero: st.args.zero}
			return
		case v == "--" || !strings.HasPrefix(v, "-") && !strings.HasPrefix(v, "+"):
			if v == "--" {
				i++
			}
			if i > 0 && args[i-1].Value != "" && strings.HasPrefix(args[i-1].Value, "-") && strings.HasSuffix(args[i-1].Value, "o") && v != "--" {
				st.errexit = st.errexit || v == "errexit"
				continue
			}
			zero := st.args.zero
			st.args = arguments(args[i:])
			st.args.zero = zero
			return
		case v[0] == '-' && strings.Contains(v, "e"):
			st.errexit = true
		case v[0] == '+' && strings.Contains(v, "e"), v == "+o":
			st.errexit = false
		}
	}
}

func shiftArgs(st *state, args []field) {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0].Value); err != nil || n < 0 {
			st.args = positional{zero: st.args.zero}
			return
		}
	}
	if st.args.known && n <= len(st.args.words) {
		st.args.words = st.args.words[n:]
	}
}

func (a *analyser) unset(sc *scope, st *state, args []field) {
	for _, w := range args {
		a.subscripts(sc, st, w.Value)
		switch {
		case strings.Contains(w.Value, Unknown):
			st.forgetAll()
		case strings.HasPrefix(w.Value, "-"):
		case syntax.ValidName(w.Value):
			st.set(variable{name: w.Value, vals: []value{{unset: true}}, fromLine: true})
			st.undefine(w.Value)
		default:
			st.undefine(w.Value)
		}
	}
}

// read makes its names unknown, unless it reads one line of a known text.
func (a *analyser) read(sc *scope, st *state, args []field) {
	a.forgetNames(sc, st, args)
	st.forget("REPLY")
	var names []string
	for _, w := range args {
		if !strings.HasPrefix(w.Value, "-") {
			names = append(names, w.Value)
		} else if w.Value != "-r" {
			return
		}
	}
	if len(names) != 1 || sc.in.kind != inputText || st.lookup("IFS") != nil {
		return
	}
	vals := []value{{text: Unknown}}
	for _, text := range sc.in.texts {
		line, rest, _ := strings.Cut(text, "\n")
		if rest != "" || strings.Contains(line, `\`) {
			return
		}
		vals = append(vals, value{text: strings.Trim(line, " \t")})
	}
	if st.lookup(names[0]) != nil {
		st.assign(names[0], vals[1:])
	}
}

// forgetNames makes every variable unknown that an argument names.
func (a *analyser) forgetNames(sc *scope, st *state, args []field) {
	for _, w := range args {
		a.subscripts(sc, st, w.Value)
		name, _, _ := strings.Cut(w.Value, "[")
		switch {
		case strings.Contains(w.Value, Unknown):
			st.forgetAll()
		case syntax.ValidName(name):
			st.forget(name)
		}
	}
}

// callbacks are builtins that are given code by option.
func (a *analyser) callbacks(sc *scope, st *state, name string, args []field) {
	for i, w := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1].Value
		}
		switch {
		case w.Value == "-C" && name != "bind":
			a.nested(sc.through(name+" -C"), st.clone(), next, "the callback of "+name, w.Typed)
		case w.Value == "-W":
			a.document(sc.through(name+" -W"), st, next)
		case w.Value == "-x" && name == "bind":
			_, text, _ := strings.Cut(next, ":")
			a.nested(sc.through("bind -x"), st.clone(), strings.Trim(text, ` "`), "a key binding", w.Typed)
		}
	}
	if name == "mapfile" || name == "readarray" {
		st.forget("MAPFILE")
		a.forgetNames(sc, st, args)
	}
}

// assignOption is printf -v and wait -p.
func (a *analyser) assignOption(sc *scope, st *state, args []field) {
	for i, w := range args {
		if (w.Value == "-v" || w.Value == "-p") && i+1 < len(args) {
			a.forgetNames(sc, st, args[i+1:i+2])
			if text, ok := printf(values(args[i+2:])); ok && w.Value == "-v" && syntax.ValidName(args[i+1].Value) {
				st.assign(args[i+1].Value, []value{{text: text}})
			}
			return
		}
		if strings.HasPrefix(w.Value, "-v") && i == 0 {
			st.forget(w.Value[2:])
		}
	}
}

func values(words []field) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, w.Value)
	}
	return out
}

// declareWords is a declaration whose arguments come from an expansion.
func (a *analyser) declareWords(st *state, name string, args []field) {
	for _, w := range args {
		target, text, is := strings.Cut(w.Value, "=")
		switch {
		case strings.Contains(target, Unknown):
			st.forgetAll()
		case is && syntax.ValidName(target):
			as := assignment{Assign: Assign{Name: target, Value: Word{Value: text}}}
			as.apply(st, name == "export")
		case syntax.ValidName(target) && name != "export" && name != "readonly":
			st.forget(target)
		}
	}
}

// defineAliases records aliases, and lists what they run: a later line of the
// same session may use them.
func (a *analyser) defineAliases(sc *scope, st *state, args []field) {
	if len(args) > 1 && !slices.ContainsFunc(args, func(w field) bool { return strings.Contains(w.Value, "=") || strings.HasPrefix(w.Value, "-") }) {
		text, _ := joined(args[1:]) // csh and fish: alias name command
		args = []field{{Word: Word{Value: args[0].Value + "=" + text}}}
	}
	for _, w := range args {
		name, text, is := strings.Cut(w.Value, "=")
		if !is || strings.HasPrefix(w.Value, "-") {
			continue
		}
		a.nested(sc.inContext("alias"), st.clone(), text, "alias text", w.origin)
		if len(st.aliases) < maxVars {
			st.aliases = append(st.aliases, alias{name: name, text: text})
		}
	}
}

// hashPath is hash -p PATH NAME: NAME runs PATH from then on.
func hashPath(st *state, args []field) {
	if len(args) == 3 && args[0].Value == "-p" && len(st.aliases) < maxVars {
		st.aliases = append(st.aliases, alias{name: args[2].Value, text: quote(args[1].Value)})
	}
}

// trap analyses the command that a signal or the end of the shell runs, when
// any variable may have changed that is not settled.
func (a *analyser) trap(sc *scope, st *state, args []field) {
	for len(args) > 0 && strings.HasPrefix(args[0].Value, "-") && args[0].Value != "-" {
		if args[0].Value != "--" {
			return // -l, -p
		}
		args = args[1:]
	}
	if len(args) < 2 || args[0].Value == "-" {
		return
	}
	later := st.clone()
	later.blur(a.settled(sc)...)
	a.nested(sc.inContext("trap"), later, args[0].Value, "trap command", args[0].origin)
}

// eval parses its arguments, joined by blanks, in this shell.
func (a *analyser) eval(sc *scope, st *state, args []field) (ok, fail *state, done bool) {
	if len(args) > 0 && args[0].Value == "--" {
		args = args[1:]
	}
	text, origin := joined(args)
	if strings.Trim(text, Unknown) == "" && printsSetup(origin) {
		st.forgetAll()
		return st, st, true
	}
	ok, fail = a.nested(sc.through("eval"), st, text, "text of eval", origin)
	if strings.Contains(text, Unknown) {
		ok.forgetAll()
		fail.forgetAll()
	}
	return ok, fail, true
}

// joined is the text of arguments joined by blanks, and the source of its
// first unknown part.
func joined(args []field) (text, origin string) {
	var b strings.Builder
	for i, w := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Value)
		if origin == "" && strings.Contains(w.Value, Unknown) {
			origin = w.origin
		}
	}
	return b.String(), origin
}

// source is source and ".": a file by name is not read; what is computed is
// analysed like any script.
func (a *analyser) source(sc *scope, st *state, args []field) {
	if len(args) > 0 && args[0].Value == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	in := sc.in
	switch w := args[0]; {
	case w.proc != nil && printsSetup(w.Typed):
		st.forgetAll()
		return
	case w.proc != nil:
		in = a.outputs(sc, st, w.proc.Stmts, "a process substitution", 1)
	case isStdin(w.Value):
		if in.kind == inputNone {
			return
		}
	default:
		a.runsMade(sc.through("source"), st, w.Value, true)
		st.forgetAll()
		return
	}
	a.script(sc.through("source"), st, in)
	st.forgetAll()
}

func isStdin(path string) bool {
	switch path {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}
