package command

import (
	"slices"
	"strings"
)

// carrier analyses programs whose settings and macros hold commands, each
// with a form of its own. It reports whether name is one.
func (a *analyser) carrier(sc *scope, st *state, name string, args []field) bool {
	text := func(what, text string, w field) {
		a.nested(sc.through(name+" "+what), a.childOf(sc, st), text, "text of "+name+" "+what, w.origin)
	}
	switch name {
	case "rpm", "rpmbuild", "rpmspec":
		macros(args, "%(", func(s string, w field) { text("macro", s, w) })
	case "pdftex", "tex", "latex", "pdflatex", "xelatex", "lualatex", "xetex", "luatex", "latexmk":
		macros(args, `\write18{`, func(s string, w field) { text(`\write18`, s, w) })
	case "m4":
		for _, s := range sc.in.texts {
			args = append(slices.Clip(args), field{Word: Word{Value: s}})
		}
		macros(args, "syscmd(", func(s string, w field) { text("syscmd", s, w) })
	case "fzf", "sk":
		for _, action := range []string{"execute(", "execute-silent(", "become(", "reload(", "reload-sync(", "transform(", "preview("} {
			macros(args, action, func(s string, w field) { text("--bind", strings.ReplaceAll(s, "{}", hole), w) })
		}
	case "gcc", "g++", "cc", "c++", "clang", "clang++":
		options(args, "-wrapper", func(s string, w field) { text("-wrapper", strings.ReplaceAll(s, ",", " "), w) })
	case "apt", "apt-get", "aptitude":
		for _, option := range []string{"-o", "--option"} {
			options(args, option, func(s string, w field) {
				if key, value, ok := strings.Cut(s, "="); ok && strings.Contains(key, "Invoke") {
					text("Invoke", value, w)
				}
			})
		}
	case "cargo":
		options(args, "--config", func(s string, w field) {
			key, value, _ := strings.Cut(s, "=")
			switch strings.TrimSpace(key[strings.LastIndexByte(key, '.')+1:]) {
			case "runner", "linker", "rustc", "rustc-wrapper", "rustc-workspace-wrapper", "rustdoc":
				text("--config", strings.Trim(value, ` "'[]`), w)
			}
		})
	case "hg":
		options(args, "--config", func(s string, w field) { a.mercurial(sc, st, s, w) })
	case "hatch":
		a.hatch(sc, st, args)
	case "aws":
		a.systemsManager(sc, st, args)
	case "gh", "glab":
		a.cliAlias(sc, st, name, args)
	case "tmux", "byobu":
		a.tmux(sc, st, args)
	case "screen":
		a.screen(sc, st, args)
	case "k3s", "minikube", "microk8s", "rke2":
		a.carriedSub(sc, st, name, args, "kubectl", "crictl", "ctr", "helm")
	case "yarn", "pnpm", "npm":
		if i := subcommandAt(name, args); i < len(args) && strings.HasPrefix(args[i].Value, "workspace") {
			a.carriedSub(sc, st, name, args[i+1:], "exec", "dlx")
		}
		a.packageScripts(sc, st, name, args)
	case "zargs": // zargs of zsh: its command stands behind the last --
		for i := len(args) - 1; i >= 0; i-- {
			if args[i].Value == "--" {
				a.command(sc.through(name).with(func(c *scope) { c.external, c.plain, c.opaque = true, true, true }), st.clone(), args[i+1:])
				break
			}
		}
	default:
		if file, ok := strings.CutPrefix(name, "zf_"); ok && file != "" && len(sc.via) < maxWrappers { // of zsh/files
			a.command(sc.through("zsh").with(func(c *scope) { c.external, c.plain = true, true }), st.clone(), append([]field{literalField(file, field{})}, args...))
			return true
		}
		sub, isGit := strings.CutPrefix(name, "git-")
		if isGit && len(sc.via) < maxWrappers {
			words := append([]field{literalField("git", field{}), literalField(sub, field{})}, args...)
			a.command(sc.with(func(c *scope) { c.external, c.plain = true, true }), st.clone(), words)
		}
		return isGit
	}
	return true
}

// macros calls f with what stands between open and the bracket that closes
// it, wherever that is in an argument.
func macros(args []field, open string, f func(string, field)) {
	bracket, closing := byte('('), byte(')')
	if strings.HasSuffix(open, "{") {
		bracket, closing = '{', '}'
	}
	for _, w := range args {
		for rest := w.Value; ; {
			_, text, found := strings.Cut(rest, open)
			if !found {
				break
			}
			end := closingBracket(text, bracket, closing)
			f(text[:end], w)
			rest = text[end:]
		}
	}
}

