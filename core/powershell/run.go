package powershell

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// run resolves the name of a command, lists it, and analyses what it runs in
// its turn.
func (p *parser) run(c call) {
	if !p.enter() {
		return
	}
	defer p.leave()
	name, ok := p.resolve(&c)
	if !ok {
		return
	}
	done := command.Command{Program: name, Word: c.word, Args: c.args, Redirs: c.redirs, Sub: subcommandAt(c.args), Opaque: c.opaque}
	if !isCmdlet(name) {
		p.native(done, c)
		return
	}
	p.emit(done, c.from)
	if p.builtin(name, c); typedForUnix(name, c) {
		p.native(command.Command{Program: strings.ToLower(c.word.Value), Word: c.word, Args: c.args, Redirs: c.redirs}, c)
	}
}

// subcommandAt is the index of the first word that is no option.
func subcommandAt(args []command.Word) int {
	for i := range args {
		if !strings.HasPrefix(args[i].Value, "-") {
			return i
		}
	}
	return len(args)
}

// resolve is the name that the program's word stands for.
func (p *parser) resolve(c *call) (name string, ok bool) {
	v := c.word.Value
	switch {
	case v == "" && !c.word.Dynamic:
		return "", false
	case c.word.Dynamic || strings.Contains(v, command.Unknown):
		p.nameless("program name from "+printable(c.word.Typed), c)
		return "", false
	}
	name = v[strings.LastIndexAny(v, `/\`)+1:]
	if !isClear(name) || name == "" {
		p.nameless("program name with characters that cannot be seen", c)
		return "", false
	}
	lower := strings.ToLower(name)
	if to, ok := p.aliases[lower]; ok && name == v {
		return canonical(to), true
	}
	if name != v { // a path, or Module\Name: no alias
		return commandName(withoutExtension(lower)), true
	}
	if bare := withoutExtension(lower); bare != lower {
		return bare, true
	}
	return canonical(lower), true
}

// nameless lists a command whose program is not known.
func (p *parser) nameless(construct string, c *call) {
	p.unresolved(construct, p.text[c.from:], p.place, p.pos(c.from))
	p.emit(command.Command{Word: c.word, Args: c.args, Redirs: c.redirs, Sub: subcommandAt(c.args)}, c.from)
}

func withoutExtension(name string) string {
	for _, ext := range [...]string{".exe", ".com", ".cmd", ".bat"} {
		if s, ok := strings.CutSuffix(name, ext); ok && s != "" {
			return s
		}
	}
	return name
}

// isCmdlet reports whether the name is that of a PowerShell command.
func isCmdlet(name string) bool {
	return name[0] >= 'A' && name[0] <= 'Z' && strings.IndexByte(name, '-') > 0
}

// typedForUnix reports whether an alias is called like the Unix program of
// that name: outside Windows PowerShell has no such alias and runs that.
func typedForUnix(name string, c call) bool {
	switch c.word.Value {
	case "rm", "rmdir", "cp", "mv", "cat", "ls", "curl", "wget", "tee", "sort", "kill", "ps", "mount", "mkdir", "diff", "sleep":
	default:
		return false
	}
	for _, w := range c.args {
		if isParameter(w) && !isCommonParameter(w.Value) {
			return true
		}
	}
	return false
}

// isCommonParameter reports whether PowerShell would take the word for a
// parameter of the commands that share a name with a Unix program.
func isCommonParameter(v string) bool {
	name, _, _ := strings.Cut(strings.ToLower(v[1:]), ":")
	for _, full := range [...]string{
		"recurse", "force", "path", "literalpath", "filter", "include", "exclude", "whatif", "confirm",
		"verbose", "erroraction", "destination", "container", "passthru", "name", "file", "directory", "hidden", "depth", "tail",
		"totalcount", "head", "raw", "wait", "encoding", "uri", "outfile", "method", "body", "headers", "usebasicparsing", "infile",
		"contenttype", "property", "descending", "unique", "id", "seconds", "milliseconds", "itemtype", "value", "filepath",
		"variable", "append", "proxy", "credential", "timeoutsec", "ea", "attributes", "psprovider", "root",
	} {
		if strings.HasPrefix(full, name) {
			return true
		}
	}
	return false
}

// builtin analyses what a PowerShell command runs or changes.
func (p *parser) builtin(name string, c call) {
	switch name {
	case "Invoke-Expression":
		p.invokeExpression(c)
	case "New-ScheduledTaskAction":
		p.scheduled(c)
	case "Start-Process", "Invoke-Item":
		p.startProcess(c)
	case "Invoke-Command", "Start-Job", "Start-ThreadJob":
		p.invokeCommand(name, c)
	case "ForEach-Object":
		p.forEach(c)
	case "Set-Alias", "New-Alias":
		p.setAlias(c)
	case "Set-Location", "Push-Location":
		p.changeDirectory(c.args)
	case "Pop-Location":
		p.dir, p.dirKnown = "", false
	case "New-Object":
		if _, ok := parameter(c.args, "comobject"); ok {
			p.fail("a COM object", c.from)
		}
	case "Add-Type":
		if _, ok := parameter(c.args, "assemblyname"); !ok {
			p.fail("compiled code", c.from)
		}
	case "Invoke-WmiMethod", "Invoke-CimMethod":
		p.fail("a method called by "+name, c.from)
	}
	if !strings.HasPrefix(name, "Get-") && name != "Test-Path" && !strings.HasPrefix(name, "Write-") {
		p.checkDrives(c)
	}
}

// checkDrives looks for functions and aliases made as items.
func (p *parser) checkDrives(c call) {
	for _, w := range c.args {
		v := strings.ToLower(w.Value)
		if i := strings.LastIndex(v, "::"); i >= 0 {
			v = v[i+2:]
		}
		if strings.HasPrefix(v, "function:") || strings.HasPrefix(v, "alias:") {
			p.fail("a function or alias that is made as an item", c.from)
			return
		}
	}
}

// parameter is the value of a parameter given by name: -Name value, -Name:value
// or any prefix of at least two letters.
func parameter(args []command.Word, lower string) (command.Word, bool) {
	for i, w := range args {
		if !isParameter(w) {
			continue
		}
		name, value, attached := strings.Cut(w.Value[1:], ":")
		if len(name) < 2 && len(lower) > 2 || !strings.HasPrefix(lower, strings.ToLower(name)) {
			continue
		}
		if attached {
			return command.Word{Value: value, Dynamic: w.Dynamic, Typed: w.Typed}, true
		}
		if i+1 < len(args) {
			return args[i+1], true
		}
		return command.Word{}, true
	}
	return command.Word{}, false
}

// invokeExpression analyses the text that iex runs.
func (p *parser) invokeExpression(c call) {
	for _, w := range c.args {
		if isParameter(w) && strings.HasPrefix("command", strings.ToLower(w.Value[1:])) {
			continue
		}
		if w.Dynamic && strings.Trim(w.Value, command.Unknown) == "" {
			p.fail("text run by Invoke-Expression", c.from)
			return
		}
		p.place = p.nested(w.Value, "Invoke-Expression", "text run by Invoke-Expression", c.from)
		return
	}
	if c.fed.kind == constant {
		p.place = p.nested(c.fed.value, "Invoke-Expression", "text run by Invoke-Expression", c.from)
		return
	}
	p.fail("text run by Invoke-Expression", c.from)
}

// nested analyses PowerShell text in this session and answers the place it
// leaves.
func (p *parser) nested(text, wrapper, what string, from int) place {
	pl := p.place.through(wrapper)
	if strings.Contains(text, command.Unknown) {
		p.fail(what+" with an unknown part", from)
		text = strings.ReplaceAll(text, command.Unknown, "$tempa_unknown")
	}
	after := p.powershell(text, p.within(pl, from))
	outer := p.place
	outer.dir, outer.dirKnown = after.dir, after.dirKnown
	return outer
}

// within is a place for text that stands at the command at from.
func (p *parser) within(pl place, from int) place {
	pos := p.pos(from)
	pl.pos = &pos
	pl.nested++
	return pl
}

// scheduled analyses the program of New-ScheduledTaskAction, whose parameters
// have other names.
func (p *parser) scheduled(c call) {
	args := slices.Clone(c.args)
	for i, w := range args {
		switch name := strings.ToLower(w.Value); {
		case len(name) > 1 && strings.HasPrefix("-execute", name):
			args[i] = command.Word{Value: "-FilePath", Typed: "-FilePath"}
		case len(name) > 1 && strings.HasPrefix("-argument", name):
			args[i] = command.Word{Value: "-ArgumentList", Typed: "-ArgumentList"}
		}
	}
	c.args = args
	p.startProcess(c)
}

// startProcess analyses the program that Start-Process starts.
func (p *parser) startProcess(c call) {
	var words []command.Word
	named := command.Word{}
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		if !isParameter(w) {
			words = append(words, w)
			continue
		}
		name, value, attached := strings.Cut(strings.ToLower(w.Value[1:]), ":")
		switch {
		case name != "" && (strings.HasPrefix("filepath", name) || name == "path" || name == "pspath" || name == "literalpath"):
			if attached {
				named = command.Word{Value: value, Dynamic: w.Dynamic, Typed: value}
			} else if i+1 < len(c.args) {
				i++
				named = c.args[i]
			}
		case name == "args" || len(name) > 0 && strings.HasPrefix("argumentlist", name):
			if attached {
				words = append(words, command.Word{Value: value, Dynamic: w.Dynamic, Typed: value})
			}
		case takesValue(name) && !attached:
			i++
		}
	}
	if named.Value == "" && !named.Dynamic {
		if len(words) == 0 {
			return
		}
		named, words = words[0], words[1:]
	}
	inner := call{from: c.from, word: named, args: processArguments(words), first: len(p.out.Commands)}
	outer := p.place
	p.place = p.place.through("Start-Process")
	p.run(inner)
	p.place = outer
}

func takesValue(name string) bool {
	if len(name) < 3 {
		return false
	}
	for _, full := range [...]string{
		"verb", "windowstyle", "workingdirectory", "redirectstandardoutput", "redirectstandarderror",
		"redirectstandardinput", "credential", "environment",
	} {
		if strings.HasPrefix(full, name) && name != "verbo" && name != "verbose" {
			return true
		}
	}
	return false
}

// processArguments splits each argument as the started program will.
func processArguments(words []command.Word) []command.Word {
	var out []command.Word
	for _, w := range words {
		if w.Dynamic || !strings.ContainsAny(w.Value, " \t\"") {
			out = append(out, w)
			continue
		}
		for _, v := range splitWindows(w.Value) {
			out = append(out, command.Word{Value: v, Typed: v})
		}
	}
	return out
}

// invokeCommand marks what runs elsewhere; a block that is not written here is
// not known.
func (p *parser) invokeCommand(name string, c call) {
	if name == "Invoke-Command" && runsElsewhere(c.args) {
		for i := c.first; i < len(p.out.Commands)-1; i++ {
			p.out.Commands[i].Remote = true
		}
	}
	for i, w := range c.args {
		if w.Dynamic && (i == 0 || isParameter(c.args[i-1]) && isBlockParameter(c.args[i-1].Value)) && !p.isBlock(w.Typed) {
			p.fail("a script block from "+printable(w.Typed), c.from)
			return
		}
	}
}

func isBlockParameter(v string) bool {
	name := strings.ToLower(v[1:])
	return name != "" && (strings.HasPrefix("scriptblock", name) || name == "command" || strings.HasPrefix("initializationscript", name))
}

// isBlock reports whether the word is a variable that holds a block.
func (p *parser) isBlock(typed string) bool {
	return strings.HasPrefix(typed, "$") && p.get(typed[1:]).kind == block
}

func runsElsewhere(args []command.Word) bool {
	for _, w := range args {
		if !isParameter(w) {
			continue
		}
		switch name, _, _ := strings.Cut(strings.ToLower(w.Value[1:]), ":"); name {
		case "computername", "cn", "comp", "computer", "session", "sess", "hostname", "host", "vmname", "vmid", "containerid", "sshconnection", "connectionuri":
			return true
		}
	}
	return false
}

// forEach looks at the member that ForEach-Object calls by name.
func (p *parser) forEach(c call) {
	if len(c.args) == 0 {
		return
	}
	w := c.args[0]
	if isParameter(w) {
		v, ok := parameter(c.args, "membername")
		if !ok {
			for i, w := range c.args[1:] {
				if w.Dynamic && isParameter(c.args[i]) && !p.isBlock(w.Typed) {
					p.fail("a script block from "+printable(w.Typed), c.from)
					return
				}
			}
			return
		}
		w = v
	}
	switch {
	case strings.HasPrefix(w.Value, "{") || p.isBlock(w.Typed):
	case w.Dynamic:
		p.fail("a script block from "+printable(w.Typed), c.from)
	case !harmlessMethod(w.Value) && !isProperty(w.Value):
		p.fail("a call of ."+printable(w.Value)+" by ForEach-Object", c.from)
	}
}

// isProperty reports whether the name is a property that pipelines are often
// reduced to; a method of the same name is not known.
func isProperty(name string) bool {
	switch strings.ToLower(name) {
	case "name", "fullname", "length", "basename", "extension", "id", "path", "directory", "directoryname", "parent", "root", "mode",
		"lastwritetime", "lastaccesstime", "creationtime", "value", "key", "keys", "values", "line", "linenumber", "filename", "groups",
		"version", "status", "state", "displayname", "cpu", "processname", "commandline", "content", "statuscode", "definition", "source",
		"message", "title", "url", "uri", "type", "text", "data", "result", "results", "items", "description", "hash", "sum", "average",
		"maximum", "minimum", "property", "properties", "year", "month", "day", "psobject", "inputobject", "exception", "command", "owner":
		return true
	}
	return false
}

// setAlias notes an alias that the line makes.
func (p *parser) setAlias(c call) {
	var words []command.Word
	name, named := parameter(c.args, "name")
	value, valued := parameter(c.args, "value")
	for i, w := range c.args {
		if !isParameter(w) && (i == 0 || !isParameter(c.args[i-1]) || strings.EqualFold(c.args[i-1].Value, "-force")) {
			words = append(words, w)
		}
	}
	if !named && len(words) > 0 {
		name, words = words[0], words[1:]
	}
	if !valued && len(words) > 0 {
		value = words[0]
	}
	if name.Dynamic || value.Dynamic || name.Value == "" || value.Value == "" {
		p.fail("an alias that is not known", c.from)
		return
	}
	p.aliases[strings.ToLower(name.Value)] = value.Value
}

// changeDirectory follows Set-Location to a constant path, for what && joins to
// it: anything else may run where it failed to go.
func (p *parser) changeDirectory(args []command.Word) {
	target := command.Word{}
	for _, w := range args {
		if !isParameter(w) {
			target = w
			break
		}
	}
	p.place.enterDirectory(target, p.env.Home)
	p.moved = true
}

// enterDirectory is the place after cd.
func (pl *place) enterDirectory(w command.Word, home string) {
	v := w.Value
	switch {
	case w.Dynamic || w.Glob || v == "" || v == "-" || v == "+" || strings.Contains(v, command.Unknown):
		pl.dir, pl.dirKnown = "", false
	case v == "~" || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, `~\`):
		pl.dir, pl.dirKnown = home+v[1:], home != ""
	case v[0] == '/' || v[0] == '\\' || len(v) > 1 && v[1] == ':':
		pl.dir, pl.dirKnown = v, true
	case !pl.dirKnown:
	case pl.dir == "." || pl.dir == "":
		pl.dir = v
	default:
		pl.dir += "/" + v
	}
	if len(pl.dir) > maxValue {
		pl.dir, pl.dirKnown = "", false
	}
}
