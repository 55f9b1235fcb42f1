package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// call is one command as it was read, before its name is resolved.
type call struct {
	from   int
	word   command.Word
	args   []command.Word
	redirs []command.Redir
	block  bool     // the program is a script block, analysed where it stands
	opaque bool     // the pipe brings more arguments
	fed    variable // what the pipe feeds to it
	first  int      // the commands found in its own words begin here
}

// command reads a command: program, arguments, redirections.
func (p *parser) command(fed variable) {
	c := call{from: p.at, fed: fed, first: len(p.out.Commands)}
	if !p.programWord(&c) {
		return
	}
	p.arguments(&c)
	if c.block {
		if len(c.redirs) > 0 {
			p.emit(command.Command{Program: ":", Redirs: c.redirs}, c.from)
		}
		return
	}
	p.feed(&c)
	p.run(c)
	p.value = variable{}
}

// feed gives a command the paths that the pipe brings it: the operands of
// Get-ChildItem | Remove-Item are those of the first.
func (p *parser) feed(c *call) {
	name := canonical(c.word.Value)
	fed := p.flow
	p.flow = nil
	switch name {
	case "Get-ChildItem":
		p.flow = listing(c.args)
	case "Get-Item", "Resolve-Path", "Convert-Path":
		p.flow = append([]command.Word{}, c.args...)
	case "Where-Object", "Select-Object", "Sort-Object":
		p.flow = fed
	case "Stop-Process":
		c.opaque = len(p.context) > 0 && p.context[len(p.context)-1] == "pipe-in"
	case "Remove-Item", "Move-Item", "Copy-Item", "Rename-Item", "Get-Content", "Set-Content", "Clear-Content", "Add-Content",
		"Invoke-Item", "Get-Acl", "Set-Acl", "Set-ItemProperty", "Import-Csv", "Select-String":
		p.takeFed(name, c, fed)
	}
}

// maxPicked bounds the paths that filters make.
const maxPicked = 1000

// listing is what Get-ChildItem hands on: its paths, or where a filter picks
// among them the filter below each path.
func listing(args []command.Word) (out []command.Word) {
	var paths, picked, options []command.Word
	for i := 0; i < len(args); i++ {
		w := args[i]
		if !isParameter(w) {
			paths = append(paths, w)
			continue
		}
		name := strings.ToLower(strings.TrimLeft(w.Value, "-"))
		switch {
		case i+1 < len(args) && len(name) > 1 && (strings.HasPrefix("filter", name) || strings.HasPrefix("include", name)):
			for ; i+1 < len(args) && !isParameter(args[i+1]); i++ { // a list: bin,obj
				picked = append(picked, args[i+1])
			}
		case i+1 < len(args) && len(name) > 1 && (strings.HasPrefix("exclude", name) || strings.HasPrefix("depth", name) || strings.HasPrefix("attributes", name)):
			i++
		default:
			options = append(options, w)
		}
	}
	if len(paths) == 0 {
		paths = []command.Word{{Value: ".", Pattern: ".", Typed: "."}}
	}
	if len(picked) == 0 || len(paths)*len(picked) > maxPicked {
		return append(paths, options...)
	}
	for _, dir := range paths {
		for _, w := range picked {
			w.Value, w.Pattern = dir.Value+"/"+w.Value, dir.Value+"/"+w.Pattern
			w.Dynamic, w.Glob = w.Dynamic || dir.Dynamic, w.Glob || dir.Glob
			out = append(out, w)
		}
	}
	return out
}

// takeFed adds the fed words as -Path values, so that those typed keep their
// places.
func (p *parser) takeFed(name string, c *call, fed []command.Word) {
	if len(p.context) == 0 || p.context[len(p.context)-1] != "pipe-in" {
		return
	}
	switch name {
	case "Set-Content", "Add-Content":
		if subcommandAt(c.args) < len(c.args) {
			return // the pipe brings the content
		}
	case "Select-String":
		c.fed = variable{} // a string is searched, a file is opened
	}
	if c.fed.kind == constant && !strings.HasSuffix(name, "-Content") {
		fed = []command.Word{{Value: c.fed.value, Typed: c.fed.value}}
	}
	if !p.spend(len(fed), p.place, c.word.Typed, p.pos(c.from)) {
		return
	}
	c.opaque = len(fed) == 0
	for _, w := range fed {
		if !isParameter(w) {
			w.Typed = ""
			c.args = append(c.args, command.Word{Value: "-Path"}, w)
		} else if name == "Remove-Item" && len(w.Value) > 2 && strings.HasPrefix("-recurse", strings.ToLower(w.Value)) {
			c.args = append(c.args, w)
		}
	}
}

