package command

import (
	"slices"
	"strings"
)

// git analyses what git runs by configuration and by the options of its
// subcommands.
func (a *analyser) git(sc *scope, st *state, args []field) {
	sub := subcommandAt("git", args)
	for i := 0; i < sub; i++ {
		v := args[i].Value
		switch {
		case v == "-c" && i+1 < len(args):
			i++
			key, text, _ := strings.Cut(args[i].Value, "=")
			a.gitConfig(sc, st, key, text, args[i])
		case v == "--config-env" && i+1 < len(args):
			i++
			a.gitConfigEnv(sc, st, args[i].Value, args[i])
		case strings.HasPrefix(v, "--config-env="):
			a.gitConfigEnv(sc, st, v[len("--config-env="):], args[i])
		case strings.HasPrefix(v, "-c") && strings.Contains(v, "="):
			key, text, _ := strings.Cut(v[2:], "=")
			a.gitConfig(sc, st, key, text, args[i])
		}
	}
	if sub >= len(args) {
		return
	}
	rest := args[sub+1:]
	switch args[sub].Value {
	case "config":
		a.gitConfigCommand(sc, st, rest)
	case "clone":
		a.gitCloneConfig(sc, st, rest)
	case "submodule":
		a.gitForeach(sc, st, rest)
	}
	for _, w := range rest {
		if text, ok := strings.CutPrefix(w.Value, "-O"); ok && args[sub].Value == "grep" {
			a.nested(sc.through("git grep -O"), a.childOf(sc, st), text, "text of git grep -O", w.origin)
		}
		if text, ok := strings.CutPrefix(w.Value, "ext::"); ok {
			a.nested(sc.through("git ext::"), a.childOf(sc, st), strings.ReplaceAll(text, "% ", " "), "transport of git", w.origin)
		}
	}
}

// gitConfigEnv is a setting whose value is that of a variable.
func (a *analyser) gitConfigEnv(sc *scope, st *state, setting string, w field) {
	key, name, _ := strings.Cut(setting, "=")
	for _, v := range a.childOf(sc, st).values(name) {
		a.gitConfig(sc, st, key, v.text, w)
	}
}

// values are the known values of a variable, Unknown when there are none.
func (s *state) values(name string) []value {
	if v := s.lookup(name); v != nil {
		return v.vals
	}
	return []value{{text: Unknown}}
}

// gitVariables analyses the settings that git takes from the environment:
// GIT_CONFIG_KEY_0 with GIT_CONFIG_VALUE_0, and GIT_CONFIG_PARAMETERS.
func (a *analyser) gitVariables(sc *scope, st *state, as *assignment, all []assignment) {
	text, word := as.Value.Value, field{Word: as.Value}
	if as.Name == "GIT_CONFIG_PARAMETERS" {
		key, value, _ := strings.Cut(strings.ReplaceAll(text, "'", ""), "=")
		a.gitConfig(sc, st, key, value, word)
		return
	}
	number, ok := strings.CutPrefix(as.Name, "GIT_CONFIG_VALUE_")
	if !ok {
		return
	}
	keys := st.values("GIT_CONFIG_KEY_" + number)
	for i := range all {
		if all[i].Name == "GIT_CONFIG_KEY_"+number {
			keys = []value{{text: all[i].Value.Value}}
		}
	}
	for _, key := range keys {
		if key.text == Unknown && strings.HasPrefix(text, "!") {
			key.text = "alias.x" // whatever it is, git runs the text
		}
		a.gitConfig(sc, st, key.text, text, word)
	}
}

// gitConfig analyses one setting: aliases with "!" and keys that hold a
// command.
func (a *analyser) gitConfig(sc *scope, st *state, key, text string, w field) {
	key = strings.ToLower(key)
	inner := sc.through("git " + key)
	shell, isShellText := strings.CutPrefix(text, "!")
	switch {
	case strings.HasPrefix(key, "alias."):
		if isShellText {
			a.nested(inner, a.childOf(sc, st), shell, "text of "+key, w.origin)
			return
		}
		words := []field{literalField("git", w)}
		for _, s := range splitString(text) {
			words = append(words, literalField(s, w))
		}
		if len(words) > 1 && sc.depth < maxNested {
			a.command(inner.with(func(c *scope) { c.depth++; c.external, c.plain = true, true }), st.clone(), words)
		}
	case holdsGitCommand(key) && text != "" && text != "true" && text != "false":
		a.nested(inner, a.childOf(sc, st), strings.TrimPrefix(text, "!"), "text of "+key, w.origin)
	case strings.HasPrefix(key, "credential.") && strings.HasSuffix(key, "helper") && isShellText:
		a.nested(inner, a.childOf(sc, st), shell, "text of "+key, w.origin)
	}
}

// holdsGitCommand reports whether git runs the value of a setting.
func holdsGitCommand(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.askpass", "core.gitproxy", "core.alternaterefscommand",
		"diff.external", "sequence.editor", "gpg.program", "gpg.ssh.program", "gpg.ssh.defaultkeycommand", "interactive.difffilter",
		"uploadpack.packobjectshook", "sendemail.sendmailcmd", "sendemail.tocmd", "sendemail.cccmd", "web.browser":
		return true
	}
	family, _, _ := strings.Cut(key, ".")
	last := key[strings.LastIndexByte(key, '.')+1:]
	switch family {
	case "filter":
		return last == "clean" || last == "smudge" || last == "process"
	case "diff":
		return last == "command" || last == "textconv"
	case "difftool", "mergetool", "browser", "man":
		return last == "cmd"
	case "merge":
		return last == "driver"
	case "pager":
		return true
	case "remote":
		return last == "uploadpack" || last == "receivepack"
	case "submodule":
		return last == "update"
	case "trailer":
		return last == "command" || last == "cmd"
	case "tar", "guitool", "gpg":
		return last == "command" || last == "cmd" || last == "program"
	}
	return false
}

// gitConfigCommand is "git config [set] key value".
func (a *analyser) gitConfigCommand(sc *scope, st *state, args []field) {
	var operands []field
	for i := 0; i < len(args); i++ {
		switch v := args[i].Value; {
		case v == "-f" || v == "--file" || v == "--blob" || v == "--type" || v == "--default" || v == "--comment":
			i++
		case strings.HasPrefix(v, "-") || v == "set" && len(operands) == 0:
		default:
			operands = append(operands, args[i])
		}
	}
	if len(operands) >= 2 {
		a.gitConfig(sc, st, operands[0].Value, operands[1].Value, operands[1])
	}
}

func (a *analyser) gitCloneConfig(sc *scope, st *state, args []field) {
	for i, w := range args {
		text, glued := strings.CutPrefix(w.Value, "--config=")
		if (w.Value == "-c" || w.Value == "--config") && i+1 < len(args) {
			text, glued = args[i+1].Value, true
		}
		if key, value, ok := strings.Cut(text, "="); glued && ok {
			a.gitConfig(sc, st, key, value, w)
		}
	}
}

// gitForeach is "git submodule foreach": one operand is shell text, several
// are joined.
func (a *analyser) gitForeach(sc *scope, st *state, args []field) {
	i := slices.IndexFunc(args, func(w field) bool { return w.Value == "foreach" })
	if i < 0 {
		return
	}
	args = args[i+1:]
	for len(args) > 0 && strings.HasPrefix(args[0].Value, "-") {
		args = args[1:]
	}
	text, origin := joined(args)
	inner := sc.through("git submodule foreach").with(func(c *scope) { c.dirs, c.dirLost = []string{}, true })
	a.nested(inner, a.childOf(sc, st), text, "text of git submodule foreach", origin)
}
