package access

import "github.com/tempahq/tempa/core/command"

// picked are the patterns, with slashes between them, one of which the names of
// all that find acts on match; empty when that is not told by one test that all
// of it passes. Such a test stands in front of the first action, where no "or"
// lets something else through: -name x, or ( -name x -o -name y ).
func picked(c *command.Command) (patterns string) {
	if c.Program != "find" && c.Program != "gfind" {
		return ""
	}
	acts := false
	for i := 0; i < len(c.Args); i++ {
		switch c.Args[i].Value {
		case "-o", "-or", ",", ")":
			return ""
		case "!", "-not":
			i++ // what is not picked says nothing
			if i < len(c.Args) && c.Args[i].Value == "(" {
				return ""
			}
		case "-delete", "-exec", "-execdir", "-ok", "-okdir":
			acts = true
		case "(":
			group, size := nameGroup(c.Args[i+1:])
			if size == 0 {
				return ""
			}
			i += size
			if !acts && patterns == "" {
				patterns = group
			}
		case "-name", "-iname":
			if !acts && patterns == "" {
				patterns = namePattern(c.Args[i:])
			}
		}
	}
	return patterns
}

// nameGroup reads names with "or" between them up to the closing bracket; size
// counts the words, 0 when something else stands there.
func nameGroup(args []command.Word) (patterns string, size int) {
	for i := 0; ; i += 3 {
		one := namePattern(args[min(i, len(args)):])
		if one == "" || i+2 >= len(args) {
			return "", 0
		}
		patterns += "/" + one
		switch args[i+2].Value {
		case ")":
			return patterns[1:], i + 3
		case "-o", "-or":
		default:
			return "", 0
		}
	}
}

// namePattern is the value of -name or -iname, empty when it is not known.
func namePattern(args []command.Word) string {
	if len(args) < 2 || args[0].Value != "-name" && args[0].Value != "-iname" || args[1].Dynamic || args[1].Glob {
		return ""
	}
	return args[1].Value
}
