package pathscope

import "strings"

// Abs makes a path absolute: ~ is the home directory, a relative path starts
// at dir, which itself may be relative to the session's (empty is the
// session's). Nothing is cleaned: a .. behind a link means another place than
// it seems. It is false for a path that only a running shell can tell: a
// variable, a substitution, a brace pattern, another user's home.
func (s *Scope) Abs(p, dir string) (string, bool) {
	if unknowable(p, s.Windows) {
		return p, false
	}
	p = strings.TrimPrefix(p, "file://")
	if s.Windows {
		p = slashes(p)
	}
	if p, ok := s.tilde(p); !ok || s.isAbs(p) {
		return p, ok
	} else if base, ok := s.base(dir); ok {
		return s.join(base, p), true
	}
	return p, false
}

// base is where a relative path starts.
func (s *Scope) base(dir string) (string, bool) {
	switch {
	case dir == "" || dir == s.Dir:
		return s.Dir, s.Dir != "" && s.isAbs(s.Dir)
	case unknowable(dir, s.Windows):
		return "", false
	}
	if s.Windows {
		dir = slashes(dir)
	}
	dir, ok := s.tilde(dir)
	switch {
	case !ok:
		return "", false
	case s.isAbs(dir):
		return dir, true
	}
	return s.join(s.Dir, dir), s.Dir != "" && s.isAbs(s.Dir)
}

// join appends a relative path without cleaning it.
func (s *Scope) join(base, p string) string {
	if s.Windows && (strings.HasPrefix(p, "/") || len(p) > 1 && p[1] == ':') {
		return p // relative to a drive, not to a directory
	}
	if p = strings.TrimPrefix(p, "./"); p == "" {
		return base
	}
	return strings.TrimSuffix(base, "/") + "/" + p
}

// tilde expands ~ and ~/x, and ~+ as the directory. Other users' homes are not
// known.
func (s *Scope) tilde(p string) (string, bool) {
	if !strings.HasPrefix(p, "~") {
		return p, true
	}
	head, rest, slash := strings.Cut(p, "/")
	home := ""
	switch head {
	case "~":
		home = s.Home
	case "~+":
		home = s.Dir
	}
	if home == "" {
		return p, false
	}
	if slash {
		return strings.TrimSuffix(home, "/") + "/" + rest, true
	}
	return home, true
}

// Rooted reports whether a path does not depend on a directory.
func (s *Scope) Rooted(p string) bool { return s.isAbs(p) || strings.HasPrefix(p, "~") }

// isAbs reports whether a path names its place by itself.
func (s *Scope) isAbs(p string) bool {
	if !s.Windows {
		return strings.HasPrefix(p, "/")
	}
	p = slashes(p)
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && p[2] == '/' && letter(p[0])
}

// unknowable reports whether a path holds something that only a running shell
// can replace. A control character is no part of any path worth guessing at.
func unknowable(p string, windows bool) bool {
	if len(p) > maxPath {
		return true
	}
	brace, percent := strings.LastIndexByte(p, '}'), strings.LastIndexByte(p, '%')
	for i := range len(p) {
		switch c := p[i]; {
		case c == '$' || c == '`' || c < ' ' || c == 0x7f:
			return true
		case c == '{' && i < brace, c == '%' && windows && i < percent:
			return true
		}
	}
	return false
}

// maxPath bounds a path; no system takes a longer one.
const maxPath = 32 << 10

// Static cuts a glob into the folder that all its matches lie in, ending in a
// slash or empty, and the rest from the name with the first wildcard on.
// Escaped wildcards are plain characters of the folder.
func (s *Scope) Static(pattern string) (head, rest string) {
	if s.Windows {
		pattern = slashes(pattern)
	}
	slash := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '/':
			slash = i + 1
		case c == '*', c == '?', c == '[', extglob(pattern[i:]):
			return unescape(pattern[:slash]), pattern[slash:]
		}
	}
	return unescape(pattern), ""
}

// extglob reports whether an extended pattern such as @(a|b) starts here.
func extglob(p string) bool {
	return len(p) > 1 && p[1] == '(' && strings.IndexByte("+@!", p[0]) >= 0
}

func unescape(p string) string {
	if strings.IndexByte(p, '\\') < 0 {
		return p
	}
	var out strings.Builder
	for i := 0; i < len(p); i++ {
		if p[i] == '\\' && i+1 < len(p) {
			i++
		}
		out.WriteByte(p[i])
	}
	return out.String()
}

// mayClimb reports whether what follows the folder of a glob can lead out of
// it again: a .. on its own or put together from alternatives, or a group that
// reaches over a slash.
func mayClimb(rest string) bool {
	if rest == "" {
		return false
	}
	depth, start := 0, 0
	for i := 0; i <= len(rest); i++ {
		if i == len(rest) || rest[i] == '/' {
			if depth != 0 || climbs(rest[start:i]) {
				return true
			}
			start = i + 1
			continue
		}
		switch rest[i] {
		case '{', '(':
			depth++
		case '}', ')':
			depth--
		}
	}
	return false
}

// climbs reports whether a name of a glob can be expanded to "..": outside its
// groups it has nothing but dots.
func climbs(name string) bool {
	dots, depth := 0, 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '{', c == '(':
			depth++
		case c == '}', c == ')':
			depth--
		case c == '.':
			dots++
		case depth == 0 && c != '\\' && !(i+1 < len(name) && name[i+1] == '('):
			return false
		}
	}
	return dots >= 2
}
