package powershell

import "strings"

// statements reads statements up to the closing byte, 0 for the end of the
// text.
func (p *parser) statements(end byte) {
	open := max(p.at-1, 0)
	if !p.enter() {
		return
	}
	defer p.leave()
	count, last := 0, variable{}
	for {
		p.skipSeparators()
		switch c := p.peek(0); {
		case p.eof():
			if end != 0 {
				p.fail("a bracket without an end", open)
			}
			p.setValue(count, last)
			return
		case c == end:
			p.at++
			p.setValue(count, last)
			return
		case c == ')' || c == '}' || c == ']':
			p.fail("syntax that cannot be read", p.at)
			p.at++
		default:
			from := p.at
			p.statement()
			count, last = count+1, p.value
			if p.at == from {
				p.at++ // nothing fits: never stay in place
			}
		}
	}
}

// setValue makes a group of one statement as good as that statement.
func (p *parser) setValue(count int, last variable) {
	p.value = variable{}
	if count == 1 {
		p.value = last
	}
}

func (p *parser) skipSeparators() {
	for {
		p.skipLines()
		if c := p.peek(0); c != ';' && c != ',' {
			return
		}
		p.at++
	}
}

// statement reads one statement: a keyword's or a pipeline.
func (p *parser) statement() {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.value, p.flow = variable{}, nil
	if p.peek(0) == ':' && isWord(p.peek(1)) { // label of a loop
		p.at++
		p.name("")
		p.skipLines()
	}
	from := p.at
	if word := strings.ToLower(p.keywordAhead()); word == "" || !p.keyword(word) {
		p.at = from
		p.pipeline()
	}
}

// keywordAhead is the bare word at the reader when it could be a keyword.
func (p *parser) keywordAhead() string {
	n := p.at
	for n < len(p.text) && p.text[n]|0x20 >= 'a' && p.text[n]|0x20 <= 'z' {
		n++
	}
	if n < len(p.text) && (isWord(p.text[n]) || strings.IndexByte("-.\\/:=*?`'\"$", p.text[n]) >= 0) {
		return ""
	}
	return p.text[p.at:n]
}

// keyword reads the statement of a keyword; false when the word is none.
func (p *parser) keyword(word string) bool {
	from := p.at
	p.at += len(word)
	switch word {
	case "if", "elseif", "while", "until", "for":
		p.parenthesis()
		p.blockOf(word)
	case "else", "try", "finally", "begin", "process", "end", "clean", "dynamicparam", "do", "data", "parallel", "sequence", "inlinescript":
		p.dataName(word)
		p.blockOf(word)
	case "catch", "trap":
		p.types()
		p.blockOf(word)
	case "foreach":
		return p.foreach()
	case "switch":
		p.switchStatement()
	case "function", "filter", "workflow", "configuration":
		p.function()
	case "param":
		p.parameters()
	case "return", "throw", "exit":
		p.skipBlanks()
		if !p.atEnd() {
			p.pipeline()
		}
	case "break", "continue":
		p.skipBlanks()
		p.name("")
	case "class":
		p.fail("a class definition", from)
		p.skipBody()
	case "enum":
		p.skipBody()
	case "using":
		p.using(from)
	default:
		return false
	}
	return true
}

// atEnd reports whether a statement ends here.
func (p *parser) atEnd() bool {
	return p.eof() || p.newline() || strings.IndexByte(";)}", p.peek(0)) >= 0
}

// parenthesis reads (statements).
func (p *parser) parenthesis() {
	p.skipLines()
	if p.peek(0) == '(' {
		p.at++
		p.statements(')')
	}
}

// blockOf reads the block of a keyword.
func (p *parser) blockOf(context string) {
	p.skipLines()
	if p.peek(0) == '{' {
		p.block(context)
	}
}

// block reads {statements}. The directory is not known behind a block that
// changes it, because it may not have run.
func (p *parser) block(context string) {
	outer := p.place
	p.place = p.place.inside(context)
	p.at++
	p.statements('}')
	moved := p.dir != outer.dir || p.dirKnown != outer.dirKnown
	p.place = outer
	if moved {
		p.dirKnown = false
	}
	p.value = variable{kind: block}
}

// dataName passes the name in "data NAME { }".
func (p *parser) dataName(word string) {
	if word == "data" {
		p.skipBlanks()
		p.name("-")
	}
}

// types passes the [types] of catch and trap.
func (p *parser) types() {
	for p.skipLines(); p.peek(0) == '[' || p.peek(0) == ','; p.skipLines() {
		if p.at++; p.peek(-1) == '[' {
			p.bracket()
		}
	}
}

// foreach reads foreach ($x in pipeline) {}. Without a parenthesis it is the
// alias of ForEach-Object.
func (p *parser) foreach() bool {
	p.skipLines()
	for p.dash() > 0 { // -parallel
		p.at += p.dash()
		p.name("")
		p.skipLines()
	}
	if p.peek(0) != '(' {
		return false
	}
	p.at++
	p.skipLines()
	if p.peek(0) == '$' {
		p.at++
		p.forget(p.name(":"))
	}
	p.skipLines()
	if strings.EqualFold(p.keywordAhead(), "in") {
		p.at += 2
	}
	p.statements(')')
	p.blockOf("foreach")
	return true
}

// switchStatement reads switch [-options] (value) { pattern {} … }.
func (p *parser) switchStatement() {
	for p.skipLines(); p.peek(0) != '(' && p.peek(0) != '{' && !p.eof(); p.skipLines() {
		if from := p.at; !p.pattern() || p.at == from {
			return
		}
	}
	p.parenthesis()
	p.skipLines()
	if p.peek(0) != '{' || !p.enter() {
		return
	}
	defer p.leave()
	p.at++
	for p.skipSeparators(); !p.eof(); p.skipSeparators() {
		if p.peek(0) == '}' {
			p.at++
			return
		}
		if from := p.at; !p.pattern() || p.at == from {
			p.at++
		}
	}
}

