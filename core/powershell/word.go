package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// mode is where a bare word stands.
type mode byte

const (
	program  mode = iota
	argument      // ends at a comma as well
	key           // of a table: ends at = as well
)

// word reads one word of a command. Blocks and groups in it are analysed.
func (p *parser) word(m mode) command.Word {
	from := p.at
	w := p.wholeWord(m)
	if w.Value == "" && !w.Dynamic && p.at == from {
		w = p.bareWord(m)
	}
	w.Typed = p.text[from:p.at]
	if strings.ContainsAny(w.Value, "*?[") && m == argument {
		w.Glob, w.Pattern = true, w.Value
	}
	return w
}

// wholeWord reads a word that a quote, bracket or block makes; an empty word
// without progress when none stands here.
func (p *parser) wholeWord(m mode) command.Word {
	from := p.at
	kind, _ := p.quote()
	var v variable
	switch c := p.peek(0); {
	case kind != 0:
		value, dynamic := p.quoted()
		end := p.at
		if p.members("", &v); p.at > end {
			return unknownWord("")
		}
		return command.Word{Value: value, Dynamic: dynamic}
	case c == '@' && p.peek(1) != 0 && (isWord(p.peek(1)) || strings.IndexByte("({\"'", p.peek(1)) >= 0):
		v = p.atSign()
	case c == '(':
		p.at++
		p.group(')')
		v = p.value
	case c == '{':
		p.block("script block")
		return command.Word{Value: p.text[from:p.at]}
	default:
		return command.Word{}
	}
	if p.members("", &v); v.kind == constant {
		return command.Word{Value: v.value}
	}
	return unknownWord("")
}

// bareWord reads characters up to a blank or a separator.
func (p *parser) bareWord(m mode) command.Word {
	var b strings.Builder
	w := command.Word{}
	if n := p.dash(); n > 1 && isWord(p.peek(n)) {
		p.at += n
		b.WriteByte('-')
	}
	for !p.endsWord(m) {
		kind, _ := p.quote()
		switch c := p.peek(0); {
		case kind != 0:
			value, dynamic := p.quoted()
			w.Dynamic = w.Dynamic || dynamic
			b.WriteString(value)
		case c == '`':
			p.escapeInto(&b, &w)
		case c == '$' && p.startsVariable():
			p.variableInto(&b, &w, true)
		default:
			b.WriteByte(c)
			p.at++
		}
		if b.Len() > maxText {
			w.Dynamic = true
			b.Reset()
			b.WriteString(command.Unknown)
		}
	}
	w.Value = b.String()
	return w
}

// endsWord reports whether a bare word ends here.
func (p *parser) endsWord(m mode) bool {
	c := p.peek(0)
	switch {
	case p.eof() || p.newline() || p.blank() > 0:
		return true
	case strings.IndexByte("|&;(){}<>", c) >= 0:
		return true
	case c == '`':
		return p.peek(1) == '\n' || p.peek(1) == '\r' || p.at+1 == len(p.text)
	case c == ',':
		return m == argument
	case c == '=':
		return m == key
	}
	return false
}

// startsVariable reports whether $ is more than itself.
func (p *parser) startsVariable() bool {
	c := p.peek(1)
	return isWord(c) || c == '{' || c == '(' || c == '?' || c == '$' || c == '^'
}

// variableInto appends the value of what begins with $. Members belong to it
// in a bare word, not in a string.
func (p *parser) variableInto(b *strings.Builder, w *command.Word, members bool) {
	var target string
	v := p.dollar(&target)
	end := p.at
	if members {
		p.members("", &v)
	}
	if v.kind == constant && p.at == end {
		b.WriteString(v.value)
		return
	}
	b.WriteString(command.Unknown)
	w.Dynamic = true
}

// escapeInto appends what a backtick stands for.
func (p *parser) escapeInto(b *strings.Builder, w *command.Word) {
	s := p.escape()
	b.WriteString(s)
	w.Dynamic = w.Dynamic || s == command.Unknown
}

// escape reads a backtick and what it escapes.
func (p *parser) escape() string {
	p.at++
	c := p.peek(0)
	if p.eof() {
		return ""
	}
	p.at++
	switch c {
	case '0', 'e', 'u':
		return command.Unknown // NUL; escape and code point in PowerShell 7, the letter in 5.1
	case 'a':
		return "\a"
	case 'b':
		return "\b"
	case 'f':
		return "\f"
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case 'v':
		return "\v"
	}
	return string(c)
}

// quoted reads a string.
func (p *parser) quoted() (value string, dynamic bool) {
	kind, size := p.quote()
	from := p.at
	p.at += size
	var b strings.Builder
	w := command.Word{}
	for !p.eof() {
		k, n := p.quote()
		switch c := p.peek(0); {
		case k == kind:
			p.at += n
			again, n2 := p.quote()
			if again != kind {
				return b.String(), w.Dynamic
			}
			b.WriteByte(kind)
			p.at += n2
		case kind == '"' && c == '`':
			if p.peek(1) == '\n' {
				p.at += 2
				continue
			}
			p.escapeInto(&b, &w)
		case kind == '"' && c == '$' && p.startsVariable():
			p.variableInto(&b, &w, false)
		default:
			b.WriteByte(c)
			p.at++
		}
		if b.Len() > maxText {
			break
		}
	}
	p.fail("a string without an end", from)
	return command.Unknown, true
}

// hereString reads the rest of @"…"@ or @'…'@.
func (p *parser) hereString(kind byte, size int) (value string, dynamic bool) {
	from := p.at - 1
	p.at += size
	for p.blank() > 0 {
		p.at += p.blank()
	}
	if p.peek(0) == '\r' {
		p.at++
	}
	if p.peek(0) != '\n' {
		p.fail("a here-string that begins on the line of its mark", from)
		return command.Unknown, true
	}
	p.at++
	var b strings.Builder
	w := command.Word{}
	for !p.eof() {
		if k, n := p.quote(); k == kind && p.peek(n) == '@' && p.peek(-1) == '\n' {
			p.at += n + 1
			return strings.TrimSuffix(strings.TrimSuffix(b.String(), "\n"), "\r"), w.Dynamic
		}
		switch c := p.peek(0); {
		case kind == '"' && c == '`':
			p.escapeInto(&b, &w)
		case kind == '"' && c == '$' && p.startsVariable():
			p.variableInto(&b, &w, false)
		default:
			b.WriteByte(c)
			p.at++
		}
		if b.Len() > maxText {
			break
		}
	}
	p.fail("a here-string without an end", from)
	return command.Unknown, true
}

// redirection reads >, >>, 2>, *>, 2>&1 and their targets.
func (p *parser) redirection() ([]command.Redir, bool) {
	n := 0
	if c := p.peek(0); (c >= '1' && c <= '6' || c == '*') && p.peek(1) == '>' {
		n = 1
	}
	c := p.peek(n)
	if c != '>' && c != '<' || c == '<' && p.peek(n+1) == '#' {
		return nil, false
	}
	op := string(c)
	p.at += n + 1
	if p.peek(0) == '>' {
		op = ">>"
		p.at++
	}
	if p.peek(0) == '&' {
		p.at++
		p.name("")
		return nil, true
	}
	for p.blank() > 0 {
		p.at += p.blank()
	}
	target := p.word(argument)
	if target.Typed == "" || strings.EqualFold(target.Typed, "$null") {
		return nil, true
	}
	target.Value = strings.ReplaceAll(target.Value, `\`, "/") // both separate names
	return []command.Redir{{Op: op, Target: target, Write: c == '>'}}, true
}
