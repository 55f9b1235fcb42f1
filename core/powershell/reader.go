package powershell

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// parser reads one PowerShell text from left to right and emits commands as it
// meets them; there is no tree.
type parser struct {
	*analyser
	place
	text  string
	at    int
	depth int
	lines []int          // offsets of line starts, when needed
	moved bool           // the pipeline has changed the directory
	flow  []command.Word // paths that the element in front puts into the pipe
	value variable       // of the last statement, when it was one expression
}

func (p *parser) eof() bool { return p.at >= len(p.text) }

// peek is the byte n ahead, 0 at the end.
func (p *parser) peek(n int) byte {
	if p.at+n < len(p.text) {
		return p.text[p.at+n]
	}
	return 0
}

// pos is the place of an offset for people.
func (p *parser) pos(offset int) command.Pos {
	if p.place.pos != nil {
		return *p.place.pos
	}
	if p.lines == nil {
		p.lines = lineStarts(p.text)
	}
	return position(p.lines, offset)
}

// lineStarts are the offsets at which lines begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func position(lines []int, offset int) command.Pos {
	line, _ := slices.BinarySearch(lines, offset+1)
	return command.Pos{Offset: offset, Line: line, Col: offset - lines[line-1] + 1}
}

// fail notes that the text at offset could not be read.
func (p *parser) fail(construct string, offset int) {
	p.unresolved(construct, p.text[min(offset, len(p.text)):], p.place, p.pos(min(offset, len(p.text))))
}

// enter bounds the recursion. Past the bound the rest of the text is dropped.
func (p *parser) enter() bool {
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

func (p *parser) leave() { p.depth-- }

// PowerShell takes typographic quotes and dashes, and every Unicode blank, for
// the plain ones.

// quote is the kind of quote at the reader, ' or ", and its length in bytes.
func (p *parser) quote() (kind byte, size int) {
	switch c := p.peek(0); c {
	case '\'', '"':
		return c, 1
	case 0xe2:
		if p.peek(1) != 0x80 {
			return 0, 0
		}
		switch c := p.peek(2); {
		case c >= 0x98 && c <= 0x9b:
			return '\'', 3
		case c >= 0x9c && c <= 0x9e:
			return '"', 3
		}
	}
	return 0, 0
}

// dash is the length of the dash at the reader, 0 for none.
func (p *parser) dash() int {
	switch {
	case p.peek(0) == '-':
		return 1
	case p.peek(0) == 0xe2 && p.peek(1) == 0x80 && p.peek(2) >= 0x93 && p.peek(2) <= 0x95:
		return 3
	}
	return 0
}

// blank is the length of the blank at the reader, 0 for none; a line end is
// none.
func (p *parser) blank() int {
	switch p.peek(0) {
	case ' ', '\t', '\v', '\f':
		return 1
	case 0xc2:
		if c := p.peek(1); c == 0xa0 || c == 0x85 {
			return 2
		}
	case 0xe1:
		if p.peek(1) == 0x9a && p.peek(2) == 0x80 {
			return 3
		}
	case 0xe2:
		c, d := p.peek(1), p.peek(2)
		if c == 0x80 && (d >= 0x80 && d <= 0x8a || d == 0xa8 || d == 0xa9 || d == 0xaf) || c == 0x81 && d == 0x9f {
			return 3
		}
	case 0xe3:
		if p.peek(1) == 0x80 && p.peek(2) == 0x80 {
			return 3
		}
	}
	return 0
}

func (p *parser) newline() bool { return p.peek(0) == '\n' || p.peek(0) == '\r' }

// skipBlanks passes blanks, continued lines and <# comments #>; a # comment
// too, up to its line end.
func (p *parser) skipBlanks() {
	for !p.eof() {
		switch n := p.blank(); {
		case n > 0:
			p.at += n
		case p.peek(0) == '`' && (p.peek(1) == '\n' || p.peek(1) == '\r'):
			p.at += 2
			if p.peek(-1) == '\r' && p.peek(0) == '\n' {
				p.at++
			}
		case p.peek(0) == '<' && p.peek(1) == '#':
			p.skipComment()
		case p.peek(0) == '#':
			for !p.eof() && !p.newline() {
				p.at++
			}
		default:
			return
		}
	}
}

func (p *parser) skipComment() {
	end := strings.Index(p.text[p.at+2:], "#>")
	if end < 0 {
		p.fail("a comment without an end", p.at)
		p.at = len(p.text)
		return
	}
	p.at += 2 + end + 2
}

// skipLines passes blanks and line ends.
func (p *parser) skipLines() {
	for p.skipBlanks(); p.newline(); p.skipBlanks() {
		p.at++
	}
}

// name reads letters, digits, _ and the given further bytes.
func (p *parser) name(more string) string {
	from := p.at
	for !p.eof() && (isWord(p.peek(0)) || strings.IndexByte(more, p.peek(0)) >= 0) {
		p.at++
	}
	return p.text[from:p.at]
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
