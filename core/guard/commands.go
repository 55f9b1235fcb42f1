package guard

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
)

// Commands judges every command that a line can run: our own commands but the
// ones that only tell something, the clients' commands and flags that switch
// hooks off, and what ends our processes.
func Commands(a *command.Analysis) decision.Decision {
	var d decision.Decision
	line := surroundings(a)
	for i := range a.Commands {
		d = decision.Strictest(d, judge(&a.Commands[i], &line))
		if d.Kind == decision.Deny {
			break
		}
	}
	return d
}

func judge(c *command.Command, l *line) decision.Decision {
	program := strings.ToLower(c.Program)
	if own(program) {
		return ourCommand(c)
	}
	if p := clientOf(program); p != nil {
		return p.judge(c, l)
	}
	return ending(c, program, l)
}

// own reports whether a program, in lower case, is one of ours.
func own(program string) bool {
	return strings.HasPrefix(program, "tempa") && (len(program) == len("tempa") || program[len("tempa")] == '-')
}

// namesTempa reports whether a word speaks of Tempa: its plugin, its process.
func namesTempa(word string) bool { return strings.Contains(strings.ToLower(word), "tempa") }

// ourCommand judges a command of ours by its first word.
func ourCommand(c *command.Command) decision.Decision {
	verb := ""
	if len(c.Args) > 0 {
		verb = c.Args[0].Value
	}
	if verb == "doctor" && plainDoctor(c.Args[1:]) && !c.Opaque || slices.Contains(plain[:], verb) && !c.Args[0].Dynamic {
		return decision.Decision{}
	}
	if verb == "" || strings.Contains(verb, command.Unknown) {
		return denyCommand(c.Word.Typed, "`"+c.Program+"` with a command that cannot be told may change what Tempa enforces.")
	}
	return denyCommand(c.Word.Typed, "`"+c.Program+" "+safe(verb)+"` changes what Tempa enforces or speaks for a person.")
}

// plainDoctor reports whether doctor only looks.
func plainDoctor(args []command.Word) bool {
	for _, w := range args {
		if w.Dynamic || strings.HasPrefix(w.Value, "--prove") || strings.HasPrefix(w.Value, "--repair") {
			return false
		}
	}
	return true
}

// clientOf finds the client that a program, in lower case, starts. A package of
// npm comes with a version behind its name.
func clientOf(program string) *client {
	if i := strings.IndexByte(program, '@'); i > 0 {
		program = program[:i]
	}
	for i := range clients {
		if names := clients[i].program; program != "" && program[0] == names[0] && among(names, program) {
			return &clients[i]
		}
	}
	return nil
}

// judge looks for what makes a client run without its hooks.
func (p *client) judge(c *command.Command, l *line) decision.Decision {
	if name := p.anotherHome(c, l); name != "" {
		return denyCommand(name, "starting "+p.title+" with "+name+" leads it to settings without Tempa's hooks.")
	}
	if d := p.flag(c); d.Kind != decision.Defer {
		return d
	}
	words := operands(c.Args)
	for _, pattern := range p.words {
		if rest, ok := leads(pattern, words); ok && (strings.HasSuffix(pattern, " *") || ours(rest, c)) {
			return denyCommand(c.Word.Typed, "`"+c.Program+" "+safe(join(words, 3))+"` takes hooks away from "+p.title+".")
		}
	}
	return decision.Decision{}
}

// ours reports whether the operands of a removal can be Tempa: they name it,
// cannot be told, or are missing (everything).
func ours(rest []command.Word, c *command.Command) bool {
	if len(rest) == 0 || c.Opaque {
		return true
	}
	for _, w := range rest {
		if namesTempa(w.Value) || w.Dynamic || w.Glob {
			return true
		}
	}
	for _, w := range c.Args {
		if w.Value == "--all" {
			return true
		}
	}
	return false
}

// flag looks for a flag that leaves hooks out.
func (p *client) flag(c *command.Command) decision.Decision {
	for i, w := range c.Args {
		if w.Value == "--" {
			break
		}
		name, value, attached := strings.Cut(w.Value, "=")
		if slices.Contains(p.flags, name) && !keepsTempa(name, value, c.Args[i+1:]) {
			return denyCommand(w.Typed, "`"+name+"` starts "+p.title+" without the hooks it is set up with.")
		}
		if flag := configFlag(p.config, w.Value); flag != "" {
			value = strings.TrimPrefix(strings.TrimPrefix(w.Value, flag), "=")
			if value == "" && !attached && i+1 < len(c.Args) {
				value = c.Args[i+1].Value
			}
			if d := p.setting(flag, value); d.Kind != decision.Defer {
				return d
			}
		}
	}
	return decision.Decision{}
}

// keepsTempa: Gemini's list of extensions is harmless when Tempa's is on it.
func keepsTempa(flag, value string, rest []command.Word) bool {
	if flag != "-e" && flag != "--extensions" {
		return false
	}
	if value == "" && len(rest) > 0 {
		value = rest[0].Value
	}
	return namesTempa(value)
}

// configFlag returns the flag of a word such as -c, -ckey=value, --config=….
func configFlag(flags []string, word string) string {
	for _, f := range flags {
		if word == f || strings.HasPrefix(word, f+"=") || len(f) == 2 && strings.HasPrefix(word, f) {
			return f
		}
	}
	return ""
}

