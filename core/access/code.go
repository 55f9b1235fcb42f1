package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
)

// The bounds of one piece of code: paths that are taken from it, quotes that
// are looked at.
const (
	maxCodePaths = 64
	maxQuotes    = 500
)

// code notes the string constants of inline code that are paths from the root
// or the home directory: what the code does with them is not known, but it can
// read them.
func (l *list) code(c *command.Command) {
	switch c.Inline {
	case "", "awk", "sed", "sql", "powershell", "cmd", "shell":
		return // these name their files by redirections, or not at all
	}
	home := namesHome(c.Code)
	for rest, n, found := c.Code, 0, 0; n < maxQuotes && found < maxCodePaths; n++ {
		from := strings.IndexAny(rest, "\"'`")
		if from < 0 {
			return
		}
		quote := rest[from]
		rest = rest[from+1:]
		end := strings.IndexByte(rest, quote)
		if end < 0 {
			continue
		}
		text := rest[:end]
		if !isPlainPath(text) {
			continue // the quote may close a text: look at the next one
		}
		l.paths = append(l.paths, Path{Path: event.Path{Path: text, Access: event.AccessRead}, DirKnown: true})
		if home && text[0] == '/' {
			l.paths = append(l.paths, Path{Path: event.Path{Path: "~" + text, Access: event.AccessRead}, DirKnown: true})
		}
		rest, found = rest[end+1:], found+1
	}
}

// namesHome reports whether code asks for the home directory, to put a path
// behind it.
func namesHome(code string) bool {
	for _, name := range [...]string{"HOME", "homedir", "home()", "Dir.home", "expanduser"} {
		if strings.Contains(code, name) {
			return true
		}
	}
	return false
}

// isPlainPath reports whether a text is a path of at least two names and
// nothing else.
func isPlainPath(s string) bool {
	s = strings.TrimPrefix(s, "~")
	if len(s) < 4 || s[0] != '/' || s[1] == '/' || strings.IndexByte(s[1:], '/') < 0 {
		return false
	}
	return !strings.ContainsAny(s, " \t\r\n\x00\\^$*+?()[]{}|<>;,=&%#@!\"'`:")
}
