package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assignment is one expanded assignment.
type assignment struct {
	Assign
	appends bool
	naked   bool // declare x: no value
	index   bool // a[i]=v
	isArray bool
	elems   []string // nil when an element is not known
	kept    string   // see field
}

func (a *analyser) assignWords(sc *scope, st *state, as *syntax.Assign) {
	a.word(sc, st, as.Value)
	a.arith(sc, st, as.Index)
	if as.Array == nil {
		return
	}
	for _, el := range as.Array.Elems {
		a.arith(sc, st, el.Index)
		a.word(sc, st, el.Value)
	}
}

// assigns expands assignments in order; later ones do not see earlier ones,
// which only makes more of them unknown.
func (e *expander) assigns(list []*syntax.Assign) []assignment {
	var out []assignment
	for _, as := range list {
		if as.Name == nil {
			continue
		}
		out = append(out, e.assign(as))
	}
	return out
}

func (e *expander) assign(as *syntax.Assign) assignment {
	out := assignment{appends: as.Append, naked: as.Naked, index: as.Index != nil}
	out.Name = as.Name.Value
	if as.Array == nil {
		f := e.single(as.Value)
		out.Value, out.kept = f.Word, f.kept
		return out
	}
	out.isArray, out.elems = true, []string{}
	for _, el := range as.Array.Elems {
		if el.Index != nil || el.Value == nil {
			out.elems = nil
			break
		}
		for _, f := range e.word(el.Value) {
			text, ok := f.element()
			if !ok || out.elems == nil {
				out.elems = nil
				break
			}
			out.elems = append(out.elems, text)
		}
		if e.a.step() || len(out.elems) > maxWords {
			out.elems = nil
		}
		if out.elems == nil {
			break
		}
	}
	out.Value = Word{Value: Unknown, Dynamic: true, Typed: e.sc.src.typed(as.Array)}
	if out.elems != nil {
		out.Value.Value = strings.ReplaceAll(strings.Join(out.elems, " "), matched, Unknown)
		out.Value.Dynamic = strings.Contains(out.Value.Value, Unknown)
	}
	return out
}

// apply stores an assignment in the state.
func (as *assignment) apply(st *state, exported bool) {
	old := st.lookup(as.Name)
	v := variable{name: as.Name, exported: exported, fromLine: true}
	switch {
	case as.naked:
		if old != nil {
			v := *old
			v.exported = v.exported || exported
			st.set(v)
		}
		return
	case as.index:
		st.forget(as.Name)
		return
	case as.isArray:
		v.isArray, v.lists = true, [][]string{as.elems}
		if as.elems == nil {
			v.lists = nil
		}
		if as.appends {
			v.lists = appended(old, as.elems)
		}
		v.vals = firstElements(v.lists)
	case as.appends:
		v.vals = appendValue(old, keptText(as.Value.Value, as.kept))
	default:
		v.vals = []value{{text: keptText(as.Value.Value, as.kept)}}
	}
	v.vals = limitValues(v.vals)
	st.set(v)
}

func firstElements(lists [][]string) []value {
	if lists == nil {
		return []value{{text: Unknown}}
	}
	var vals []value
	for _, list := range lists {
		if len(list) == 0 {
			vals = append(vals, value{unset: true})
		} else {
			vals = append(vals, value{text: list[0]})
		}
	}
	return vals
}

func appended(old *variable, elems []string) [][]string {
	if old == nil || !old.isArray || elems == nil {
		return nil
	}
	var out [][]string
	for _, list := range old.lists {
		if len(list)+len(elems) > maxWords {
			return nil
		}
		out = append(out, append(slices.Clip(list), elems...))
	}
	return out
}

func appendValue(old *variable, text string) []value {
	if old == nil || old.isArray {
		return []value{{text: Unknown}}
	}
	var vals []value
	for _, v := range old.vals {
		if len(v.text)+len(text) > maxVariable {
			return []value{{text: Unknown}}
		}
		vals = append(vals, value{text: v.text + text})
	}
	return vals
}

