package command

import (
	"slices"
	"strings"
)

// isShell reports whether a program reads Bourne shell text; csh and fish are
// near enough to be read as such.
func isShell(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "pdksh", "oksh", "ksh93", "yash", "rbash", "rzsh", "posh", "fish", "csh", "tcsh", "osh", "hush", "lksh", "sash", "oil", "ysh", "bash5", "-bash", "-sh", "-zsh":
		return true
	}
	return false
}

// isPlainShell reports whether a shell may know less than Bash.
func isPlainShell(name string) bool {
	switch name {
	case "sh", "dash", "ash", "posh", "hush", "-sh", "sash", "yash":
		return true
	}
	return false
}

// shellArgs is a call of a shell.
type shellArgs struct {
	text   *field  // -c
	rest   []field // operands: $0 $1 … behind -c, else script and arguments
	stdin  bool    // -s
	wants  bool    // -c without a text
	checks bool    // -n: nothing runs
	exit   bool    // -e
	option string
}

// readShell reads the options of a shell.
func readShell(args []field) (s shellArgs) {
	command, interactive := false, false
	i := 0
	for ; i < len(args); i++ {
		v := args[i].Value
		if v == "--" || v == "-" {
			i++
			break
		}
		if len(v) < 2 || v[0] != '-' && v[0] != '+' {
			break
		}
		if strings.HasPrefix(v, "--") {
			name, text, glued := strings.Cut(v, "=")
			switch name {
			case "--rcfile", "--init-file":
				i++
			case "--command", "--init-command": // fish
				s.option = name
				if w := args[i]; glued {
					w.Value = text
					s.text = &w
				} else if i+1 < len(args) {
					i++
					s.text = &args[i]
				}
			}
			continue
		}
		for _, c := range v[1:] {
			switch c {
			case 'c':
				command = command || v[0] == '-'
			case 's':
				s.stdin = true
			case 'n':
				s.checks = v[0] == '-'
			case 'i':
				interactive = true
			case 'e':
				s.exit = v[0] == '-'
			case 'o', 'O':
				i++
			}
		}
	}
	s.rest = args[min(i, len(args)):]
	s.checks = s.checks && !interactive
	s.wants = command && len(s.rest) == 0
	if command && len(s.rest) > 0 {
		s.option, s.text, s.rest = "-c", &s.rest[0], s.rest[1:]
	}
	return s
}

// shell analyses what a shell is told to run.
func (a *analyser) shell(sc *scope, st *state, name string, args []field) {
	s := readShell(args)
	if s.checks {
		return
	}
	child := a.childOf(sc, st)
	child.errexit = s.exit
	sc = sc.with(func(c *scope) { c.posix = isPlainShell(name) })
	switch {
	case s.text != nil:
		child.args = arguments(s.rest[min(1, len(s.rest)):])
		if child.args.zero = name; len(s.rest) > 0 {
			child.args.zero = s.rest[0].Value
		}
		a.nested(sc.through(name+" "+s.option), child, s.text.Value, "text of "+name+" "+s.option, s.text.origin)
	case sc.opaque && (s.wants || len(s.rest) == 0 && !s.stdin):
		a.unresolved(sc, "script of "+name+" from words that are added", "", sc.at())
	case len(s.rest) == 0 || s.stdin || isStdin(s.rest[0].Value):
		words := s.rest
		if !s.stdin && len(words) > 0 {
			words = words[1:]
		}
		child.args = arguments(words)
		a.script(sc.through(name), child, sc.in)
	case s.rest[0].proc != nil:
		child.args = arguments(s.rest[1:])
		in := a.outputs(sc, st, s.rest[0].proc.Stmts, "a process substitution", 1)
		a.script(sc.through(name), child, in)
	case strings.Trim(s.rest[0].Value, Unknown) == "":
		a.unresolved(sc, "script of "+name+from(s.rest[0].origin), s.rest[0].Typed, sc.at())
	default:
		a.runsMade(sc.through(name), st, s.rest[0].Value, true)
	}
}

// script analyses standard input as shell text.
func (a *analyser) script(sc *scope, st *state, in input) {
	switch in.kind {
	case inputText:
		sub := sc
		if in.name != "" && in.name != "a pipe" {
			sub = sc.inContext(strings.TrimPrefix(in.name, "a "))
		}
		for _, text := range in.texts {
			// What the script itself reads is the rest of the same text.
			a.nested(sub.with(func(c *scope) { c.in = input{} }), st.clone(), text, "script from "+in.name, "")
		}
	case inputPipe:
		name := in.name
		if name == "" {
			name = "a pipe"
		}
		a.unresolved(sc, "script read from "+name, "", sc.at())
	}
}

// child is the state that a new shell starts with: variables that are not
// exported may come from the environment all the same.
func (a *analyser) child(st *state) *state {
	c := st.clone()
	c.args, c.aliases, c.errexit, c.dead = positional{}, nil, false, false
	c.vars = slices.DeleteFunc(c.vars, func(v *variable) bool { return v.name == "IFS" })
	for i, v := range c.vars {
		if !v.exported && v.name != "HOME" {
			c.vars[i] = v.maybeOther()
		}
	}
	for i := range c.funcs {
		c.funcs[i].sure = false
	}
	return c
}

// childOf is child for the shell of a scope: on another machine nothing is
// known, and assignments in front of the command are exported.
func (a *analyser) childOf(sc *scope, st *state) *state {
	if sc.remote {
		return &state{dirLost: true}
	}
	c := a.child(st)
	for _, as := range sc.assigns {
		c.set(variable{name: as.Name, vals: []value{{text: as.Value.Value}}, exported: true, fromLine: true})
	}
	return c
}
