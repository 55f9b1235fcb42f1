package command

import (
	"slices"
	"strings"
)

// isVi reports whether a program is an editor of the vi family.
func isVi(name string) bool {
	switch name {
	case "vi", "vim", "nvim", "view", "ex", "gvim", "vimdiff", "rvim", "rview", "gview", "evim", "vimx", "nvi", "elvis", "vile":
		return true
	}
	return false
}

// vim analyses the commands that an editor of the vi family is started with:
// -c, --cmd and +.
func (a *analyser) vim(sc *scope, st *state, name string, args []field) {
	for i, w := range args {
		text := ""
		switch {
		case (w.Value == "-c" || w.Value == "--cmd") && i+1 < len(args):
			text = args[i+1].Value
		case strings.HasPrefix(w.Value, "-c") && len(w.Value) > 2:
			text = w.Value[2:]
		case isCluster(w.Value, 'c') && i+1 < len(args): // ex -sc TEXT
			text = args[i+1].Value
		case len(w.Value) > 1 && w.Value[0] == '+':
			text = w.Value[1:]
		case w.Value == "-s" && i+1 < len(args) && isStdin(args[i+1].Value):
			a.exScript(sc, st, name, sc.in)
		}
		a.exCommand(sc, st, name, text, w.origin)
	}
	if slices.ContainsFunc(args, func(w field) bool { return w.Value == "-es" || w.Value == "-e" || w.Value == "-" }) || name == "ex" {
		a.exScript(sc, st, name, sc.in)
	}
}

// vimFiles are the files that the commands of an editor read and write.
func vimFiles(args []field) (redirs []Redir) {
	for i, w := range args {
		text := w.Value
		switch {
		case i > 0 && (args[i-1].Value == "-c" || args[i-1].Value == "--cmd" || isCluster(args[i-1].Value, 'c')):
		case len(text) > 1 && text[0] == '+':
			text = text[1:]
		default:
			continue
		}
		verb, name, ok := strings.Cut(strings.TrimLeft(text, " :%0123456789,$.'"), " ")
		if name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), ">>")); !ok || name == "" || name[0] == '!' {
			continue
		}
		switch strings.TrimSuffix(verb, "!") {
		case "r", "read", "e", "edit", "sp", "split", "vs", "tabe", "so", "source", "0r":
			redirs = append(redirs, fileRedir("<", name, false))
		case "w", "write", "wq", "sav", "saveas", "x", "up", "update":
			redirs = append(redirs, fileRedir(">", name, true))
		}
	}
	return redirs
}

// isCluster reports whether a word is several short options of which the last
// is the given one.
func isCluster(v string, last byte) bool {
	if len(v) < 3 || v[0] != '-' || v[len(v)-1] != last {
		return false
	}
	for i := 1; i < len(v); i++ {
		if v[i]|0x20 < 'a' || v[i]|0x20 > 'z' {
			return false
		}
	}
	return true
}

func (a *analyser) exScript(sc *scope, st *state, name string, in input) {
	if in.kind != inputText {
		return
	}
	for _, text := range in.texts {
		for line := range strings.Lines(text) {
			a.exCommand(sc, st, name, strings.TrimSpace(line), "")
		}
	}
}

// exCommand analyses one command line of an editor.
func (a *analyser) exCommand(sc *scope, st *state, name, text, origin string) {
	text = strings.TrimLeft(text, " :%0123456789,$.'")
	for _, prefix := range []string{"sil ", "silent ", "sil! ", "silent! ", "exe ", "execute ", "argdo ", "bufdo ", "windo "} {
		text = strings.TrimLeft(strings.TrimPrefix(text, prefix), " :%\"'")
	}
	inner := sc.through(name + " -c")
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		a.nested(inner, a.childOf(sc, st), strings.TrimSuffix(rest, `"`), "editor command", origin)
		return
	}
	for _, prefix := range []string{"r !", "r!", "read !", "read!", "w !", "w!!", "write !", "term ", "terminal "} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			a.nested(inner, a.childOf(sc, st), strings.TrimLeft(rest, "! "), "editor command", origin)
			return
		}
	}
	if runsEditorCode(text) {
		a.unresolved(inner, "code in an editor command", text, sc.at())
	}
}

