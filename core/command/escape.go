package command

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ansiC decodes the text of $'…'.
func ansiC(s string) string { return unescape(s, true) }

// echoEscapes decodes what echo -e and printf %b decode; stop reports a \c,
// which ends the output.
func echoEscapes(s string) (text string, stop bool) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if s[i+1] == 'c' {
			return unescape(s[:i], false), true
		}
		i++
	}
	return unescape(s, false), false
}

// unescape decodes backslash escapes; in $'…' also \cX and \nnn without a
// leading zero, and \' for a quote.
func unescape(s string, ansi bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		n, keep := escapeAt(&b, s[i+1:], ansi)
		if !keep {
			return b.String()
		}
		i += 1 + n
	}
	return b.String()
}

// escapeAt decodes the escape whose backslash stands before s and returns how
// many bytes of s it takes; !keep says that a NUL ends the string, as in bash.
func escapeAt(b *strings.Builder, s string, ansi bool) (n int, keep bool) {
	if i := strings.IndexByte(`abtnvfre E"?\'`, s[0]); i >= 0 && s[0] != ' ' {
		c := "\a\b\t\n\v\f\r\x1b \x1b\"?\\'"[i]
		if !ansi && strings.IndexByte(`"?'`, s[0]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
		return 1, true
	}
	switch c := s[0]; {
	case c == 'x' && ansi && len(s) > 1 && s[1] == '{':
		return bracedHex(b, s)
	case c == 'x':
		return hexEscape(b, s, 2)
	case c == 'u':
		return hexEscape(b, s, 4)
	case c == 'U':
		return hexEscape(b, s, 8)
	case c == 'c' && ansi && len(s) > 1:
		b.WriteByte(control(s[1]))
		return 2, true
	case c >= '0' && c <= '7':
		return octalEscape(b, s, ansi)
	}
	b.WriteByte('\\')
	b.WriteByte(s[0])
	return 1, true
}

func control(c byte) byte {
	if c == '?' {
		return 0x7f
	}
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c & 0x1f
}

func hexEscape(b *strings.Builder, s string, width int) (int, bool) {
	n := 1
	for n < len(s) && n <= width && strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0 {
		n++
	}
	if n == 1 {
		b.WriteByte('\\')
		b.WriteByte(s[0])
		return 1, true
	}
	v, _ := strconv.ParseUint(s[1:n], 16, 32)
	return n, writeCode(b, uint32(v), width > 2)
}

// bracedHex is \x{…}, of which bash keeps the last byte.
func bracedHex(b *strings.Builder, s string) (int, bool) {
	digits := 2
	for digits < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[digits]) >= 0 {
		digits++
	}
	v, err := strconv.ParseUint(s[max(2, digits-2):digits], 16, 8)
	if err != nil {
		b.WriteString(`\x`)
		return 1, true
	}
	if digits < len(s) && s[digits] == '}' {
		digits++
	}
	return digits, writeCode(b, uint32(v), false)
}

func octalEscape(b *strings.Builder, s string, ansi bool) (int, bool) {
	width := 3
	if s[0] == '0' && !ansi {
		width = 4
	}
	n := 0
	for n < len(s) && n < width && s[n] >= '0' && s[n] <= '7' {
		n++
	}
	v, _ := strconv.ParseUint(s[:n], 8, 32)
	return n, writeCode(b, uint32(v)&0xff, false)
}

func writeCode(b *strings.Builder, v uint32, wide bool) bool {
	switch {
	case v == 0:
		return false
	case wide && v <= utf8.MaxRune:
		b.WriteRune(rune(v))
	case wide:
		b.WriteString("\ufffd")
	default:
		b.WriteByte(byte(v))
	}
	return true
}
