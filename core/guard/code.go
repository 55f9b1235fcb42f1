package guard

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
)

// Code judges the code that a line gives to an interpreter (python -c, node
// -e): it is not parsed, but it cannot name Tempa's own folder, and where it
// names a hook file and writes, a person looks at it. In awk the name may be a
// pattern, so it asks.
func (g *Guard) Code(a *command.Analysis) decision.Decision {
	var d decision.Decision
	for i := range a.Commands {
		c := &a.Commands[i]
		if c.Inline == "" || c.Code == "" || c.Remote {
			continue
		}
		d = decision.Strictest(d, g.code(c))
	}
	return d
}

func (g *Guard) code(c *command.Command) decision.Decision {
	code := strings.ReplaceAll(c.Code, `\\`, "/")
	for _, dir := range g.State {
		if !namesPath(code, dir) {
			continue
		}
		if c.Inline == "awk" {
			return askCode("Tempa's own folder", c.Inline)
		}
		return denyCode(c.Inline)
	}
	if !writes(code) {
		return decision.Decision{}
	}
	for _, t := range g.hookFiles() {
		if namesPath(code, t.Path) {
			return askCode(t.What, c.Inline)
		}
	}
	return decision.Decision{}
}

// namesPath reports whether code names a path: in full, or from its last
// hidden name on (.tempa, .claude/settings.json), as a whole name each time.
func namesPath(code, path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	if mentions(code, path) {
		return true
	}
	names := strings.Split(path, "/")
	for i := len(names) - 1; i >= 0; i-- {
		if strings.HasPrefix(names[i], ".") {
			return mentions(code, strings.Join(names[i:], "/"))
		}
	}
	return false
}

// mentions finds a name that does not go on at either end.
func mentions(code, name string) bool {
	for from := 0; name != ""; {
		i := strings.Index(code[from:], name)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(name)
		if (i == 0 || !nameByte(code[i-1])) && (end == len(code) || !nameByte(code[end])) {
			return true
		}
		from = i + 1
	}
	return false
}

func nameByte(c byte) bool {
	return c == '_' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// writing is what code says when it changes files, in any of the languages.
var writing = [...]string{
	"write", "Write", "dump", "unlink", "remove", "rename", "rmtree", "rmdir", "rmSync", "replace(", "truncate", "chmod",
	"copy", "move", "symlink", "system", "spawn", "exec", "subprocess", "popen", "delete",
	"'w", `"w`, "'a'", `"a"`, "'>", `">`, "'+", "r+",
}

func writes(code string) bool {
	for _, w := range writing {
		if strings.Contains(code, w) {
			return true
		}
	}
	return false
}
