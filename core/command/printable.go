package command

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxShown bounds the source text shown to people.
const maxShown = 80

// printable is a text for people: control characters and what cannot be seen
// are escaped, and it is cut.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		shown := escaped(r, s[i:i+n])
		if b.Len()+len(shown) > maxShown-len("…") {
			b.WriteString("…")
			break
		}
		b.WriteString(shown)
		i += n
	}
	return b.String()
}

func escaped(r rune, s string) string {
	switch {
	case s == Unknown:
		return "…"
	case r == utf8.RuneError && len(s) == 1:
		return `\x` + strconv.FormatUint(uint64(s[0])|0x100, 16)[1:]
	case strconv.IsPrint(r):
		return s
	}
	q := strconv.QuoteRuneToASCII(r)
	return q[1 : len(q)-1]
}

// deceptive reports whether a program name holds a character that cannot be
// seen or that looks like a blank.
func deceptive(name string) bool {
	for i, r := range name {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(name[i:]); n <= 1 {
				return true
			}
		}
		if r != ' ' && !strconv.IsPrint(r) && string(r) != Unknown || r > unicode.MaxASCII && unicode.In(r, unicode.Mn, unicode.Me) {
			return true
		}
	}
	return false
}
