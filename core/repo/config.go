package repo

import "strings"

// origin returns the first url of [remote "origin"] in a git configuration,
// which is the one git fetches from. Includes are not followed.
func origin(config []byte) string {
	text := strings.TrimPrefix(string(config), "\uFEFF")
	inOrigin := false
	for text != "" {
		var line string
		line, text = logicalLine(text)
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			var rest string
			inOrigin, rest = header(line)
			line = strings.TrimSpace(rest)
		}
		if !inOrigin {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if ok && strings.EqualFold(strings.TrimSpace(name), "url") {
			return unquote(value)
		}
	}
	return ""
}

// logicalLine cuts the first line off text; a backslash at its end joins the
// next one, as git does.
func logicalLine(text string) (line, rest string) {
	var joined strings.Builder
	for {
		end := strings.IndexByte(text, '\n')
		if end < 0 {
			return joined.String() + strings.TrimSuffix(text, "\r"), ""
		}
		part := strings.TrimSuffix(text[:end], "\r")
		text = text[end+1:]
		slashes := len(part) - len(strings.TrimRight(part, `\`))
		if slashes%2 == 0 {
			return joined.String() + part, text
		}
		joined.WriteString(part[:len(part)-1])
	}
}

// header reports whether a section line is [remote "origin"], and returns what
// stands behind it on the line. The section is compared without case, the
// subsection with it.
func header(line string) (isOrigin bool, rest string) {
	quoted := false
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted:
			return isRemoteOrigin(line[1:i]), line[i+1:]
		}
	}
	return false, ""
}

func isRemoteOrigin(section string) bool {
	name, sub, ok := strings.Cut(section, `"`)
	if !ok {
		return strings.EqualFold(section, "remote.origin") // the old spelling
	}
	return strings.EqualFold(strings.TrimSpace(name), "remote") && strings.TrimSpace(sub) == `origin"`
}

// unquote reads a value: quotes and backslashes taken away, a comment cut.
func unquote(value string) string {
	value = strings.TrimSpace(value)
	var out strings.Builder
	quoted := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			i++
			out.WriteByte(value[i])
		case c == '"':
			quoted = !quoted
		case (c == '#' || c == ';') && !quoted:
			return strings.TrimSpace(out.String())
		default:
			out.WriteByte(c)
		}
	}
	return strings.TrimSpace(out.String())
}
