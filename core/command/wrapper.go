package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Wrapper describes a program that runs other commands given to it: how its
// options are read, and which of its words are a command. The built-in rows
// are in wrappers_data.go; policy data may add more through Env.Wrappers.
//
// Options are written as typed: "-u" and "--user". A short option is also
// found in a cluster (-Hu root), a value also glued to it (-uroot,
// --user=root), a long option also shortened. An option that is in no list is
// taken for a flag, and the command is also looked for one word later, in case
// it takes a value.
type Wrapper struct {
	// Names are the base names of the program.
	Names []string `json:"names"`
	// Sub are the words that must follow, behind global options: "exec", or
	// "compose exec". "a|b" is either.
	Sub string `json:"sub,omitempty"`
	// Values are options that take a value.
	Values []string `json:"values,omitempty"`
	// Flags are options without a value: "-abc" stands for -a, -b and -c.
	Flags []string `json:"flags,omitempty"`
	// Texts are options whose value is shell text that is run.
	Texts []string `json:"texts,omitempty"`
	// Splits are options whose value is split into words that stand in front
	// of the command (env -S).
	Splits []string `json:"splits,omitempty"`
	// Programs are options whose value is the program; the operands behind
	// Skip are its arguments (docker run --entrypoint).
	Programs []string `json:"programs,omitempty"`
	// Rest are options behind which the command stands (nix develop -c).
	Rest []string `json:"rest,omitempty"`
	// Needs are options one of which must be there for the row to hold.
	Needs []string `json:"needs,omitempty"`
	// Dirs are options whose value is the directory of the command.
	Dirs []string `json:"dirs,omitempty"`
	// Stops are options with which nothing is run (command -v).
	Stops []string `json:"stops,omitempty"`
	// Skip is how many operands stand before the command.
	Skip int `json:"skip,omitempty"`
	// Assigns says that NAME=value operands before the command are
	// assignments.
	Assigns bool `json:"assigns,omitempty"`
	// Form is what the operands behind Skip are.
	Form Form `json:"form,omitempty"`
	// Dash says that a "--" ends Skip, too: the command stands behind it.
	Dash bool `json:"dash,omitempty"`
	// Drops says that a "--" behind the program is not handed on (npm exec).
	Drops bool `json:"drops,omitempty"`
	// Login says that without a command a shell is started that reads
	// standard input.
	Login bool `json:"login,omitempty"`
	// Inside says that it is a builtin: the command runs in the shell itself.
	Inside bool `json:"inside,omitempty"`
	// Remote says that the command runs on another machine or in a container.
	Remote bool `json:"remote,omitempty"`
	// Opaque says that it adds words that the line does not show.
	Opaque bool `json:"opaque,omitempty"`
}

// Form is how the operands of a wrapper give a command.
type Form string

// The forms.
const (
	FormNone  Form = ""      // none: options do, wherever they stand
	FormArgv  Form = "argv"  // a program and its arguments
	FormText  Form = "text"  // shell text, joined by blanks
	FormTexts Form = "texts" // each operand is shell text
	FormShell Form = "shell" // arguments of a shell (su - user -c text)
)

// carried analyses what a command runs in turn.
func (a *analyser) carried(sc *scope, st *state, name string, words []field) (ok, fail *state) {
	args := words[1:]
	if lower := strings.ToLower(name); lower != name && a.tool(name).interpreter == nil {
		name = lower // the file systems of macOS and Windows find BASH, too
	}
	if isShell(name) {
		a.shell(sc, st, name, args)
		return st, st
	}
	a.special(sc, st, name, args)
	for _, w := range a.tool(name).wrappers {
		ok, fail = a.wrapper(sc, st, w, name, args)
		if w.Inside && ok != nil {
			return ok, fail
		}
	}
	for i := range a.env.Wrappers {
		if w := &a.env.Wrappers[i]; slices.Contains(w.Names, name) {
			a.wrapper(sc, st, w, name, args)
		}
	}
	return st, st
}

