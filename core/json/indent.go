package json

// MarshalIndent is Marshal for people: see Indent.
func MarshalIndent(v any) ([]byte, error) {
	text, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return layOut(nil, text, true), nil
}

// Indent lays JSON out in lines, indented by two blanks a level. Texts and
// numbers stay as they are spelled.
func Indent(text []byte) ([]byte, error) {
	if !Valid(text) {
		return nil, errSyntax
	}
	return layOut(nil, text, true), nil
}

// layOut writes valid JSON anew: in lines, or without any white space.
func layOut(out, text []byte, lines bool) []byte {
	depth := 0
	opened := false // the byte before opened an object or a list
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		case '}', ']':
			if depth--; !opened {
				out = newline(out, depth, lines)
			}
		default:
			if opened {
				out = newline(out, depth, lines)
			}
		}
		out = append(out, c)
		if opened = c == '{' || c == '['; opened {
			depth++
		}
		switch {
		case c == '"':
			end := i + quoted(text[i:])
			out = append(out, text[i+1:end]...)
			i = end - 1
		case c == ',':
			out = newline(out, depth, lines)
		case c == ':' && lines:
			out = append(out, ' ')
		}
	}
	return out
}

func newline(out []byte, depth int, lines bool) []byte {
	if !lines {
		return out
	}
	out = append(out, '\n')
	for range depth {
		out = append(out, "  "...)
	}
	return out
}

// quoted is the length of the string that text begins with.
func quoted(text []byte) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}
