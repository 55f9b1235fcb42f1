package command

import "strings"

// awkProgram is what an awk program does to the outside as far as its text
// tells.
type awkProgram struct {
	commands []string // constant texts that it gives to a shell
	reads    []string // constant names of files
	writes   []string
	rest     string // the program without those commands
}

// readAwk finds string constants that stand alone as a command or a file:
// system("x"), print | "x", "x" | getline, print > "x", getline < "x".
func readAwk(program string) (p awkProgram) {
	if strings.IndexByte(program, '"') < 0 {
		p.rest = program
		return p
	}
	var rest strings.Builder
	from := 0
	for i := 0; i < len(program); i++ {
		switch program[i] {
		case '#':
			i += lineEnd(program[i:]) - 1
			continue
		case '"':
		default:
			continue
		}
		text, n := awkString(program[i:])
		before := strings.TrimRight(program[from:i], " \t")
		end := i + n
		after := strings.TrimLeft(program[end:], " \t")
		alone := after == "" || strings.IndexByte(";})\n|", after[0]) >= 0
		cut, isCommand := awkCommand(before, after)
		switch {
		case !alone || strings.Contains(text, Unknown):
		case isCommand:
			p.commands = append(p.commands, text)
			rest.WriteString(before[:len(before)-cut])
			from = end
			if cut == 0 { // "x" | getline
				from = len(program) - len(strings.TrimLeft(after, "|& \t"))
			}
		case endsInGetline(before):
			p.reads = append(p.reads, text)
		case strings.HasSuffix(before, ">"):
			p.writes = append(p.writes, text)
		}
		i = max(end, from) - 1
	}
	rest.WriteString(program[from:])
	p.rest = rest.String()
	return p
}

func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// awkString is the value of the string constant that s starts with, and its
// length in s.
func awkString(s string) (text string, n int) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return b.String(), i + 1
		case c == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\' || s[i+1] == '/'):
			i++
			b.WriteByte(s[i])
		case c == '\\':
			b.WriteString(Unknown) // an escape that is not worth decoding
			i++
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + Unknown, len(s)
}

// awkCommand reports whether a string between those texts is a command; cut
// is how much in front of it says so.
func awkCommand(before, after string) (cut int, ok bool) {
	if rest, found := strings.CutPrefix(after, "|"); found {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "&"), " \t")
		return 0, strings.HasPrefix(rest, "getline") && !strings.HasSuffix(before, "|")
	}
	for _, sign := range [...]string{"|&", "|"} {
		if strings.HasSuffix(before, sign) && !strings.HasSuffix(before, "||") {
			return len(sign), true
		}
	}
	if open, found := strings.CutSuffix(before, "("); found {
		open = strings.TrimRight(open, " \t")
		if strings.HasSuffix(open, "system") {
			return len(before) - len(open) + len("system"), strings.HasPrefix(after, ")")
		}
	}
	return 0, false
}

// endsInGetline reports whether a text ends in "getline <" or "getline x <".
func endsInGetline(s string) bool {
	s, ok := strings.CutSuffix(s, "<")
	if !ok {
		return false
	}
	i := strings.LastIndex(s, "getline")
	return i >= 0 && !strings.ContainsAny(s[i:], ";{}()")
}

// awk analyses the commands that an awk program runs.
func (a *analyser) awk(sc *scope, st *state, name string, args []field) {
	_, program := a.rawCode(name, args, sc.in)
	for _, text := range readAwk(program).commands {
		inner := sc.through(name).with(func(c *scope) { c.in = unknownPipe })
		a.nested(inner, a.childOf(sc, st), text, "command of "+name, "")
	}
}

// codeFiles are the files that a program in awk or sed opens by itself, as
// redirections.
func codeFiles(language, program string) (redirs []Redir) {
	var reads, writes []string
	switch language {
	case "awk":
		p := readAwk(program)
		reads, writes = p.reads, p.writes
	case "sed":
		_, reads, writes = readSed(program)
	}
	for _, name := range reads {
		redirs = append(redirs, fileRedir("<", name, false))
	}
	for _, name := range writes {
		redirs = append(redirs, fileRedir(">", name, true))
	}
	return redirs
}

// filesOf are the files that a command opens by what its own language says.
func (a *analyser) filesOf(name, language string, args []field, in input) []Redir {
	switch {
	case language == "awk", language == "sed":
		_, program := a.rawCode(name, args, in)
		return a.homes(codeFiles(language, program), false)
	case isVi(name):
		return a.homes(vimFiles(args), true)
	}
	return nil
}

// homes drops the names that stand for no file, and expands ~ where the
// program does.
func (a *analyser) homes(redirs []Redir, tilde bool) (out []Redir) {
	for _, r := range redirs {
		if rest, ok := strings.CutPrefix(r.Target.Value, "~/"); ok && tilde && a.env.Home != "" {
			r = fileRedir(r.Op, a.env.Home+"/"+rest, r.Write)
		}
		if v := r.Target.Value; v != "" && v != "-" {
			out = append(out, r)
		}
	}
	return out
}

func fileRedir(op, name string, write bool) Redir {
	return Redir{Op: op, Target: Word{Value: name, Pattern: name, Typed: name, Dynamic: strings.Contains(name, Unknown)}, Write: write}
}
