package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// cmdParser reads one cmd.exe text from left to right.
type cmdParser struct {
	*analyser
	place
	text  string
	at    int
	depth int
	lines []int
	moved bool
}

// cmd analyses a cmd.exe text.
func (a *analyser) cmd(text string, pl place) {
	if !a.admit(text, pl) {
		return
	}
	p := &cmdParser{analyser: a, place: pl, text: text}
	for p.commands(); p.at < len(p.text); p.commands() {
		p.at++ // a ) that closes nothing
	}
}

func (p *cmdParser) eof() bool { return p.at >= len(p.text) }

func (p *cmdParser) peek(n int) byte {
	if p.at+n < len(p.text) {
		return p.text[p.at+n]
	}
	return 0
}

func (p *cmdParser) pos(offset int) command.Pos {
	if p.place.pos != nil {
		return *p.place.pos
	}
	if p.lines == nil {
		p.lines = lineStarts(p.text)
	}
	return position(p.lines, offset)
}

func (p *cmdParser) fail(construct string, from int) {
	from = min(from, len(p.text))
	p.unresolved(construct, p.text[from:], p.place, p.pos(from))
}

func (p *cmdParser) enter() bool {
	if p.depth >= maxDepth || p.full {
		if !p.full {
			p.fail("nesting deeper than 200 levels", p.at)
		}
		p.full = true
		p.at = len(p.text)
		return false
	}
	p.depth++
	return true
}

// skip passes what stands before a command.
func (p *cmdParser) skip(more string) {
	for !p.eof() && (strings.IndexByte(" \t\r,;=@", p.peek(0)) >= 0 || strings.IndexByte(more, p.peek(0)) >= 0) {
		p.at++
	}
}

// commands reads commands joined by & && || | and line ends, up to a ) or the
// end.
func (p *cmdParser) commands() {
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	base := p.context
	piped, first := false, len(p.out.Commands)
	for p.skip("\n&"); !p.eof() && p.peek(0) != ')'; {
		from := p.at
		p.command()
		p.skip("")
		joined := p.peek(0) == '&' && p.peek(1) == '&'
		if p.moved && !joined {
			p.dir, p.dirKnown, p.moved = "", false, false
		}
		if p.peek(0) == '|' && p.peek(1) != '|' {
			p.at++
			if !piped {
				p.markPiped(first, len(base))
				p.place = p.place.inside("pipe").inside("pipe-in")
				piped = true
			}
			p.skip("")
		} else {
			p.context, piped = base, false
			p.skip("\n&|")
			first = len(p.out.Commands)
		}
		if p.at == from {
			p.at++
		}
	}
	p.context = base
}

func (p *cmdParser) markPiped(first, n int) {
	(&parser{analyser: p.analyser}).markPiped(first, n)
}

// command reads one command.
func (p *cmdParser) command() {
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	switch word := strings.ToLower(p.ahead()); {
	case p.peek(0) == '(':
		p.group("block")
	case p.peek(0) == ':' || word == "rem" || word == "goto":
		p.skipLine()
	case word == "if":
		p.at += len(word)
		p.ifCommand()
	case word == "for":
		p.at += len(word)
		p.forCommand()
	default:
		p.simple()
	}
}

// ahead is the bare word at the reader.
func (p *cmdParser) ahead() string {
	n := p.at
	for n < len(p.text) && p.text[n]|0x20 >= 'a' && p.text[n]|0x20 <= 'z' {
		n++
	}
	if n < len(p.text) && strings.IndexByte(" \t\r\n(/\"%,;=", p.text[n]) < 0 {
		return ""
	}
	return p.text[p.at:n]
}

func (p *cmdParser) skipLine() {
	for !p.eof() && p.peek(0) != '\n' {
		p.at++
	}
}

// group reads (commands). The directory behind one that changes it is not
// known.
func (p *cmdParser) group(context string) {
	from := p.at
	p.at++
	p.inside(context, p.commands)
	if p.peek(0) != ')' {
		p.fail("a bracket without an end", from)
		return
	}
	p.at++
	for p.skip(""); ; p.skip("") {
		redirs, ok := p.redirection()
		if !ok {
			return
		}
		p.list(command.Command{Program: ":", Redirs: redirs}, p.place, p.pos(from))
	}
}

func (p *cmdParser) inside(context string, read func()) {
	outer := p.place
	p.place = p.place.inside(context)
	read()
	moved := p.moved || p.dir != outer.dir || p.dirKnown != outer.dirKnown
	p.place = outer
	if moved {
		p.dir, p.dirKnown, p.moved = "", false, false
	}
}

// ifCommand reads if [/i] [not] condition command [else command].
func (p *cmdParser) ifCommand() {
	for {
		p.skip("")
		switch word := strings.ToLower(p.ahead()); word {
		case "not":
			p.at += len(word)
			continue
		case "exist", "defined", "errorlevel", "cmdextversion":
			p.at += len(word)
			p.skip("")
			p.word(true)
		default:
			if p.peek(0) == '/' {
				p.at = min(p.at+2, len(p.text))
				continue
			}
			p.comparison()
		}
		break
	}
	p.skip("")
	p.inside("if", p.command)
	p.skip("")
	if strings.EqualFold(p.ahead(), "else") {
		p.at += 4
		p.skip("")
		p.inside("if", p.command)
	}
}

