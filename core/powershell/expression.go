package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// sum folds an expression to a constant as far as it is strings joined by +.
type sum struct {
	value   variable
	terms   int
	plus    bool // the last token was +
	spoiled bool
}

func (s *sum) term(v variable) {
	switch {
	case s.terms == 0:
		s.value = v
	case s.plus && s.value.kind == constant && v.kind == constant && len(s.value.value)+len(v.value) <= maxValue:
		s.value.value += v.value
	default:
		s.spoiled = true
	}
	s.terms++
	s.plus = false
}

func (s *sum) result() variable {
	if s.spoiled || s.terms == 0 {
		return variable{}
	}
	return s.value
}

// expression reads an expression up to the end of the statement. Commands in
// it stand in brackets, blocks, strings and behind =.
func (p *parser) expression() {
	var s sum
	var target string // the variable, when the expression is nothing else yet
	operator := true  // an operand is due: a line end does not end it
	from := p.at
	var redirs []command.Redir
	for {
		p.skipBlanks()
		if p.newline() {
			if !operator || s.terms == 0 {
				break
			}
			p.skipLines()
			continue
		}
		c := p.peek(0)
		if p.eof() || strings.IndexByte(";|)}]", c) >= 0 || c == '&' {
			break
		}
		at := p.at
		if r, ok := p.redirection(); ok {
			redirs = append(redirs, r...)
			continue
		}
		if op := p.assignment(); op != "" {
			p.assign(target, op, s.terms)
			return
		}
		if operand, v := p.operand(operator, &target); operand {
			s.term(v)
			operator = false
		} else {
			p.operator(&s)
			operator = true
		}
		if p.at == at {
			p.at++
		}
	}
	p.value = s.result()
	if len(redirs) > 0 {
		p.emit(command.Command{Program: ":", Redirs: redirs}, from)
	}
}

// operand reads a value with its members; false when an operator stands here.
func (p *parser) operand(due bool, target *string) (ok bool, v variable) {
	cast := ""
	for due && p.peek(0) == '[' {
		p.at++
		*target = ""
		cast = p.bracket()
		if p.members(cast, &v); !p.castable() {
			return true, variable{}
		}
	}
	c := p.peek(0)
	kind, _ := p.quote()
	switch {
	case kind != 0:
		text, dynamic := p.quoted()
		v = literal(text, dynamic)
	case c == '$':
		v = p.dollar(target)
	case c == '@':
		v = p.atSign()
	case c == '(':
		p.at++
		p.group(')')
		v = p.value
	case c == '{':
		p.block("script block")
		v = variable{kind: block}
	case isWord(c):
		p.name(".")
		v = variable{}
	default:
		return cast != "", variable{}
	}
	end := p.at
	if p.members("", &v); p.at > end {
		*target = ""
	}
	if cast != "" && v.kind == constant && !strings.EqualFold(cast, "string") {
		v = variable{}
	}
	return true, v
}

// castable reports whether a value follows a type.
func (p *parser) castable() bool {
	p.skipBlanks()
	kind, _ := p.quote()
	return kind != 0 || strings.IndexByte("$@([{", p.peek(0)) >= 0 && !p.eof()
}

func literal(text string, dynamic bool) variable {
	if dynamic || len(text) > maxValue {
		return variable{}
	}
	return variable{value: text, kind: constant}
}

// group reads (statements) or $(statements); p.value is its constant.
func (p *parser) group(end byte) {
	outer := p.context
	p.context = p.place.inside("substitution").context
	p.statements(end)
	p.context = outer
}

// operator passes an operator.
func (p *parser) operator(s *sum) {
	switch c := p.peek(0); {
	case c == '+' && p.peek(1) != '+':
		p.at++
		s.plus = true
		return
	case p.dash() > 0:
		p.at += p.dash()
		if p.dash() > 0 { // --
			p.at += p.dash()
			break
		}
		p.name("")
	default:
		p.at++
	}
	s.spoiled = true
}

// assignment passes an assignment operator and answers it.
func (p *parser) assignment() string {
	for _, op := range [...]string{"??=", "+=", "-=", "*=", "/=", "%=", "="} {
		if strings.HasPrefix(p.text[p.at:], op) {
			p.at += len(op)
			return op
		}
	}
	return ""
}

// assign reads the right side of an assignment.
func (p *parser) assign(target, op string, terms int) {
	p.skipLines()
	p.statement()
	v := p.value
	p.value = variable{}
	if drive, name, ok := strings.Cut(target, ":"); ok && isCode(drive) {
		p.fail("a function or alias that is made by assignment", p.at)
	} else if ok && strings.EqualFold(drive, "env") {
		p.environment(name, op, v)
	}
	if target == "" || terms != 1 {
		return
	}
	if op != "=" {
		v = variable{}
	}
	p.set(target, v)
}

// environment lists a variable that is set for the programs behind it, as a
// Bash line with that assignment would: some programs run its value.
func (p *parser) environment(name, op string, v variable) {
	for i := range len(name) {
		if !isWord(name[i]) {
			return
		}
	}
	var b strings.Builder
	b.WriteString(name + "=")
	if v.kind == constant && op == "=" {
		quoteBash(&b, v.value)
	} else {
		b.WriteString(bashUnknown)
	}
	p.bash(b.String(), p.place, p.pos(p.at))
}

