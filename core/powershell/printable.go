package powershell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxShown bounds the source text shown to people.
const maxShown = 80

// printable is a text for people: cut, and what cannot be seen escaped.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		shown := string(r)
		if r == 0 {
			shown = "…"
		} else if r == utf8.RuneError || r != ' ' && !strconv.IsPrint(r) {
			shown = fmt.Sprintf("\\u%04x", r)
		}
		if b.Len()+len(shown) > maxShown-len("…") {
			b.WriteString("…")
			break
		}
		b.WriteString(shown)
	}
	return b.String()
}

// isClear reports whether a program name holds nothing but visible ASCII.
func isClear(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] < ' ' || name[i] >= 0x7f {
			return false
		}
	}
	return true
}