// runsEditorCode reports whether a command of an editor is code that may start
// a program.
func runsEditorCode(text string) bool {
	for _, call := range [...]string{"system(", "systemlist(", "os.execute", "io.popen", "jobstart", "job_start", "termopen", "term_start", "spawn", "subprocess", "os.system", "loadstring", "eval("} {
		if strings.Contains(text, call) {
			return true
		}
	}
	return strings.HasPrefix(text, "py") || strings.HasPrefix(text, "ruby ") || strings.HasPrefix(text, "perl ")
}

// makefile analyses a makefile that is read from standard input, as far as
// its recipes go.
func (a *analyser) makefile(sc *scope, st *state, args []field) {
	reads := false
	for i, w := range args {
		switch {
		case w.Value == "-f" || w.Value == "--file" || w.Value == "--makefile":
			reads = reads || i+1 < len(args) && (isStdin(args[i+1].Value) || args[i+1].proc != nil)
		case w.Value == "-f-" || w.Value == "--file=-" || w.Value == "--makefile=-":
			reads = true
		case strings.Contains(w.Value, "$(shell ") || strings.Contains(w.Value, "!="):
			a.makeArgument(sc, st, w)
		case isAssignment(w.Value) && !strings.HasPrefix(w.Value, "SHELL="):
			a.makeArgument(sc, st, w)
		case strings.HasPrefix(w.Value, "--eval") || strings.HasPrefix(w.Value, "-E") && len(w.Value) > 1 || strings.HasPrefix(w.Value, "SHELL="):
			a.unresolved(sc, "makefile text in an argument", w.Value, sc.at())
		}
	}
	if !reads {
		return
	}
	a.unresolved(sc, "a makefile read from standard input", "", sc.at())
	for _, text := range sc.in.texts {
		for line := range strings.Lines(text) {
			if _, recipe, inline := strings.Cut(line, ";"); inline && !strings.HasPrefix(line, "\t") {
				line = "\t" + recipe
			}
			if recipe, ok := strings.CutPrefix(line, "\t"); ok {
				recipe = strings.ReplaceAll(strings.TrimLeft(recipe, "@-+ "), "$$", "$")
				a.nested(sc.through("make -f -"), a.childOf(sc, st), recipe, "recipe", "")
			}
		}
	}
}

// makeArgument analyses a variable on make's command line: a tool that the
// makefile runs, and $(shell …).
func (a *analyser) makeArgument(sc *scope, st *state, w field) {
	name, text, _ := strings.Cut(w.Value, "=")
	if isTool(name) && !strings.Contains(text, Unknown) {
		a.nested(sc.through("make "+name), a.childOf(sc, st), text, "command in "+name, w.origin)
	}
	macros([]field{w}, "$(shell ", func(s string, w field) {
		a.nested(sc.through("make $(shell)"), a.childOf(sc, st), s, "text of $(shell)", w.origin)
	})
}

// crontab analyses the lines of a table read from standard input.
func (a *analyser) crontab(sc *scope, st *state, args []field) {
	if len(args) == 0 || !isStdin(args[len(args)-1].Value) {
		return
	}
	if sc.in.kind != inputText {
		a.script(sc.through("crontab"), st, sc.in)
		return
	}
	for _, text := range sc.in.texts {
		for line := range strings.Lines(text) {
			if command := cronCommand(line); command != "" {
				a.nested(sc.through("crontab"), a.childOf(sc, st), command, "line of a crontab", "")
			}
		}
	}
}

// cronCommand is the command of a line of a crontab.
func cronCommand(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return ""
	}
	skip := 5
	if line[0] == '@' {
		skip = 1
	} else if name, _, is := strings.Cut(line, "="); is && !strings.ContainsAny(name, " \t*") {
		return ""
	}
	for range skip {
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return ""
		}
		line = strings.TrimLeft(line[i:], " \t")
	}
	return line
}

// socat analyses the addresses that run a program.
func (a *analyser) socat(sc *scope, st *state, args []field) {
	for _, w := range args {
		kind, rest, _ := strings.Cut(w.Value, ":")
		text, _, _ := strings.Cut(rest, ",")
		switch strings.ToUpper(kind) {
		case "EXEC", "SYSTEM", "SHELL":
			a.nested(sc.through("socat "+strings.ToUpper(kind)), a.childOf(sc, st), strings.Trim(text, `"'`), "text of socat", w.origin)
		}
	}
}

