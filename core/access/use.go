package access

import (
	"slices"

	"github.com/tempahq/tempa/core/command"
)

// Use is what one command touches.
type Use struct {
	// Paths are what it reads, lists, writes and deletes: operands, option values
	// and redirections. A file that is both read and written, or may be either,
	// is listed twice. The program's own file is not listed.
	Paths []Path
	Hosts []Host // see Hosts
}

// Uses tells for every command of a line what it touches, so that all who
// judge the line read its words once.
func Uses(commands []command.Command) []Use {
	uses := make([]Use, len(commands))
	var r reader
	for i := range commands {
		uses[i] = r.use(&commands[i])
	}
	return uses
}

// reader reads one command after the other in the same memory.
type reader struct {
	scan  scan
	paths []Path
}

func (r *reader) use(c *command.Command) (u Use) {
	_, known := lookup(c.Program, "")
	if !known && len(c.Redirs) == 0 && c.Inline == "" && !anyPathSign(c.Args) {
		return u
	}
	words, listens := r.scan.walk(c)
	if !c.Remote {
		u.Paths = r.pathsOf(c, words)
	}
	if known || len(c.Redirs) > 0 {
		u.Hosts = hostsOf(c, words, listens)
	}
	return u
}

// anyPathSign reports whether a word has a character that no name without
// a path has.
func anyPathSign(args []command.Word) bool {
	for i := range args {
		v := args[i].Value
		for k := range len(v) {
			switch v[k] {
			case '/', '\\', '~', '.':
				return true
			}
		}
	}
	return false
}

func (r *reader) pathsOf(c *command.Command, words []found) []Path {
	l := list{paths: r.paths[:0], dir: c.Dir, dirKnown: c.DirKnown, shell: c.Dir, shellKnown: c.DirKnown, backslash: isCmdlet(c.Program)}
	for _, f := range words {
		l.enter(f)
	}
	l.names = picked(c)
	for _, f := range words {
		l.add(f)
	}
	l.names = ""
	for i := range c.Redirs {
		l.redirection(&c.Redirs[i])
	}
	l.code(c)
	if r.paths = l.paths; len(l.paths) == 0 {
		return nil
	}
	return slices.Clone(l.paths)
}