// pattern reads one word of a switch: a value, a bare word or a block.
func (p *parser) pattern() bool {
	switch c := p.peek(0); {
	case c == '{':
		p.block("switch")
	case c == '(':
		p.parenthesis()
	case c == ')' || c == '|' || c == '&':
		return false
	default:
		p.word(argument)
	}
	return true
}

// function reads function name(parameters) {}.
func (p *parser) function() {
	p.skipLines()
	name := p.name("-:.")
	p.skipLines()
	if p.peek(0) == '(' {
		p.parameters()
	}
	p.blockOf("function " + name)
}

// parameters reads a list of parameters. Their names are no constants.
func (p *parser) parameters() {
	p.skipLines()
	if p.peek(0) != '(' {
		return
	}
	from := p.at
	p.at++
	p.statements(')')
	for i := from; i < p.at; i++ {
		if p.text[i] == '$' {
			n := i + 1
			for n < p.at && isWord(p.text[n]) {
				n++
			}
			p.forget(p.text[i+1 : n])
		}
	}
}

// skipBody passes the name and the body of a definition that is not read.
func (p *parser) skipBody() {
	depth := 0
	for ; !p.eof(); p.at++ {
		switch c := p.peek(0); {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth <= 0 {
				p.at++
				return
			}
		case depth == 0 && c == ';':
			return
		}
	}
}

// using passes a using line. A module's code runs when it is named.
func (p *parser) using(from int) {
	p.skipBlanks()
	if what := p.keywordAhead(); !strings.EqualFold(what, "namespace") {
		p.fail("using "+printable(what), from)
	}
	for !p.eof() && !p.newline() && p.peek(0) != ';' {
		p.at++
	}
}

// pipeline reads elements joined by | && and ||.
func (p *parser) pipeline() {
	base, piped, elements, moved := p.context, false, 0, p.moved
	p.moved = false
	defer func() {
		p.settle()
		p.context, p.moved = base, moved
	}()
	for {
		p.skipBlanks()
		from, first := p.at, len(p.out.Commands)
		p.element()
		if p.at == from {
			return
		}
		elements++
		p.skipBlanks()
		switch {
		case p.peek(0) == '|' && p.peek(1) == '|' || p.peek(0) == '&' && p.peek(1) == '&':
			if p.peek(0) == '|' {
				p.settle()
			}
			p.at += 2
			p.value, p.flow = variable{}, nil
			p.context, piped = base, false
		case p.peek(0) == '|' || p.continuesBelow():
			p.at++
			if !piped {
				p.markPiped(first, len(base))
				p.place = p.place.inside("pipe").inside("pipe-in")
				piped = true
			}
		default:
			if p.peek(0) == '&' {
				p.at++
			}
			if elements > 1 {
				p.value = variable{}
			}
			return
		}
		p.skipLines()
	}
}

// settle forgets the directory where a change of it may have failed.
func (p *parser) settle() {
	if p.moved {
		p.dir, p.dirKnown, p.moved = "", false, false
	}
}

// markPiped gives the commands in front of a | their context, at depth n.
func (p *parser) markPiped(first, n int) {
	for i := first; i < len(p.out.Commands); i++ {
		c := &p.out.Commands[i]
		if len(c.Context) < n || !p.spend(len(c.Context), p.place, "", c.Pos) {
			continue
		}
		c.Context = append(append(append([]string{}, c.Context[:n]...), "pipe"), c.Context[n:]...)
	}
}

// continuesBelow reports whether the next line begins with a single | , and
// goes there.
func (p *parser) continuesBelow() bool {
	if !p.newline() {
		return false
	}
	from := p.at
	p.skipLines()
	if p.peek(0) == '|' && p.peek(1) != '|' {
		return true
	}
	p.at = from
	return false
}

// element reads one part of a pipeline: an expression or a command.
func (p *parser) element() {
	fed := p.value
	p.value = variable{}
	c := p.peek(0)
	switch {
	case p.eof():
	case c == '&':
		p.at++
		p.skipBlanks()
		p.command(fed)
	case c == '.' && p.dotSources():
		p.at++
		p.skipBlanks()
		p.command(fed)
	case p.startsExpression():
		p.expression()
	default:
		p.command(fed)
	}
}

// dotSources reports whether the dot at the reader is the operator.
func (p *parser) dotSources() bool {
	p.at++
	defer func() { p.at-- }()
	kind, _ := p.quote()
	return p.blank() > 0 || kind != 0 || strings.IndexByte("$({&", p.peek(0)) >= 0 && !p.eof()
}

// startsExpression reports whether a statement that begins here is an
// expression: it begins with a variable, a string, a bracket, an operator or a
// number.
func (p *parser) startsExpression() bool {
	if kind, _ := p.quote(); kind != 0 || p.dash() > 0 {
		return true
	}
	c := p.peek(0)
	if strings.IndexByte("$@([{!+,", c) >= 0 {
		return true
	}
	return c >= '0' && c <= '9' && p.isNumber()
}

func (p *parser) isNumber() bool {
	n := p.at
	for n < len(p.text) && (isWord(p.text[n]) || p.text[n] == '.') {
		n++
	}
	if n < len(p.text) && strings.IndexByte(" \t\r\n;|)}],.+*/%-", p.text[n]) < 0 {
		return false
	}
	digits := strings.TrimRight(strings.ToLower(p.text[p.at:n]), "kmgtpbldunsy")
	if hex, ok := strings.CutPrefix(strings.ToLower(p.text[p.at:n]), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdefl") == ""
	}
	return strings.Trim(digits, "0123456789.e") == ""
}
