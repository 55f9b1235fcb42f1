package powershell

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"

	"github.com/tempahq/tempa/core/command"
)

// native lists a program that is not PowerShell's, and analyses what it runs:
// the shells here, every other wrapper by the table of package command.
func (p *parser) native(done command.Command, c call) {
	pos := p.pos(c.from)
	switch done.Program {
	case "powershell", "pwsh":
		p.emit(done, c.from)
		p.shell(done.Program, c)
	case "cmd":
		p.emit(done, c.from)
		if !p.cmdText(done.Args, p.within(p.place.through("cmd /c"), c.from), pos) {
			p.fedScript("cmd", c)
		}
	case "wsl":
		p.emit(done, c.from)
		p.wsl(done.Args, p.within(p.place.through("wsl"), c.from), pos)
	case "forfiles", "runas", "wmic", "mshta", "pcalua", "conhost":
		p.emit(done, c.from)
		p.starter(done.Program, done.Args, p.within(p.place.through(done.Program), c.from), pos)
	default:
		p.external(done, p.place, pos)
	}
}

// starter analyses programs of Windows that start another.
func (a *analyser) starter(name string, args []command.Word, pl place, pos command.Pos) {
	text := ""
	for i, w := range args {
		v, last := strings.ToLower(w.Value), i+1 == len(args)
		switch {
		case name == "forfiles" && v == "/c" && !last, name == "wmic" && v == "create" && !last, name == "pcalua" && v == "-a" && !last:
			text = joinCmd(args[i+1 : i+2])
		case name == "runas" && last && !strings.HasPrefix(v, "/"):
			text = w.Value
		case name == "conhost" && !strings.HasPrefix(v, "-"):
			a.cmd(joinCmd(args[i:]), pl)
			return
		case name == "mshta" && (strings.HasPrefix(v, "vbscript:") || strings.HasPrefix(v, "javascript:")):
			a.unresolved("code given to mshta", w.Value, pl, pos)
		}
	}
	if text != "" {
		a.cmd(text, pl)
	}
}

// shell analyses what powershell or pwsh is told to run.
func (p *parser) shell(name string, c call) {
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		if len(w.Value) < 2 || w.Value[0] != '-' && w.Value[0] != '/' || w.Value[0] == '/' && strings.Contains(w.Value[1:], "/") {
			if w.Value == "-" {
				p.fedScript(name, c)
				return
			}
			if !strings.HasSuffix(strings.ToLower(w.Value), ".ps1") {
				p.shellText(name, c.args[i:], c)
			}
			return
		}
		option := strings.ToLower(strings.TrimPrefix(w.Value[1:], "-"))
		switch {
		case strings.HasPrefix("command", option) || option == "commandwithargs" || option == "cwa":
			if i+1 < len(c.args) && c.args[i+1].Value == "-" {
				p.fedScript(name, c)
				return
			}
			p.shellText(name, c.args[i+1:], c)
			return
		case strings.HasPrefix("encodedcommand", option) || option == "ec":
			p.encoded(name, c.args[i+1:], c)
			return
		case strings.HasPrefix("file", option):
			if i+1 < len(c.args) && c.args[i+1].Value == "-" {
				p.fedScript(name, c)
			}
			return
		case shellOptionTakesValue(option):
			i++
		}
	}
	p.fedScript(name, c)
}

// shellOptionTakesValue knows the options of both programs and their short
// forms.
func shellOptionTakesValue(option string) bool {
	switch option {
	case "ep", "ex", "v", "o", "of", "if", "w", "wd", "config", "settings", "ea":
		return true
	}
	for _, full := range [...]string{
		"executionpolicy", "version", "outputformat", "inputformat", "windowstyle", "workingdirectory",
		"psconsolefile", "configurationname", "configurationfile", "custompipename", "settingsfile", "encodedarguments",
	} {
		if len(option) > 2 && strings.HasPrefix(full, option) {
			return true
		}
	}
	return false
}

