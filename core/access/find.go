package access

import "github.com/tempahq/tempa/core/command"

// picked is the pattern that the names of what find acts on match, empty when
// it is not told by one test that all of it passes: the tests in front of the
// first action count, and without "or" and "not" every one does.
func picked(c *command.Command) (pattern string) {
	if c.Program != "find" && c.Program != "gfind" {
		return ""
	}
	acts := false
	for i := range c.Args {
		switch c.Args[i].Value {
		case "-o", "-or", ",", "!", "-not", "(", ")":
			return ""
		case "-delete", "-exec", "-execdir", "-ok", "-okdir":
			acts = true
		case "-name", "-iname":
			if i+1 < len(c.Args) && !acts && pattern == "" {
				if w := &c.Args[i+1]; !w.Dynamic && !w.Glob {
					pattern = w.Value
				}
			}
		}
	}
	return pattern
}