// programWord reads the word in front; false when there is none.
func (p *parser) programWord(c *call) bool {
	switch p.peek(0) {
	case '{':
		p.block("script block")
		c.block = true
		return true
	case '(':
		p.at++
		p.group(')')
		v := p.value
		end := p.at
		p.members("", &v)
		c.word = command.Word{Typed: p.text[c.from:p.at], Value: v.value}
		c.block = v.kind == block && p.at == end
		if v.kind != constant {
			c.word = unknownWord(c.word.Typed)
		}
		return true
	case '$':
		if p.peek(1) != '(' {
			p.variableProgram(c)
			return true
		}
	}
	c.word = p.word(program)
	return c.word.Typed != ""
}

// variableProgram reads & $name.
func (p *parser) variableProgram(c *call) {
	if name, end := scanName(p.text, p.at+1); p.get(name).kind == block && !strings.ContainsAny(p.text[end:min(end+1, len(p.text))], ".[:\\/") {
		p.at = end
		c.block = true
		return
	}
	c.word = p.word(program)
}

// arguments reads up to the end of the command.
func (p *parser) arguments(c *call) {
	for {
		p.skipBlanks()
		if p.eof() || p.newline() || strings.IndexByte("|&;)}", p.peek(0)) >= 0 {
			return
		}
		if p.peek(0) == ',' {
			p.at++
			p.skipLines()
			continue
		}
		if strings.HasPrefix(p.text[p.at:], "--%") && (p.at+3 == len(p.text) || p.text[p.at+3] == ' ' || p.text[p.at+3] == '\t') {
			p.at += 3
			p.verbatim(c)
			return
		}
		from := p.at
		if r, ok := p.redirection(); ok {
			c.redirs = append(c.redirs, r...)
			continue
		}
		w := p.word(argument)
		if isParameter(w) && strings.HasSuffix(w.Value, ":") {
			w = p.parameterValue(w, from)
		}
		c.args = append(c.args, w)
		if p.at == from {
			p.at++
		}
		if len(c.args) > maxResults {
			p.fail("a command with too many arguments", from)
			p.full = true
			p.at = len(p.text)
		}
	}
}

func isParameter(w command.Word) bool {
	return len(w.Value) > 1 && w.Value[0] == '-' && (w.Typed == "" || w.Typed[0] != '\'' && w.Typed[0] != '"')
}

// parameterValue joins "-Name:" with the word behind it.
func (p *parser) parameterValue(w command.Word, from int) command.Word {
	p.skipBlanks()
	if p.eof() || p.newline() || strings.IndexByte("|&;)},", p.peek(0)) >= 0 {
		return w
	}
	v := p.word(argument)
	w.Value += v.Value
	w.Dynamic = w.Dynamic || v.Dynamic
	w.Typed = p.text[from:p.at]
	if v.Glob {
		w.Glob, w.Pattern = true, w.Value
	}
	return w
}

// verbatim reads what follows --%: plain words for a native program, with
// %NAME% as the only variable.
func (p *parser) verbatim(c *call) {
	end := p.at
	for end < len(p.text) && p.text[end] != '\n' && p.text[end] != '|' {
		end++
	}
	for _, typed := range splitWindows(p.text[p.at:end]) {
		w := command.Word{Value: typed, Typed: typed}
		if strings.Count(typed, "%") > 1 {
			w = unknownWord(typed)
		}
		c.args = append(c.args, w)
	}
	p.at = end
}

// splitWindows splits a command line of a Windows program at blanks outside
// double quotes.
func splitWindows(line string) []string {
	var words []string
	var b strings.Builder
	quoted, any := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && line[i+1] == '"':
			i++
			b.WriteByte('"')
			any = true
		case c == '"':
			quoted, any = !quoted, true
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			if any {
				words = append(words, b.String())
			}
			b.Reset()
			any = false
		default:
			b.WriteByte(c)
			any = true
		}
	}
	if any {
		words = append(words, b.String())
	}
	return words
}

// emit lists a command.
func (p *parser) emit(c command.Command, from int) { p.list(c, p.place, p.pos(from)) }

// list completes a command with its place and lists it.
func (a *analyser) list(c command.Command, pl place, pos command.Pos) {
	if !a.spend(1, pl, c.Word.Typed, pos) {
		return
	}
	c.Via, c.Context, c.Pos = pl.via, pl.context, pos
	c.Dir, c.DirKnown = pl.dir, pl.dirKnown
	c.Remote = c.Remote || pl.remote
	if !pl.dirKnown {
		c.Dir = ""
	}
	a.out.Commands = append(a.out.Commands, c)
}