// fedScript notes a script that comes through a pipe.
func (p *parser) fedScript(name string, c call) {
	switch {
	case c.fed.kind == constant && name != "cmd":
		p.nested(c.fed.value, name, "script read from a pipe", c.from)
	case len(p.context) > 0 && p.context[len(p.context)-1] == "pipe-in":
		p.fail("script read from a pipe", c.from)
	}
	for _, r := range c.redirs {
		if r.Op == "<" {
			p.fail("script read from a file", c.from)
		}
	}
}

// shellText analyses the words behind -Command, which become one text. A block
// among them was analysed where it stands.
func (p *parser) shellText(name string, args []command.Word, c call) {
	var b strings.Builder
	for i, w := range args {
		if i == 0 && strings.HasPrefix(w.Typed, "{") && w.Value == w.Typed {
			return
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Value)
	}
	text := b.String()
	if strings.Trim(text, command.Unknown+" ") == "" {
		if text != "" {
			p.fail("script given to "+name, c.from)
		}
		return
	}
	p.nested(text, name+" -Command", "script given to "+name, c.from)
}

// encoded analyses the text behind -EncodedCommand: base64 of UTF-16LE.
func (p *parser) encoded(name string, args []command.Word, c call) {
	if len(args) == 0 {
		return
	}
	text, ok := decode(args[0].Value)
	if !ok {
		p.fail("an encoded command that cannot be decoded", c.from)
		return
	}
	p.nested(text, name+" -EncodedCommand", "script given to "+name, c.from)
}

func decode(s string) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		raw, err = base64.RawStdEncoding.DecodeString(s)
	}
	if err != nil || len(raw)%2 != 0 {
		return "", false
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i]) | uint16(raw[2*i+1])<<8
	}
	return string(utf16.Decode(units)), true
}

// cmdText analyses what cmd is told to run by /c or /k; false when it is told
// nothing.
func (a *analyser) cmdText(args []command.Word, pl place, pos command.Pos) bool {
	for i, w := range args {
		v := strings.ToLower(w.Value)
		if !strings.HasPrefix(v, "/") || len(v) < 2 {
			return false
		}
		at := cmdOption(v)
		if at < 0 {
			continue
		}
		text := joinCmd(args[i+1:])
		if len(v) > at {
			text = w.Value[at:] + " " + text
		}
		if strings.Contains(text, command.Unknown) {
			a.unresolved("text given to cmd with an unknown part", text, pl, pos)
			text = strings.ReplaceAll(text, command.Unknown, "%tempa_unknown%")
		}
		a.cmd(text, pl)
		return true
	}
	return false
}

// cmdOption is where the command begins in a word of options like /c, /q/c and
// /cdel, -1 when none says that one follows.
func cmdOption(v string) int {
	for at := 0; at+1 < len(v) && v[at] == '/'; {
		switch v[at+1] {
		case 'c', 'k', 'r':
			return at + 2
		}
		next := strings.IndexByte(v[at+1:], '/')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return -1
}

// joinCmd puts words together again as the caller passes them on: those with
// blanks in quotes, a single one as it is.
func joinCmd(args []command.Word) string {
	if len(args) == 1 {
		return args[0].Value
	}
	var b strings.Builder
	for i, w := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if strings.ContainsAny(w.Value, " \t") {
			b.WriteString(`"` + w.Value + `"`)
		} else {
			b.WriteString(w.Value)
		}
	}
	return b.String()
}

// wsl analyses what wsl.exe runs: a line for the default shell, or a program
// behind -e.
func (a *analyser) wsl(args []command.Word, pl place, pos command.Pos) {
	direct := false
	i := 0
	for ; i < len(args) && strings.HasPrefix(args[i].Value, "-"); i++ {
		switch args[i].Value {
		case "--":
			i++
			goto found
		case "-e", "--exec":
			direct = true
			i++
			goto found
		case "-d", "--distribution", "-u", "--user", "--cd", "--shell-type", "--system":
			i++
		}
	}
found:
	if i >= len(args) {
		return
	}
	args = args[i:]
	var b strings.Builder
	for i, w := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if direct {
			quoteBash(&b, w.Value)
		} else {
			b.WriteString(strings.ReplaceAll(w.Value, command.Unknown, bashUnknown))
		}
	}
	pl.dirKnown = false
	a.bash(b.String(), pl, pos)
}