// declare analyses export, declare, local, readonly and typeset.
func (a *analyser) declare(sc *scope, st *state, c *syntax.DeclClause) (ok, fail *state) {
	for _, as := range c.Args {
		a.assignWords(sc, st, as)
	}
	pos := sc.src.pos(c.Pos())
	sub := sc.with(func(c *scope) { c.pos = pos })
	var ways [][]assignment
	a.each(sub, st, func(e *expander) {
		args, assigned := e.declared(c.Args)
		cmd := Command{Program: c.Variant.Value, Word: Word{Value: c.Variant.Value, Typed: c.Variant.Value, Pattern: c.Variant.Value}, Pos: pos, Args: args, Sub: len(args)}
		for _, as := range assigned {
			cmd.Assigns = append(cmd.Assigns, as.Assign)
		}
		for i := range args {
			name, _, _ := strings.Cut(args[i].Value, "=")
			a.subscripts(sub, st, name)
		}
		a.emit(sub, st, cmd)
		ways = append(ways, assigned)
	})
	flags := declareFlags(c)
	exported := c.Variant.Value == "export" && !strings.Contains(flags, "n") || strings.Contains(flags, "x")
	out := st
	for i, assigned := range ways {
		next := st
		if i < len(ways)-1 {
			next = st.clone()
		}
		a.codeInVariables(sub, next, assigned)
		a.applyDeclared(sub, next, c, assigned, flags, exported)
		if i == 0 {
			out = next
		} else {
			out = join(out, next)
		}
	}
	return out, out
}

func (a *analyser) applyDeclared(sc *scope, st *state, c *syntax.DeclClause, assigned []assignment, flags string, exported bool) {
	for _, as := range assigned {
		a.subscripts(sc, st, as.Value.Value)
		as.apply(st, exported)
		switch {
		case strings.ContainsAny(flags, "nAiulc") && c.Variant.Value != "export":
			st.forget(as.Name) // the value is changed or means something else
		case as.naked && c.Variant.Value == "local":
			st.set(variable{name: as.Name, vals: []value{{unset: true}}, fromLine: true})
		}
	}
}

// declared expands the arguments of a declaration.
func (e *expander) declared(list []*syntax.Assign) (args []Word, assigned []assignment) {
	for _, as := range list {
		if as.Name == nil {
			for _, f := range e.word(as.Value) {
				args = append(args, f.Word)
				if name, text, is := strings.Cut(f.Value, "="); is && syntax.ValidName(name) {
					assigned = append(assigned, assignment{Assign: Assign{Name: name, Value: Word{Value: text, Dynamic: f.Dynamic, Typed: text, Pattern: text}}})
				}
			}
			continue
		}
		one := e.assign(as)
		assigned = append(assigned, one)
		w := one.Value
		w.Typed = e.sc.src.typed(as)
		w.Value = one.Name
		if !one.naked {
			w.Value += "=" + one.Value.Value
		}
		w.Pattern = w.Value
		args = append(args, w)
	}
	return args, assigned
}

func declareFlags(c *syntax.DeclClause) string {
	var flags string
	for _, as := range c.Args {
		if as.Name == nil && as.Value != nil {
			if lit := as.Value.Lit(); strings.HasPrefix(lit, "-") {
				flags += lit[1:]
			}
		}
	}
	return flags
}

// codeInVariables analyses variables whose value a program runs or expands.
func (a *analyser) codeInVariables(sc *scope, st *state, list []assignment) {
	for _, as := range list {
		text := as.Value.Value
		if text == "" || as.naked {
			continue
		}
		kind, holds := findVariable(as.Name)
		if !holds {
			continue
		}
		sub := sc.inContext("variable " + as.Name).with(func(c *scope) { c.assigns, c.redirs = nil, nil })
		switch kind {
		case holdsCommand:
			if strings.Trim(text, Unknown) != "" {
				a.nested(sub, a.child(st), strings.TrimLeft(text, "|- "), "command in "+as.Name, as.Value.Typed)
			}
		case holdsTool:
			if !strings.Contains(text, Unknown) {
				a.nested(sub, a.child(st), text, "command in "+as.Name, as.Value.Typed)
			}
		case holdsMakeOptions:
			if strings.Contains(text, "--eval") {
				a.unresolved(sub, "makefile text in "+as.Name, text, sc.at())
			}
		case holdsGitSetting:
			a.gitVariables(sub, st, &as, list)
		case holdsPrompt:
			a.document(sub, st, text)
		case holdsTarOptions:
			a.nested(sub, a.child(st), "tar "+text, "options in "+as.Name, as.Value.Typed)
		case holdsFunction:
			a.nested(sub, a.child(st), "f "+text, "function in "+as.Name, as.Value.Typed)
		case holdsLessOptions:
			if command, ok := lessCommand(text); ok {
				a.nested(sub, a.child(st), command, "command in "+as.Name, as.Value.Typed)
			}
		}
	}
}