// isCode reports whether the drive of a variable holds commands.
func isCode(drive string) bool {
	return strings.EqualFold(drive, "function") || strings.EqualFold(drive, "alias")
}

// dollar reads $name, ${name}, $(…); target is the name when nothing else
// follows.
func (p *parser) dollar(target *string) variable {
	if p.peek(1) == '(' {
		p.at += 2
		p.group(')')
		return p.value
	}
	name := p.variableName()
	*target = name
	return p.get(name)
}

// variableName reads the name at $.
func (p *parser) variableName() string {
	p.at++
	if p.peek(0) == '{' {
		end := strings.IndexByte(p.text[p.at:], '}')
		if end < 0 {
			p.fail("a variable without an end", p.at)
			p.at = len(p.text)
			return ""
		}
		name := p.text[p.at+1 : p.at+end]
		p.at += end + 1
		return name
	}
	if c := p.peek(0); c == '$' || c == '?' || c == '^' {
		p.at++
		return string(c)
	}
	name := p.name("")
	for p.peek(0) == ':' && isWord(p.peek(1)) && !strings.Contains(name, ":") && name != "" {
		p.at++
		name += ":" + p.name("")
	}
	return name
}

// atSign reads what begins with @: an array, a table, a here-string, a splat.
func (p *parser) atSign() variable {
	p.at++
	switch kind, size := p.quote(); {
	case p.peek(0) == '(':
		p.at++
		p.group(')')
	case p.peek(0) == '{':
		p.at++
		p.table()
	case kind != 0:
		text, dynamic := p.hereString(kind, size)
		return literal(text, dynamic)
	default:
		p.name(":")
	}
	return variable{}
}

// table reads the entries of @{key = statement}.
func (p *parser) table() {
	if !p.enter() {
		return
	}
	defer p.leave()
	for p.skipSeparators(); !p.eof(); p.skipSeparators() {
		if p.peek(0) == '}' {
			p.at++
			return
		}
		from := p.at
		if p.peek(0) == '(' {
			p.parenthesis()
		} else {
			p.word(key)
		}
		p.skipLines()
		if p.peek(0) == '=' {
			p.at++
			p.skipLines()
			p.statement()
		}
		if p.at == from {
			p.at++
		}
	}
	p.fail("a table without an end", len(p.text))
}

// bracket reads the rest of [type] or [attribute(…)] and answers its text.
// Blocks in attributes run.
func (p *parser) bracket() string {
	from := p.at
	for depth := 1; !p.eof(); {
		kind, _ := p.quote()
		switch c := p.peek(0); {
		case kind != 0:
			p.quoted()
			continue
		case c == '{':
			p.block("script block")
			continue
		case c == '[':
			depth++
		case c == ']':
			depth--
		}
		p.at++
		if depth == 0 {
			return p.text[from : p.at-1]
		}
	}
	p.fail("a bracket without an end", from)
	return ""
}

// members reads .name, ::name, [index] and calls behind a value. A call is
// unresolved unless the method is known to start nothing and change nothing.
func (p *parser) members(typeName string, v *variable) {
	for {
		from := p.at
		switch {
		case p.peek(0) == '[' && typeName == "":
			p.at++
			p.statements(']')
		case strings.HasPrefix(p.text[p.at:], "::"):
			p.at += 2
			p.member(typeName, from, v)
		case p.peek(0) == '.' && p.peek(1) != '.' && p.startsMember(1):
			p.at++
			p.member("", from, v)
		case strings.HasPrefix(p.text[p.at:], "?.") && p.startsMember(2):
			p.at += 2
			p.member("", from, v)
		case (p.peek(0) == '+' && p.peek(1) == '+' || p.peek(0) == '-' && p.peek(1) == '-') && typeName == "":
			p.at += 2
		default:
			return
		}
		*v = variable{}
		typeName = ""
	}
}

func (p *parser) startsMember(n int) bool {
	c := p.peek(n)
	return isWord(c) && (c < '0' || c > '9') || c == '$' || c == '\'' || c == '"' || c == '('
}

// member reads a name and, when it is called, the arguments.
func (p *parser) member(typeName string, from int, v *variable) {
	known := true
	name := ""
	switch kind, _ := p.quote(); {
	case kind != 0:
		var dynamic bool
		name, dynamic = p.quoted()
		known = !dynamic
	case p.peek(0) == '$' || p.peek(0) == '(':
		var target string
		if p.peek(0) == '(' {
			p.parenthesis()
		} else {
			p.dollar(&target)
		}
		known = false
	default:
		name = p.name("")
	}
	called := p.peek(0) == '(' || p.peek(0) == '{'
	if !called {
		return
	}
	harmless := known && (typeName != "" && harmlessStatic(typeName, name) || typeName == "" && harmlessMethod(name))
	if isInvoke := strings.EqualFold(name, "Invoke") && v.kind == block; !harmless && !isInvoke {
		p.unresolved("a call of "+printable(describe(typeName, name)), p.text[from:], p.place, p.pos(from))
	}
	if p.peek(0) == '{' {
		p.block("script block")
		return
	}
	p.at++
	p.statements(')')
}

func describe(typeName, name string) string {
	switch {
	case typeName != "":
		return "[" + typeName + "]::" + name
	case name != "":
		return "." + name
	}
	return "a method that is not known"
}
