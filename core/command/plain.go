package command

import "strings"

// PlainWords are the words of a line that is one simple command of plain
// words, which every reader of shell lines takes apart alike. What might be
// more than that, or be read in two ways, is not plain: quotes, assignments, a
// program named by its path, a wrapper, a word that the shell itself acts on.
// a is the line's analysis.
func PlainWords(line string, a *Analysis) (words []string, ok bool) {
	if len(line) > maxPlain || strings.ContainsFunc(line, notPlain) || strings.TrimSpace(line) != line {
		return nil, false
	}
	words = strings.Fields(line)
	if len(words) == 0 || !isPlainProgram(words[0]) || len(a.Unresolved) > 0 || len(a.Commands) != 1 {
		return nil, false
	}
	return words, a.Commands[0].isJust(words)
}

// maxPlain is more than a person reads in a question.
const maxPlain = 1000

// notPlain reports whether a character may mean something to a shell. Of those
// that do not, = is left out: before the program it is an assignment.
func notPlain(c rune) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	return !letter && !strings.ContainsRune(" _-./:@+,", c)
}

// isPlainProgram reports whether the word is a program's name that no shell
// reads as anything else.
func isPlainProgram(word string) bool {
	if strings.ContainsAny(word, "/:@+,") || strings.Trim(word, ".-0123456789") == "" {
		return false
	}
	switch word {
	case "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "select", "function", "coproc", "time", // grammar
		"declare", "typeset", "export", "readonly", "local", "unset", "unsetenv", "let", // parsers have rules of their own for these
		"eval", "exec", "command", "builtin", "source", ".", "alias", "env", "sudo":
		return false
	}
	return true
}

// isJust reports whether the command is those words and nothing else.
func (c *Command) isJust(words []string) bool {
	switch {
	case c.Program != words[0], !c.Word.isJust(words[0]), len(c.Args) != len(words)-1:
		return false
	case len(c.Assigns)+len(c.Redirs)+len(c.Via)+len(c.Context) > 0, c.Inline != "", c.Opaque, c.Remote:
		return false
	}
	for i := range c.Args {
		if !c.Args[i].isJust(words[i+1]) {
			return false
		}
	}
	return true
}

func (w *Word) isJust(text string) bool {
	return w.Value == text && w.Typed == text && !w.Dynamic && !w.Glob
}