// tar analyses the actions that run a program.
func (a *analyser) tar(sc *scope, st *state, args []field) {
	for i, w := range args {
		if text, ok := strings.CutPrefix(w.Value, "--checkpoint-action=exec="); ok {
			a.nested(sc.through("tar --checkpoint-action"), a.childOf(sc, st), text, "text of tar --checkpoint-action", w.origin)
		}
		if w.Value == "--checkpoint-action" && i+1 < len(args) {
			if text, ok := strings.CutPrefix(args[i+1].Value, "exec="); ok {
				a.nested(sc.through("tar --checkpoint-action"), a.childOf(sc, st), text, "text of tar --checkpoint-action", w.origin)
			}
		}
	}
	a.tarLetters(sc, st, args)
	a.tarLists(sc, st, args)
}

// tarLetters analyses the commands that the old form of tar's options takes:
// tar cIf COMMAND archive, a value for each letter that has one.
func (a *analyser) tarLetters(sc *scope, st *state, args []field) {
	if len(args) == 0 || args[0].Value == "" || args[0].Value[0] == '-' {
		return
	}
	next := 1
	for _, letter := range args[0].Value {
		if !strings.ContainsRune("bCfFgHIKLNTVX", letter) || next >= len(args) {
			continue
		}
		if w := args[next]; letter == 'I' || letter == 'F' {
			option := "tar -" + string(letter)
			a.nested(sc.through(option), a.childOf(sc, st), w.Value, "text of "+option, w.origin)
		}
		next++
	}
}

// tarLists analyses the options in the lists of names that tar is given, where
// the line says what is in them.
func (a *analyser) tarLists(sc *scope, st *state, args []field) {
	for _, option := range [...]string{"-T", "--files-from"} {
		options(args, option, func(name string, w field) {
			var list input
			switch {
			case w.proc != nil:
				list = a.outputs(sc, st, w.proc.Stmts, "a process substitution", 1)
			case isStdin(name):
				list = sc.in
			}
			for _, text := range list.texts {
				for line := range strings.Lines(text) {
					if strings.HasPrefix(line, "-") {
						a.nested(sc.through("tar "+option), a.childOf(sc, st), "tar "+line, "option of tar", "")
					}
				}
			}
		})
	}
}

// sshOptions analyses the settings with which ssh runs a program on this
// machine.
func (a *analyser) sshOptions(sc *scope, st *state, name string, args []field) {
	for i, w := range args {
		setting, glued := strings.CutPrefix(w.Value, "-o")
		if setting == "" && glued && i+1 < len(args) {
			setting = args[i+1].Value
		}
		if name != "ssh" && w.Value == "-S" && i+1 < len(args) {
			setting = "ProxyCommand=" + args[i+1].Value
		}
		setting = strings.TrimSpace(setting)
		key, text := setting, ""
		if end := strings.IndexAny(setting, "= "); end >= 0 {
			key, text = setting[:end], setting[end+1:]
		}
		switch strings.ToLower(key) {
		case "proxycommand", "localcommand", "knownhostscommand":
			if glued || setting != w.Value {
				a.nested(sc.through(name+" -o "+key), a.childOf(sc, st), strings.TrimSpace(text), "text of "+name+" -o "+key, w.origin)
			}
		}
	}
}

// debugger analyses the commands of a debugger that leave it.
func (a *analyser) debugger(sc *scope, st *state, name string, args []field) {
	for i, w := range args {
		switch w.Value {
		case "-ex", "-iex", "-eval-command", "--eval-command", "-o":
		default:
			continue
		}
		if i+1 == len(args) {
			continue
		}
		switch verb, _, _ := strings.Cut(strings.TrimSpace(args[i+1].Value), " "); verb {
		case "python", "py", "pi", "python-interactive", "script":
			a.unresolved(sc, "code in a debugger command", args[i+1].Value, sc.at())
		}
		for _, prefix := range []string{"shell ", "!", "platform shell ", "make "} {
			if text, ok := strings.CutPrefix(strings.TrimSpace(args[i+1].Value), prefix); ok {
				a.nested(sc.through(name+" "+w.Value), a.childOf(sc, st), text, "command of "+name, args[i+1].origin)
			}
		}
	}
}