// special are the programs whose way to give a command is a language of its
// own.
func (a *analyser) special(sc *scope, st *state, name string, args []field) {
	if isVi(name) {
		a.vim(sc, st, name, args)
		return
	}
	switch name {
	case "find", "gfind", "bfs":
		a.find(sc, st, name, args)
	case "fd", "fdfind":
		a.fd(sc, st, args)
	case "xargs", "gxargs":
		a.xargs(sc, st, args)
	case "parallel", "env_parallel", "sem", "rush":
		a.parallel(sc, st, args)
	case "git":
		a.git(sc, st, args)
	case "sed", "gsed":
		a.sed(sc, st, args)
	case "awk", "gawk", "mawk", "nawk", "original-awk":
		a.awk(sc, st, name, args)
		a.interpreter(sc, name, args)
	case "ed", "red":
		a.exScript(sc, st, name, sc.in)
	case "make", "gmake":
		a.makefile(sc, st, args)
	case "crontab":
		a.crontab(sc, st, args)
	case "at", "batch":
		a.script(sc.through(name), st.clone(), sc.in)
	case "socat":
		a.socat(sc, st, args)
	case "tar", "gtar", "bsdtar":
		a.tar(sc, st, args)
	case "ssh", "scp", "sftp", "autossh":
		a.sshOptions(sc, st, name, args)
		a.shellsOut(sc, st, name, args)
	case "gdb", "lldb":
		a.debugger(sc, st, name, args)
	default:
		if a.carrier(sc, st, name, args) {
			return
		}
		a.shellsOut(sc, st, name, args)
		a.interpreter(sc, name, args)
	}
}

// found is what the words of a wrapper were read as.
type found struct {
	rest    []field // the command and its arguments
	unsure  bool    // an option that is not known may have taken a value
	stopped bool
	dashed  bool
	behind  bool // an option said that the command follows
	needed  bool
	texts   []optionValue
	split   []field // words of -S that stand in place of the option
	program *field
	assigns []Assign
	dir     *field
}

// nothing reports whether the words hold no command.
func (f *found) nothing() bool { return len(f.texts) == 0 && len(f.rest) == 0 && f.program == nil }

type optionValue struct {
	option string
	value  field
}

// wrapper analyses the command that one row of the table finds.
func (a *analyser) wrapper(sc *scope, st *state, w *Wrapper, name string, args []field) (ok, fail *state) {
	label := name
	if w.Sub != "" {
		rest, words, matches := matchSub(w.Sub, name, args)
		if !matches {
			return nil, nil
		}
		args, label = rest, name+" "+words
	}
	f := w.read(args)
	if f.stopped || len(w.Needs) > 0 && !f.needed || f.nothing() && w.Form == FormNone && !w.Login {
		return nil, nil
	}
	inner := a.wrapperScope(sc, st, w, label, &f)
	if len(f.assigns) > 0 {
		list := make([]assignment, len(f.assigns))
		for i := range list {
			list[i].Assign = f.assigns[i]
		}
		a.codeInVariables(inner, st, list)
	}
	for _, t := range f.texts {
		via := inner.with(func(c *scope) { c.via = append(slices.Clip(sc.via), label+" "+t.option) })
		a.nested(via, a.childOf(via, st), t.value.Value, "text of "+label+" "+t.option, t.value.origin)
	}
	words := f.rest
	if f.program != nil {
		words = append([]field{*f.program}, words...)
	}
	if w.Drops {
		if i := slices.IndexFunc(words, func(w field) bool { return w.Value == "--" }); i > 0 {
			words = slices.Delete(slices.Clone(words), i, i+1)
		}
	}
	if len(words) == 0 {
		if inner.opaque && w.Form == FormArgv {
			a.unresolved(inner, "program name added to "+label, "", sc.at())
		}
		if w.Login && len(f.texts) == 0 {
			a.script(inner, a.childOf(inner, st), inner.in)
		}
		return nil, nil
	}
	return a.operands(inner, st, w, label, words, f.unsure && f.program == nil)
}

func (a *analyser) operands(sc *scope, st *state, w *Wrapper, label string, words []field, unsure bool) (ok, fail *state) {
	switch w.Form {
	case FormArgv:
		if unsure && len(words) > 1 && looksLikeProgram(words[1]) {
			a.command(sc, st.clone(), words[1:])
		}
		if strings.HasPrefix(words[0].Value, "-") && words[0].Value != "-" {
			return nil, nil
		}
		if w.Inside {
			return a.command(sc, st, words)
		}
		a.command(sc, st.clone(), words)
		if len(words) == 1 && strings.ContainsAny(words[0].Value, " \t") && !strings.Contains(words[0].Value, "/ ") {
			a.nested(sc, a.childOf(sc, st), words[0].Value, "text of "+label, words[0].origin)
		}
	case FormText:
		text, origin := joined(words)
		a.nested(sc, a.childOf(sc, st), text, "text of "+label, origin)
	case FormTexts:
		for _, word := range words {
			if !strings.HasPrefix(word.Value, "-") && word.Value != ";" {
				a.nested(sc, a.childOf(sc, st), word.Value, "text of "+label, word.origin)
			}
		}
	case FormShell:
		a.shell(sc, st, "sh", words)
	}
	return nil, nil
}

