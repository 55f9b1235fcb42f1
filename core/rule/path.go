package rule

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
)

// parsePath reads the pattern of a rule about files. Read covers every way to
// read, Edit and Write every way to change; Glob and Grep only the tool of
// that name.
func (r *Row) parsePath(name, pattern string) error {
	if err := checkPath(pattern); err != nil {
		return err
	}
	if pattern == "*" {
		r.Tool = &Tool{Name: name}
		return nil
	}
	p := &Path{Pattern: pattern}
	switch name {
	case "Read", "NotebookRead":
		p.Access = []event.Access{event.AccessList, event.AccessRead}
	case "Glob", "Grep", "LS":
		p.Tools = []string{name}
	default:
		p.Access = []event.Access{event.AccessWrite, event.AccessDelete}
	}
	r.Path = p
	return nil
}

// checkPath refuses what would silently never match.
func checkPath(p string) error {
	switch {
	case strings.TrimSpace(p) != p:
		return fmt.Errorf("the path begins or ends with a blank; remove it")
	case strings.HasPrefix(p, "domain:"):
		return fmt.Errorf("a domain belongs to WebFetch; write WebFetch(%s)", p)
	case strings.HasPrefix(p, "!"):
		return fmt.Errorf("a rule cannot exclude with !; write an exception in the policy instead")
	case strings.ContainsRune(p, '$'), strings.ContainsRune(p, '%') && strings.Count(p, "%") > 1:
		return fmt.Errorf("variables are not expanded in rules; write ~/ for the home directory, or the path itself")
	case strings.ContainsRune(p, '\\'):
		return fmt.Errorf("a rule separates directories with /; write C:\\x as //c/x")
	case len(p) > 1 && p[1] == ':':
		return fmt.Errorf("a drive is written as a directory; write //%c/…", p[0]|0x20)
	case strings.ContainsAny(p, "{}"):
		return fmt.Errorf("braces are not expanded; write one rule for each name")
	case strings.HasPrefix(p, "~") && p != "~" && !strings.HasPrefix(p, "~/"):
		return fmt.Errorf("~user is not known; write ~/ for the own home directory, or //home/user/…")
	case p == "/":
		return fmt.Errorf("/ names nothing below it; write //** for the whole file system or ./** for the repository")
	case p == "//", strings.HasPrefix(p, "///"):
		return fmt.Errorf("// needs a path behind it; write //etc/** for /etc")
	}
	return checkComponents(strings.TrimPrefix(p, "/"))
}

func checkComponents(p string) error {
	p = strings.TrimSuffix(strings.TrimPrefix(p, "/"), "/")
	for _, c := range strings.Split(p, "/") {
		switch {
		case c == "":
			return fmt.Errorf("two slashes stand together inside the path; write one, or // only in front for an absolute path")
		case c == "..":
			return fmt.Errorf(".. cannot stand in a rule; write the path from the root with // or from the home with ~/")
		case strings.Contains(c, "**") && c != "**":
			return fmt.Errorf("** stands alone between slashes; write * inside a name")
		case !balanced(c):
			return fmt.Errorf("the [ in %q is never closed; write [[] for the character itself", c)
		}
	}
	return nil
}

// balanced reports whether every [ of a component opens a complete class.
func balanced(c string) bool {
	for {
		open := strings.IndexByte(c, '[')
		if open < 0 {
			return true
		}
		c = c[open+1:]
		c = strings.TrimLeft(c, "!^")
		if c == "" {
			return false
		}
		end := strings.IndexByte(c[1:], ']') // a ] in the first place is itself
		if end < 0 {
			return false
		}
		c = c[end+2:]
	}
}
