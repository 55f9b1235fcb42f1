package rule

import (
	"fmt"
	"path"
	"strings"

	"github.com/tempahq/tempa/core/cmdlet"
	"github.com/tempahq/tempa/core/event"
)

// parseCommand reads the pattern of Bash(…) and PowerShell(…).
func (r *Row) parseCommand(language, name, pattern string) error {
	text, prefix := strings.TrimSpace(pattern), false
	if text == "*" || text == ":*" {
		r.Tool = &Tool{Name: name}
		return nil
	}
	if text, prefix = strings.CutSuffix(text, ":*"); !prefix {
		text, prefix = strings.CutSuffix(text, " *")
	}
	if strings.Contains(text, ":*") {
		return fmt.Errorf(":* stands only at the end; write * in the middle")
	}
	words, err := fields(text)
	if err != nil {
		return err
	}
	if err := checkWords(name, words); err != nil {
		return err
	}
	c := &Command{Language: language}
	r.Command = c
	switch {
	case r.Effect == Allow:
		c.asTyped(words, prefix)
	case strings.Contains(text, "*"):
		c.glob(words, prefix)
	default:
		c.words(words, prefix)
	}
	return nil
}

// fields splits a pattern into words, honouring quotes.
func fields(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inside := byte(0), false
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inside = c, true
		case c == ' ' || c == '\t':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is never closed; close it or leave it out", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}

// checkWords refuses patterns that can never match one command.
func checkWords(name string, words []string) error {
	if len(words) == 0 || words[0] == "" {
		return fmt.Errorf("the pattern names no command; write %s alone for every command", name)
	}
	for _, w := range words {
		switch {
		case w == "&&" || w == "||" || w == "|" || w == ";" || w == "&" || strings.HasSuffix(w, ";"):
			return fmt.Errorf("a rule names one command, and %q joins two; write one rule for each", w)
		case strings.HasPrefix(w, ">") || strings.HasPrefix(w, "<") || strings.HasPrefix(w, "2>"):
			return fmt.Errorf("a rule names no redirection; limit the file with Edit(path) instead")
		case strings.Contains(w, "$("), strings.Contains(w, "`"):
			return fmt.Errorf("a substitution cannot stand in a rule; name the inner command in a rule of its own")
		}
	}
	first := words[0]
	if i := strings.IndexByte(first, '='); i > 0 && !strings.ContainsAny(first[:i], "/*-") {
		return fmt.Errorf("leave the assignment %q out; rules see through it", first)
	}
	if strings.HasPrefix(first, "-") {
		return fmt.Errorf("the command is missing in front of %q; write %s(program %s …)", first, name, first)
	}
	return nil
}

// asTyped is an allow rule: it covers the words as they stand.
func (c *Command) asTyped(words []string, prefix bool) {
	if strings.Contains(strings.Join(words, " "), "*") {
		c.glob(words, prefix)
		return
	}
	c.Programs, c.Words, c.Exact = words[:1], words[1:], !prefix
}

// glob keeps the pattern as text. A * in the program's own name makes the row
// one for every program that fits.
func (c *Command) glob(words []string, prefix bool) {
	program := path.Base(words[0])
	c.Programs = []string{program}
	if len(words) == 1 {
		return // "npm*": with whatever follows, as the * says
	}
	c.Pattern = strings.Join(append([]string{program}, words[1:]...), " ")
	if prefix {
		c.Pattern += " *"
	}
}

// words is a deny or ask rule: program, operands in order, options anywhere.
func (c *Command) words(words []string, prefix bool) {
	program := strings.TrimSuffix(path.Base(words[0]), ".exe")
	if c.Language == event.PowerShell {
		program = cmdlet.Full(program)
	}
	c.Programs, c.Exact = []string{program}, !prefix
	rest := words[1:]
	for i := 0; i < len(rest); i++ {
		w := rest[i]
		switch {
		case w == "--":
		case !isFlag(w):
			c.Words = append(c.Words, w)
		case c.Exact || !takesNext(rest, i, len(c.Words) > 0):
			c.Flags = append(c.Flags, c.spellings(w, "")...)
		default:
			i++
			c.Flags = append(c.Flags, c.spellings(w, " "+rest[i])...)
		}
	}
}

func isFlag(w string) bool { return len(w) > 1 && w[0] == '-' }

// takesNext reports whether the word behind the flag at i is read as its
// value. Which options take one is not known here, so it is what makes the
// rule match most: a value is looked for anywhere, a subcommand only in its
// place.
func takesNext(words []string, i int, subcommand bool) bool {
	if i+1 >= len(words) || isFlag(words[i+1]) || strings.Contains(words[i], "=") {
		return false
	}
	if subcommand {
		return true
	}
	// "git --no-pager push origin": without the subcommand the rule would
	// match nothing.
	return !switchOnly(words[i]) || !operandFollows(words[i+2:])
}

func operandFollows(words []string) bool {
	for i, w := range words {
		if !isFlag(w) && (i == 0 || !isFlag(words[i-1])) {
			return true
		}
	}
	return false
}

// switchOnly lists options in front of a subcommand that take no value in any
// program we know.
func switchOnly(flag string) bool {
	switch flag {
	case "-v", "--verbose", "-q", "--quiet", "-y", "--yes", "--debug", "-d", "-D", "--bare", "--paginate", "-p", "-P":
		return true
	}
	return strings.HasPrefix(flag, "--no-")
}

// spellings are the groups that a flag of a rule string stands for: itself
// and the ways the program spells the same.
func (c *Command) spellings(flag, value string) [][]string {
	if c.Language == event.PowerShell {
		return [][]string{{flag + value}}
	}
	program, sub := c.Programs[0], ""
	if len(c.Words) > 0 {
		sub = c.Words[0]
	}
	if len(flag) > 2 && flag[1] != '-' && clusters(program) && letters(flag[1:]) { // -rf
		return append(c.spellings(flag[:2], ""), c.spellings("-"+flag[2:], value)...)
	}
	group := []string{flag + value}
	for _, same := range synonyms(program, sub) {
		for _, s := range same {
			if s != flag {
				continue
			}
			for _, other := range same {
				if other != flag {
					group = append(group, other+value)
				}
			}
		}
	}
	return [][]string{group}
}

func letters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// clusters reports whether the program is one whose short options are written
// together.
func clusters(program string) bool {
	switch program {
	case "rm", "cp", "mv", "chmod", "chown", "chgrp", "git", "ls", "tar", "grep", "ln", "mkdir", "rmdir", "kill", "curl", "wget":
		return true
	}
	return false
}

// synonyms are options that mean the same, for the commands that rules are
// most often written about.
func synonyms(program, sub string) [][]string {
	switch program {
	case "rm", "cp":
		return [][]string{{"-r", "-R", "--recursive"}, {"-f", "--force"}}
	case "mv", "ln":
		return [][]string{{"-f", "--force"}}
	case "chmod", "chown", "chgrp":
		return [][]string{{"-R", "--recursive"}}
	case "curl":
		return [][]string{{"-X", "--request"}, {"-d", "--data"}, {"-F", "--form"}, {"-T", "--upload-file"}, {"-k", "--insecure"}, {"-o", "--output"}}
	case "docker", "podman":
		return [][]string{{"-f", "--force"}, {"-a", "--all"}, {"-v", "--volume"}}
	case "kubectl":
		return [][]string{{"-n", "--namespace"}, {"-A", "--all-namespaces"}, {"-l", "--selector"}}
	case "git":
		switch sub {
		case "push", "clean", "checkout", "switch", "branch", "add", "mv", "rm", "tag":
			return [][]string{{"-f", "--force"}, {"-d", "--delete"}}
		case "commit", "merge":
			return [][]string{{"-n", "--no-verify"}, {"-a", "--all"}, {"-m", "--message"}}
		}
	}
	return nil
}