// comparison reads a==b or a EQU b.
func (p *cmdParser) comparison() {
	p.word(true)
	p.skip("")
	switch word := strings.ToLower(p.ahead()); word {
	case "equ", "neq", "lss", "leq", "gtr", "geq":
		p.at += len(word)
		p.skip("")
	}
	p.word(true)
}

// forCommand reads for [/x options] %%v in (set) do command.
func (p *cmdParser) forCommand() {
	from := p.at
	lines := false
	for p.skip(""); !p.eof() && p.peek(0) != '(' && p.peek(0) != '\n' && p.peek(0) != '&' && p.peek(0) != '|'; p.skip("") {
		start := p.at
		if strings.EqualFold(p.word(true).Typed, "/f") {
			lines = true
		}
		if p.at == start {
			p.at++
		}
	}
	if p.peek(0) != '(' {
		p.fail("a for that cannot be read", from)
		return
	}
	p.set(lines, from)
	p.skip("")
	if !strings.EqualFold(p.ahead(), "do") {
		p.fail("a for that cannot be read", from)
		return
	}
	p.at += 2
	p.skip("")
	p.inside("for", p.command)
}

// set reads the set of a for. That of for /f may be a command in quotes.
func (p *cmdParser) set(lines bool, from int) {
	p.at++
	start := p.at
	quoted := false
	for depth := 1; !p.eof(); p.at++ {
		switch c := p.peek(0); {
		case c == '^' && !quoted:
			p.at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	text := strings.TrimSpace(p.text[min(start, len(p.text)):min(p.at, len(p.text))])
	p.at = min(p.at+1, len(p.text))
	if lines && len(text) > 1 && (text[0] == '\'' || text[0] == '`') && text[len(text)-1] == text[0] {
		pos := p.pos(from)
		pl := p.place.inside("substitution")
		pl.pos = &pos
		pl.nested++
		p.cmd(text[1:len(text)-1], pl)
	}
}

// word reads one word; quotes and carets are taken off, variables are unknown.
// Words of cmd's own commands end at , ; and = too.
func (p *cmdParser) word(own bool) command.Word {
	from := p.at
	var b strings.Builder
	w := command.Word{}
	quoted := false
	for !p.eof() {
		c := p.peek(0)
		switch {
		case c == '"':
			quoted = !quoted
			p.at++
		case c == '\n', !quoted && p.endsWord(c, own):
			w.Value, w.Typed = b.String(), p.text[from:p.at]
			return globbed(w)
		case c == '^' && !quoted:
			p.at++
			if p.peek(0) == '\r' {
				p.at++
			}
			if p.peek(0) == '\n' {
				p.at++
			} else if !p.eof() {
				b.WriteByte(p.peek(0))
				p.at++
			}
		case (c == '%' || c == '!') && p.variable(c):
			b.WriteString(command.Unknown)
			w.Dynamic = true
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	w.Value, w.Typed = b.String(), p.text[from:p.at]
	return globbed(w)
}

func globbed(w command.Word) command.Word {
	if strings.ContainsAny(w.Value, "*?") {
		w.Glob, w.Pattern = true, w.Value
	}
	return w
}

func (p *cmdParser) endsWord(c byte, own bool) bool {
	return strings.IndexByte(" \t\r&|<>()", c) >= 0 && (c != '(' && c != ')' || p.depth > 0) || own && strings.IndexByte(",;=", c) >= 0
}

// variable passes %name%, %1, %*, %~dp0, %%i, %i and !name!.
func (p *cmdParser) variable(mark byte) bool {
	rest := p.text[p.at+1 : min(p.at+256, len(p.text))]
	end := strings.IndexByte(rest, mark)
	if end > 0 && !strings.ContainsAny(rest[:end], " \t\r\n\"&|<>()") {
		p.at += end + 2
		return true
	}
	if mark == '!' {
		return false
	}
	name := strings.TrimLeft(rest, "%~")
	n := len(rest) - len(name)
	if n > 0 && rest[n-1] == '~' { // %~dp0
		n += len(name) - len(strings.TrimLeft(name, "dpnxfsatzDPNXFSATZ"))
	}
	if n < len(rest) && (isWord(rest[n]) || rest[n] == '*') {
		n++
	}
	p.at += n + 1
	if n == 0 {
		p.at--
	}
	return n > 0
}

// redirection reads >, >>, <, 2> and their targets.
func (p *cmdParser) redirection() ([]command.Redir, bool) {
	n := 0
	if c := p.peek(0); c >= '0' && c <= '9' && (p.peek(1) == '>' || p.peek(1) == '<') {
		n = 1
	}
	c := p.peek(n)
	if c != '>' && c != '<' {
		return nil, false
	}
	op := string(c)
	p.at += n + 1
	if p.peek(0) == '>' {
		op = ">>"
		p.at++
	}
	if p.peek(0) == '&' {
		p.at = min(p.at+2, len(p.text))
		return nil, true
	}
	p.skip("")
	target := p.word(true)
	if target.Value == "" || strings.EqualFold(target.Value, "nul") {
		return nil, true
	}
	return []command.Redir{{Op: op, Target: target, Write: c == '>'}}, true
}