// closingBracket is where the bracket in front of text is closed, or its end.
func closingBracket(text string, open, closing byte) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// options calls f with the values of an option: the next word, or glued to it.
func options(args []field, option string, f func(string, field)) {
	for i, w := range args {
		rest, ok := strings.CutPrefix(w.Value, option)
		switch {
		case !ok:
		case rest == "" && i+1 < len(args):
			f(args[i+1].Value, args[i+1])
		case rest != "" && (rest[0] == '=' || len(option) == 2):
			f(strings.TrimPrefix(rest, "="), w)
		}
	}
}

// mercurial analyses a setting of hg that holds a command.
func (a *analyser) mercurial(sc *scope, st *state, setting string, w field) {
	key, text, _ := strings.Cut(setting, "=")
	shell, isShell := strings.CutPrefix(text, "!")
	family, _, _ := strings.Cut(key, ".")
	switch {
	case family == "alias" && !isShell:
		shell = "hg " + text
	case isShell, family == "hooks", family == "extdiff", family == "merge-tools", family == "pager", key == "ui.editor", key == "ui.ssh", key == "ui.merge":
	default:
		return
	}
	a.nested(sc.through("hg "+key), a.childOf(sc, st), shell, "text of hg "+key, w.origin)
}

// hatch analyses what "hatch run" and "hatch env run" are given: words like
// +py=3.12 choose environments, and the command may have the name of one in
// front of it.
func (a *analyser) hatch(sc *scope, st *state, args []field) {
	label := "hatch run"
	rest := args[min(subcommandAt("hatch", args), len(args)):]
	if len(rest) > 0 && rest[0].Value == "env" {
		label, rest = "hatch env run", rest[1:]
	}
	if len(rest) == 0 || rest[0].Value != "run" {
		return
	}
	w := Wrapper{Form: FormArgv, Values: []string{"-e", "--env", "-i", "--include", "-x", "--exclude", "-f", "--filter"}, Flags: []string{"--force-continue", "--ignore-compat"}}
	words := w.read(rest[1:]).rest
	for len(words) > 0 && strings.HasPrefix(words[0].Value, "+") && strings.Contains(words[0].Value, "=") && !words[0].vanish {
		words = words[1:]
	}
	if len(words) == 0 {
		return
	}
	inner := sc.through(label).with(func(c *scope) { c.external, c.plain = true, true })
	if env, command, ok := strings.Cut(words[0].Value, ":"); ok && !strings.ContainsAny(env, "/ ") {
		words = slices.Clone(words)
		if words[0].Value, words[0].Pattern = command, command; command == "" {
			words = words[1:]
		}
	}
	if len(words) > 0 {
		a.operands(inner, st, &w, label, words, false)
	}
}

// systemsManager analyses the commands that "aws ssm" sends to other machines:
// commands="…", commands=["…"], {"commands": ["…"]}.
func (a *analyser) systemsManager(sc *scope, st *state, args []field) {
	i := subcommandAt("aws", args)
	if i+1 >= len(args) || args[i].Value != "ssm" || args[i+1].Value != "send-command" && args[i+1].Value != "start-session" {
		return
	}
	label := "aws ssm " + args[i+1].Value
	inner := sc.through(label).with(func(c *scope) { c.external, c.plain, c.remote = true, true, true })
	parameters := func(text string, w field) {
		for named := true; named; {
			_, text, named = strings.Cut(text, "command")
			value := strings.TrimLeft(strings.TrimPrefix(text, "s"), "\"' \t")
			if value == "" || value[0] != '=' && value[0] != ':' {
				continue // no key
			}
			for _, command := range sentCommands(strings.TrimLeft(value, "\"' \t=:")) {
				a.nested(inner, a.childOf(inner, st), command, "text of "+label, w.origin)
			}
		}
	}
	options(args[i+2:], "--parameters", parameters)
	options(args[i+2:], "--cli-input-json", parameters)
}

// sentCommands are the commands of a parameter: strings of a list, or a text
// with commas between them, of which it may be one itself.
func sentCommands(value string) (list []string) {
	if !strings.HasPrefix(value, "[") {
		return []string{value, strings.ReplaceAll(value, ",", "\n")}
	}
	for rest := value; ; {
		_, text, quoted := strings.Cut(rest, `"`)
		if !quoted {
			break
		}
		text, rest = quotedText(text)
		list = append(list, text)
	}
	if list == nil { // [ls,id], as the short form allows
		return []string{strings.ReplaceAll(strings.Trim(value, "[]"), ",", "\n")}
	}
	return list
}

// quotedText reads a JSON string up to the quote that ends it.
func quotedText(s string) (text, rest string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			return text + s[:i], s[i+1:]
		case '\\':
			if i+1 == len(s) {
				break
			}
			plain := s[i+1 : i+2]
			switch plain {
			case "n":
				plain = "\n"
			case "u": // any character
				plain = Unknown
			}
			text, s, i = text+s[:i]+plain, s[i+2:], -1
		}
	}
	return text + s, ""
}