// lessCommand is the shell command that less is started with: behind +!, or
// behind +| and the letter of a mark.
func lessCommand(options string) (text string, ok bool) {
	if _, text, ok = strings.Cut(options, "+!"); ok {
		return text, true
	}
	if _, text, ok = strings.Cut(options, "+|"); ok && text != "" {
		return text[1:], true
	}
	return "", false
}

type variableKind uint8

const (
	holdsCommand variableKind = iota + 1 // a command line that some program runs
	holdsPrompt                          // a text whose substitutions a shell runs
	holdsTool                            // a tool of a build, with its options: CC="gcc -m32"
	holdsGitSetting
	holdsMakeOptions
	holdsLessOptions // which may begin with a command of less: +!rm x
	holdsTarOptions
	holdsFunction // of Bash, which imports it: () { rm x; }
)

func findVariable(name string) (variableKind, bool) {
	if i, ok := slices.BinarySearch(commandVariables, name); ok && i >= 0 {
		return holdsCommand, true
	}
	if isTool(name) {
		return holdsTool, true
	}
	if strings.HasPrefix(name, "GIT_CONFIG_VALUE_") || name == "GIT_CONFIG_PARAMETERS" {
		return holdsGitSetting, true
	}
	if strings.HasPrefix(name, "BASH_FUNC_") {
		return holdsFunction, true
	}
	switch name {
	case "TAR_OPTIONS":
		return holdsTarOptions, true
	case "MAKEFLAGS", "GNUMAKEFLAGS":
		return holdsMakeOptions, true
	case "LESS", "MORE":
		return holdsLessOptions, true
	case "BASH_ENV", "ENV", "PS0", "PS1", "PS2", "PS4":
		return holdsPrompt, true
	}
	return 0, false
}

// isTool reports whether a build runs the value of a variable, as make and
// cargo do.
func isTool(name string) bool {
	switch name {
	case "CC", "CXX", "CPP", "LD", "AR", "AS", "FC", "RANLIB", "STRIP", "INSTALL", "MAKE", "RUSTC", "RUSTDOC", "RUSTC_WORKSPACE_WRAPPER", "HOSTCC":
		return true
	}
	return strings.HasPrefix(name, "CARGO_TARGET_") && (strings.HasSuffix(name, "_RUNNER") || strings.HasSuffix(name, "_LINKER"))
}

// commandVariables are variables whose value a program runs as a command,
// sorted.
var commandVariables = []string{
	"AWS_PAGER", "BAT_PAGER", "BROWSER", "CVSEDITOR", "CVS_RSH", "DELTA_PAGER", "EDITOR", "FCEDIT", "FZF_DEFAULT_COMMAND", "GH_BROWSER", "GH_EDITOR", "GH_PAGER", "GIT_ASKPASS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF",
	"GIT_PAGER", "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "HGEDITOR", "HGMERGE", "JJ_EDITOR", "KUBECTL_EXTERNAL_DIFF",
	"KUBE_EDITOR", "LESSCLOSE", "LESSOPEN", "MAKE_SHELL", "MANPAGER", "PAGER", "PROMPT_COMMAND", "PSQL_EDITOR", "PSQL_PAGER", "RSYNC_CONNECT_PROG", "RSYNC_RSH", "RUSTC_WRAPPER",
	"SSH_ASKPASS", "SUDO_ASKPASS", "SUDO_EDITOR", "SVN_EDITOR", "SVN_SSH", "SYSTEMD_EDITOR", "SYSTEMD_PAGER", "VISUAL",
}
