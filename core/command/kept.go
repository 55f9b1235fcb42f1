package command

import "strings"

// element is a word as an array or the positional parameters keep it:
// with matched in place of its wildcards, which the shell has expanded by
// then. ok is false for a word that may be several or none in another way.
func (f *field) element() (text string, ok bool) {
	switch {
	case f.vanish:
		return "", false
	case f.Glob && f.kept == "":
		return keptPattern(f.Pattern), true
	case f.Glob && strings.ContainsAny(f.kept, "*?["):
		return "", false
	}
	return keptText(f.Value, f.kept), true
}

// keptText is the value of a word as a variable keeps it, unless the word was
// changed after its expansion.
func keptText(value, kept string) string {
	if kept != "" && strings.ReplaceAll(kept, matched, Unknown) == value {
		return kept
	}
	return value
}

// keptPattern puts matched for each wildcard of a pattern, which may match
// more than the pattern does.
func keptPattern(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '\\':
			if i++; i < len(pattern) {
				b.WriteByte(pattern[i])
			}
		case '[':
			if end := strings.IndexByte(pattern[i:], ']'); end > 0 {
				b.WriteString(matched)
				i += end
			} else {
				b.WriteByte(c)
			}
		case '*', '?':
			b.WriteString(matched)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// open reports whether a list has more elements than it shows: a wildcard
// stands for several.
func open(list []string) bool {
	for _, s := range list {
		if strings.Contains(s, matched) {
			return true
		}
	}
	return false
}

// openElement is an element of such a list: certain only where all in front
// of it is, or where one pattern is all there is.
func openElement(list []string, i int) value {
	switch {
	case len(list) == 1:
		return value{text: list[0]}
	case i >= 0 && i < len(list) && !open(list[:i]):
		return value{text: list[i]}
	}
	return value{text: Unknown}
}