// setting judges one key=value of the command line.
func (p *client) setting(flag, value string) decision.Decision {
	key, _, _ := strings.Cut(value, "=")
	key = strings.Trim(strings.TrimSpace(key), `"'`)
	switch {
	case strings.Contains(key, command.Unknown):
		return askCommand(flag, "`"+flag+"` sets something of "+p.title+" that cannot be told; it may switch hooks off. Write the key out.")
	case slices.Contains(p.keys, key), strings.HasPrefix(key, "hooks."), strings.HasPrefix(key, "plugins."):
		return denyCommand(flag, "`"+flag+" "+safe(key)+"` changes which hooks "+p.title+" runs.")
	}
	return decision.Decision{}
}

// anotherHome returns the variable or wrapper that gives a client other
// settings, empty when none does.
func (p *client) anotherHome(c *command.Command, l *line) string {
	for _, a := range c.Assigns {
		if p.leadsAway(a.Name) {
			return a.Name
		}
	}
	for _, name := range l.exported {
		if p.leadsAway(name) {
			return name
		}
	}
	for _, via := range c.Via {
		program, _, _ := strings.Cut(via, " ")
		if slices.Contains(otherUser[:], program) {
			return "`" + program + "`"
		}
	}
	return ""
}

func (p *client) leadsAway(name string) bool {
	return slices.Contains(p.home, name) || slices.Contains(anyHome[:], name)
}

// ending judges commands that stop or remove our programs; program is the
// command's in lower case.
func ending(c *command.Command, program string, l *line) decision.Decision {
	for i := range enders {
		e := &enders[i]
		if e.program != program {
			continue
		}
		if e.words != "" && !anyAmong(e.words, operands(c.Args)) {
			return decision.Decision{}
		}
		if anyEndsUs(c, l, e.words == "") {
			return denyCommand(c.Word.Typed, "`"+c.Program+"` ends or removes Tempa's programs here.")
		}
	}
	return decision.Decision{}
}

// anyEndsUs looks at all operands; those that come at run time (pgrep tempa |
// xargs kill) are what the line looks up.
func anyEndsUs(c *command.Command, l *line, process bool) bool {
	for _, w := range c.Args {
		if endsUs(w, l, process) {
			return true
		}
	}
	return process && c.Opaque && l.seeksTempa
}

// endsUs reports whether an operand names a program of ours, or is made from a
// search for one in the same line.
func endsUs(w command.Word, l *line, process bool) bool {
	if process {
		return namesTempa(w.Value) || w.Dynamic && l.seeksTempa
	}
	base := w.Value[strings.LastIndexByte(w.Value, '/')+1:]
	return own(strings.ToLower(base)) || strings.Contains(strings.ToLower(w.Value), "@tempa")
}

// line is what commands of one line know of each other.
type line struct {
	exported   []string // variables set for what comes after
	seeksTempa bool     // a process of ours is looked up
}

// surroundings reads the line once.
func surroundings(a *command.Analysis) line {
	var l line
	for i := range a.Commands {
		c := &a.Commands[i]
		switch c.Program {
		case "", ":", "export", "declare", "typeset", "readonly", "set", "setenv", "setx", "local":
			l.note(settings(c))
		}
		if slices.Contains(finders[:], c.Program) {
			for _, w := range c.Args {
				l.seeksTempa = l.seeksTempa || namesTempa(w.Value)
			}
		}
	}
	return l
}

// note keeps the names that matter to a client, each once.
func (l *line) note(names []string) {
	for _, name := range names {
		for i := range clients {
			if clients[i].leadsAway(name) && !slices.Contains(l.exported, name) {
				l.exported = append(l.exported, name)
			}
		}
	}
}

// settings are the names that an assignment, export and its relatives set.
func settings(c *command.Command) []string {
	var names []string
	for _, a := range c.Assigns {
		names = append(names, a.Name)
	}
	for i, w := range c.Args {
		if name, _, ok := strings.Cut(w.Value, "="); ok {
			names = append(names, name)
		} else if i == 0 && (c.Program == "setenv" || c.Program == "setx") {
			names = append(names, w.Value)
		}
	}
	return names
}

// leads compares a pattern of subcommands with the operands, and returns the
// operands behind them. An operand that cannot be told matches no subcommand.
func leads(pattern string, words []command.Word) (rest []command.Word, ok bool) {
	pattern = strings.TrimSuffix(pattern, " *")
	for want := range strings.SplitSeq(pattern, " ") {
		if len(words) == 0 || !among(want, words[0].Value) {
			return nil, false
		}
		words = words[1:]
	}
	return words, true
}

// operands are the words that are no options.
func operands(args []command.Word) []command.Word {
	var list []command.Word
	for _, w := range args {
		if !strings.HasPrefix(w.Value, "-") {
			list = append(list, w)
		}
	}
	return list
}

func anyAmong(list string, words []command.Word) bool {
	for _, w := range words {
		if among(list, w.Value) {
			return true
		}
	}
	return false
}

// among reports whether a word is one of "a|b|c".
func among(list, word string) bool {
	for more := true; more; {
		end := strings.IndexByte(list, '|')
		if more = end >= 0; !more {
			end = len(list)
		}
		if list[:end] == word {
			return true
		}
		list = list[min(end+1, len(list)):]
	}
	return false
}

func join(words []command.Word, most int) string {
	var list []string
	for _, w := range words[:min(most, len(words))] {
		list = append(list, w.Value)
	}
	return strings.Join(list, " ")
}
