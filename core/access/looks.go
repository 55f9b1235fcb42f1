package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// looksLikePath is the rule for words whose meaning is not known: it begins
// like a path (/x ~ . .. ./x C:\x), or it holds a slash or a backslash and no
// blank. A URL, an option, several lines, and a word that is unknown as a
// whole are not paths.
func looksLikePath(v string) bool {
	if v == "" || v == "-" || v == command.Unknown || strings.ContainsAny(v, "\n\r") || strings.Contains(v, "://") {
		return false
	}
	if beginsLikePath(v) {
		return true
	}
	return v[0] != '-' && strings.ContainsAny(v, `/\`) && !strings.ContainsAny(v, " \t{};|<>\"'")
}

func beginsLikePath(v string) bool {
	switch {
	case v == "~" || v == "." || v == "..":
		return true
	case isDrive(v):
		return true
	case v[0] == '/':
		return len(v) == 1 || v[1] != ' '
	case v[0] == '~':
		return strings.HasPrefix(v, "~/") || strings.HasPrefix(v, `~\`) || !strings.ContainsAny(v, " \t")
	case v[0] == '.':
		rest := strings.TrimLeft(v, ".")
		if rest == "" {
			return false // "..." is text
		}
		if len(v)-len(rest) <= 2 && (rest[0] == '/' || rest[0] == '\\') {
			return true
		}
		return len(v)-len(rest) == 1 && !strings.ContainsAny(v, " \t(|'\"")
	}
	return strings.HasPrefix(v, `\\`) || strings.HasPrefix(v, command.Unknown+"/")
}

// parts visits the paths in a word of unknown meaning: the word, what follows
// "=" or "@", and both sides of ":" (--opt=path, @file, src:dst, file:///x).
func parts(f found, visit func(found)) {
	v := f.value()
	if strings.HasPrefix(v, "-") {
		f.off += optionValue(v)
		v = f.value()
	}
	if v == "" || strings.ContainsAny(v, "\n\r") {
		return
	}
	if n := len("file://"); len(v) > n && strings.EqualFold(v[:n], "file://") {
		f.off += n
		visit(f)
		return
	}
	if strings.Contains(v, "://") {
		return
	}
	if looksLikePath(v) {
		visit(f)
	}
	if i := strings.IndexAny(v, "=@"); i >= 0 && i+1 < len(v) && (i == 0 || v[i] == '=' && isName(v[:i])) && looksLikePath(v[i+1:]) {
		rest := f
		rest.off += i + 1
		visit(rest)
	}
	if i := strings.IndexByte(v, ':'); i > 1 && !strings.ContainsAny(v, " \t") {
		left, right := f, f
		left.cut(':')
		right.off += i + 1
		if looksLikePath(left.value()) {
			visit(left)
		}
		if looksLikePath(right.value()) {
			visit(right)
		}
	}
}

// optionValue is where the value begins in --opt=value or -Xvalue; the length
// of the word when it has none.
func optionValue(v string) int {
	if i := strings.IndexByte(v, '='); i > 0 && isName(strings.TrimLeft(v[:i], "-")) {
		return i + 1
	}
	if len(v) > 2 && v[1] != '-' && (v[2] == '/' || v[2] == '~' || v[2] == '.' || isDrive(v[2:])) {
		return 2
	}
	return len(v)
}

func isRooted(v string) bool {
	return strings.HasPrefix(v, "/") || strings.HasPrefix(v, "~") || strings.HasPrefix(v, `\`) || isDrive(v)
}

// isDrive reports whether v begins with a Windows drive: C:\ or C:/.
func isDrive(v string) bool {
	return len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/') && isLetter(v[0])
}

// isSink reports whether the path is one of the devices that hold nothing.
func isSink(v string) bool {
	switch v {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/random", "/dev/urandom":
		return true
	case "NUL", "nul", "$null":
		return true
	}
	return strings.HasPrefix(v, "/dev/fd/") && isNumber(v[len("/dev/fd/"):])
}

// isLocal reports whether v is neither host:path nor a URL.
func isLocal(v string) bool { return hostPath(v) < 0 && !strings.Contains(v, "://") }

// hostPath is the position of the colon in host:path, or -1 for a local path.
func hostPath(v string) int {
	i := strings.IndexByte(v, ':')
	if i <= 0 || strings.IndexByte(v[:i], '/') >= 0 || i == 1 && strings.HasPrefix(v[2:], `\`) {
		return -1
	}
	return i
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isNumber(v string) bool {
	for i := 0; i < len(v); i++ {
		if v[i] < '0' || v[i] > '9' {
			return v == "-"
		}
	}
	return v != ""
}

// isName reports whether v could be the name of an option or a variable.
func isName(v string) bool {
	for i := 0; i < len(v); i++ {
		if !isLetter(v[i]) && (v[i] < '0' || v[i] > '9') && v[i] != '-' && v[i] != '_' && v[i] != '.' {
			return false
		}
	}
	return v != ""
}