func (a *analyser) wrapperScope(sc *scope, st *state, w *Wrapper, label string, f *found) *scope {
	return sc.through(label).with(func(c *scope) {
		c.external = c.external || !w.Inside
		c.plain = true
		c.remote = c.remote || w.Remote
		c.opaque = c.opaque || w.Opaque
		c.assigns = append(slices.Clip(c.assigns), f.assigns...)
		if f.dir != nil && !w.Remote {
			dirs, lost := c.dirs, c.dirLost
			if dirs == nil {
				dirs, lost = st.dirs, st.dirLost
			}
			c.dirs, c.dirLost = enter(dirs, lost, f.dir.Value)
			if c.dirs == nil {
				c.dirs = []string{}
			}
		}
	})
}

// matchSub finds the subcommand words behind the global options.
func matchSub(sub, name string, args []field) (rest []field, words string, ok bool) {
	for more := true; more; {
		var want string
		if want, sub, more = strings.Cut(sub, " "); want == "" {
			continue
		}
		i := subcommandAt(name, args)
		if i >= len(args) || !alternative(want, args[i].Value) {
			return nil, "", false
		}
		words = strings.TrimSpace(words + " " + args[i].Value)
		name += " " + args[i].Value
		args = args[i+1:]
	}
	return args, words, true
}

// alternative reports whether a word is one of "a|b|c".
func alternative(list, word string) bool {
	for more := true; more; {
		var one string
		if one, list, more = strings.Cut(list, "|"); one == word {
			return true
		}
	}
	return false
}

// read goes through the options and operands up to the command.
func (w *Wrapper) read(args []field) (f found) {
	skip, splits := w.Skip, 0
	for i := 0; i < len(args) && splits < maxNested; {
		v := args[i].Value
		switch {
		case f.behind && v != "--" || v != "--" && w.Skip > 0 && skip == 0 && !f.dashed && w.Form == FormArgv && !w.Dash && w.kind(v) != textOption:
			f.rest = args[i:]
			return f
		case v == "--":
			if i++; w.Dash {
				skip = 0
			}
			f.dashed = true
		case len(v) > 1 && v[0] == '-' && !f.dashed:
			i += w.option(args[i:], &f)
			if f.split != nil {
				args, i, f.split = append(f.split, args[i:]...), 0, nil
				splits++
			}
		case v == "-" && !f.dashed && w.Form != FormArgv || v == "-" && w.Assigns:
			i++
		case w.Assigns && strings.IndexByte(v, '=') > 0: // whatever the name, env takes it
			name, text, _ := strings.Cut(v, "=")
			f.assigns = append(f.assigns, Assign{Name: name, Value: Word{Value: text, Dynamic: args[i].Dynamic, Typed: text, Pattern: text}})
			i++
		case w.Form == FormNone:
			i++
		case skip > 0 && !(w.Dash && f.dashed):
			f.unsure = f.unsure || args[i].vanish
			skip--
			i++
		default:
			f.rest = args[i:]
			return f
		}
		if f.stopped {
			return f
		}
	}
	return f
}

func isAssignment(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && (syntax.ValidName(name) || strings.HasSuffix(name, "+") && syntax.ValidName(name[:len(name)-1]))
}

// option reads the option at args[0] and returns how many words it takes.
func (w *Wrapper) option(args []field, f *found) int {
	v := args[0].Value
	if strings.HasPrefix(v, "--") {
		name, text, glued := strings.Cut(v, "=")
		full, kind := w.long(name)
		return w.take(f, full, kind, args, text, glued)
	}
	if kind := w.kind(v); kind != unknownOption && kind != flagOption {
		return w.take(f, v, kind, args, "", false)
	}
	for _, opt := range w.Texts { // zip -TTcommand
		if text, glued := strings.CutPrefix(v, opt); glued && len(opt) > 2 {
			return w.take(f, opt, textOption, args, strings.TrimPrefix(text, "="), true)
		}
	}
	if name, text, glued := strings.Cut(v, "="); glued && len(name) > 2 {
		if kind := w.kind(name); kind != unknownOption {
			return w.take(f, name, kind, args, text, true)
		}
	}
	for i := 1; i < len(v); i++ {
		opt := "-" + v[i:i+1]
		kind := w.kind(opt)
		switch kind {
		case flagOption:
		case stopOption:
			f.stopped = true
			return 1
		case unknownOption:
			f.unsure = f.unsure || len(v) == 2
		default:
			return w.take(f, opt, kind, args, strings.TrimPrefix(v[i+1:], "="), i+1 < len(v))
		}
	}
	return 1
}