// bashUnknown is a word that the Bash analysis cannot know.
const bashUnknown = `"${tempa_unknown}"`

// quoteBash writes v as one word of Bash.
func quoteBash(b *strings.Builder, v string) {
	for i, part := range strings.Split(v, command.Unknown) {
		if i > 0 {
			b.WriteString(bashUnknown)
		}
		if part != "" || v == "" {
			b.WriteString("'" + strings.ReplaceAll(part, "'", `'\''`) + "'")
		}
	}
}

// external lists a program and what the wrapper table of package command knows
// that it runs.
func (a *analyser) external(done command.Command, pl place, pos command.Pos) {
	if pl.nested > maxNested {
		a.unresolved("text nested deeper than 16 levels", done.Word.Typed, pl, pos)
		return
	}
	var b strings.Builder
	fed := len(pl.context) > 0 && pl.context[len(pl.context)-1] == "pipe-in"
	if fed {
		b.WriteString("cat /dev/stdin | ")
	}
	quoteBash(&b, done.Program)
	for _, w := range done.Args {
		b.WriteByte(' ')
		quoteBash(&b, w.Value)
	}
	if !a.spend(b.Len(), pl, done.Word.Typed, pos) {
		return
	}
	sub := command.Analyse(b.String(), a.env)
	if fed && len(sub.Commands) > 0 {
		sub.Commands = sub.Commands[1:]
	}
	own := pl
	if i := outermost(sub.Commands, done.Program); i >= 0 {
		done.Sub, done.Inline, done.Code = sub.Commands[i].Sub, sub.Commands[i].Inline, sub.Commands[i].Code
		done.Opaque, done.Remote = sub.Commands[i].Opaque, sub.Commands[i].Remote
		own = pl.followed(&sub.Commands[i], a.env.Home)
		sub.Commands = append(sub.Commands[:i:i], sub.Commands[i+1:]...)
	}
	a.list(done, own, pos)
	a.merge(sub, pl, pos, fed)
}

// outermost is the command that the line itself names.
func outermost(commands []command.Command, name string) int {
	for i := range commands {
		if len(commands[i].Via) == 0 && commands[i].Program == name {
			return i
		}
	}
	return -1
}

// bash analyses a Bash line and lists what it runs.
func (a *analyser) bash(line string, pl place, pos command.Pos) {
	if a.spend(len(line), pl, line, pos) {
		a.merge(command.Analyse(line, a.env), pl, pos, false)
	}
}

// followed is the place in the directory of a command that was analysed as if
// it ran in ".".
func (pl place) followed(c *command.Command, home string) place {
	pl.dirKnown = c.DirKnown && (pl.dirKnown || strings.HasPrefix(c.Dir, "/"))
	if pl.dirKnown && c.Dir != "." && c.Dir != "" {
		pl.enterDirectory(command.Word{Value: c.Dir}, home)
	}
	return pl
}

// merge lists what another analysis found, at this place. fed says that the
// contexts begin with the pipe that was made up to feed the line.
func (a *analyser) merge(sub command.Analysis, pl place, pos command.Pos, fed bool) {
	for _, c := range sub.Commands {
		inner := pl
		inner.via = append(pl.via[:len(pl.via):len(pl.via)], c.Via...)
		context := c.Context
		for fed && len(context) > 0 && (context[0] == "pipe" || context[0] == "pipe-in") {
			context = context[1:]
		}
		inner.context = append(pl.context[:len(pl.context):len(pl.context)], context...)
		inner = inner.followed(&c, a.env.Home)
		a.list(c, inner, pos)
	}
	for _, u := range sub.Unresolved {
		u.Via = append(pl.via[:len(pl.via):len(pl.via)], u.Via...)
		u.Pos = pos
		a.out.Unresolved = append(a.out.Unresolved, u)
	}
}