// packageScripts analyses the scripts that "npm pkg set scripts.name=text" puts
// into a package.
func (a *analyser) packageScripts(sc *scope, st *state, name string, args []field) {
	for _, w := range args[min(subcommandAt(name, args), len(args)):] {
		if key, text, ok := strings.Cut(w.Value, "="); ok && strings.HasPrefix(key, "scripts.") {
			a.nested(sc.through(name+" script"), a.childOf(sc, st), text, "text of a script", w.origin)
		}
	}
}

// cliAlias is "alias set name text" of gh and glab: text with "!" or --shell
// is shell text, other text a command of the same program.
func (a *analyser) cliAlias(sc *scope, st *state, name string, args []field) {
	i := subcommandAt(name, args)
	if i+3 >= len(args) || args[i].Value != "alias" || args[i+1].Value != "set" {
		return
	}
	shell := false
	var operands []field
	for _, w := range args[i+2:] {
		if strings.HasPrefix(w.Value, "-") {
			shell = shell || w.Value == "--shell" || w.Value == "-s"
			continue
		}
		operands = append(operands, w)
	}
	if len(operands) < 2 {
		return
	}
	text, isShell := strings.CutPrefix(operands[1].Value, "!")
	if !isShell && !shell {
		text = name + " " + text
	}
	a.nested(sc.through(name+" alias"), a.childOf(sc, st), text, "text of "+name+" alias", operands[1].origin)
}

// tmux analyses what the table cannot say: -c text, and tmux commands inside
// a word or a file.
func (a *analyser) tmux(sc *scope, st *state, args []field) {
	inner := sc.through("tmux")
	if len(args) > 1 && args[0].Value == "-c" {
		a.nested(inner, a.childOf(sc, st), args[1].Value, "text of tmux -c", args[1].origin)
		return
	}
	i := subcommandAt("tmux", args)
	if i >= len(args) || len(args) < i+2 {
		return
	}
	macros(args[i+1:], "#(", func(text string, w field) {
		a.nested(inner, a.childOf(sc, st), text, "text of #( of tmux", w.origin)
	})
	last := args[len(args)-1]
	switch args[i].Value {
	case "set-hook", "confirm-before", "confirm", "bind-key", "bind", "choose-tree", "choose-buffer", "if-shell", "if":
		for _, w := range args[i+2:] {
			if strings.ContainsAny(w.Value, " \t") {
				a.nested(inner, a.childOf(sc, st), "tmux "+w.Value, "command of tmux", w.origin)
			}
		}
	case "source-file", "source":
		if isStdin(last.Value) && sc.in.kind == inputText {
			for _, text := range sc.in.texts {
				for line := range strings.Lines(text) {
					a.nested(inner, a.childOf(sc, st), "tmux "+line, "command of tmux", "")
				}
			}
		}
	}
}

// screen analyses the commands that -X sends to a session.
func (a *analyser) screen(sc *scope, st *state, args []field) {
	i := slices.IndexFunc(args, func(w field) bool { return w.Value == "-X" })
	if i < 0 || i+2 >= len(args) {
		return
	}
	inner := sc.through("screen -X").with(func(c *scope) { c.external, c.plain = true, true })
	switch rest := args[i+2:]; args[i+1].Value {
	case "stuff":
		a.nested(inner, a.childOf(sc, st), screenKeys(rest[0].Value), "keys of screen", rest[0].origin)
	case "exec", "screen":
		for len(rest) > 1 && strings.Trim(rest[0].Value, ".!:|") == "" {
			rest = rest[1:]
		}
		a.command(inner, st.clone(), rest)
	}
}

// carriedSub runs a program that is given as the word of one of those names.
func (a *analyser) carriedSub(sc *scope, st *state, name string, args []field, programs ...string) {
	i := slices.IndexFunc(args, func(w field) bool { return slices.Contains(programs, w.Value) })
	if i < 0 {
		return
	}
	rest := args[i:]
	if v := rest[0].Value; v == "exec" || v == "dlx" {
		rest = rest[1:]
	} else if len(rest) > 1 && rest[1].Value == "--" {
		rest = append([]field{rest[0]}, rest[2:]...)
	}
	for len(rest) > 0 && strings.HasPrefix(rest[0].Value, "-") {
		rest = rest[1:]
	}
	a.command(sc.through(name).with(func(c *scope) { c.external, c.plain = true, true }), st.clone(), rest)
}

// screenKeys is what screen types for a text: its ways to write a return are
// one.
func screenKeys(text string) string {
	for _, end := range [...]string{`\n`, `\r`, "^M", "\r"} {
		text = strings.ReplaceAll(text, end, "\n")
	}
	return text
}