type optionKind uint8

const (
	unknownOption optionKind = iota
	flagOption
	valueOption
	textOption
	splitOption
	programOption
	dirOption
	stopOption
	restOption
)

func (w *Wrapper) kind(opt string) optionKind {
	switch {
	case slices.Contains(w.Texts, opt):
		return textOption
	case slices.Contains(w.Splits, opt):
		return splitOption
	case slices.Contains(w.Programs, opt):
		return programOption
	case slices.Contains(w.Dirs, opt):
		return dirOption
	case slices.Contains(w.Stops, opt):
		return stopOption
	case slices.Contains(w.Rest, opt):
		return restOption
	case slices.Contains(w.Values, opt):
		return valueOption
	case slices.Contains(w.Flags, opt):
		return flagOption
	case len(opt) == 2:
		for _, cluster := range w.Flags {
			if !strings.HasPrefix(cluster, "--") && strings.Contains(cluster[1:], opt[1:]) {
				return flagOption
			}
		}
	}
	return unknownOption
}

// long finds a long option, shortened ones too.
func (w *Wrapper) long(name string) (string, optionKind) {
	if kind := w.kind(name); kind != unknownOption {
		return name, kind
	}
	for _, list := range [][]string{w.Texts, w.Splits, w.Programs, w.Dirs, w.Stops, w.Rest, w.Values, w.Flags} {
		for _, opt := range list {
			if len(name) > 3 && strings.HasPrefix(opt, name) {
				return opt, w.kind(opt)
			}
		}
	}
	return name, unknownOption
}

// take records an option with its value, which is glued or the next word.
func (w *Wrapper) take(f *found, opt string, kind optionKind, args []field, text string, glued bool) int {
	f.needed = f.needed || slices.Contains(w.Needs, opt)
	switch kind {
	case restOption:
		f.behind = true
		return 1
	case unknownOption:
		f.unsure = f.unsure || !glued
		return 1
	case flagOption:
		return 1
	case stopOption:
		f.stopped = true
		return 1
	}
	value, used := args[0], 1
	if glued {
		value.Value, value.Pattern = text, text
	} else if len(args) > 1 {
		value, used = args[1], 2
	} else {
		return 1
	}
	switch kind {
	case textOption:
		f.texts = append(f.texts, optionValue{opt, value})
	case splitOption:
		for _, s := range splitString(value.Value) {
			part := value
			part.Value, part.Pattern, part.proc = s, s, nil
			part.Dynamic = strings.Contains(s, Unknown)
			f.split = append(f.split, part)
		}
	case programOption:
		f.program = &value
	case dirOption:
		f.dir = &value
	}
	return used
}

// splitString splits the value of env -S: blanks, quotes and backslashes, no
// other expansion than ${NAME}, which stays unknown.
func splitString(s string) []string {
	var out []string
	var b strings.Builder
	started, quoted := false, byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && quoted != '\'':
			i++
			started = true
			switch s[i] {
			case '_':
				if quoted == 0 {
					out, started = append(out, b.String()), false
					b.Reset()
				} else {
					b.WriteByte(' ')
				}
			case 't':
				b.WriteByte('\t')
			case 'n':
				b.WriteByte('\n')
			default:
				b.WriteByte(s[i])
			}
		case quoted != 0 && c == quoted:
			quoted = 0
		case quoted == 0 && (c == '\'' || c == '"'):
			quoted, started = c, true
		case quoted == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if started {
				out, started = append(out, b.String()), false
				b.Reset()
			}
		case c == '$' && i+1 < len(s) && s[i+1] == '{' && quoted != '\'':
			started = true
			b.WriteString(Unknown)
			if end := strings.IndexByte(s[i:], '}'); end > 0 {
				i += end
			}
		default:
			started = true
			b.WriteByte(c)
		}
	}
	if started {
		out = append(out, b.String())
	}
	return out
}
