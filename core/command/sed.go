package command

import "strings"

// sed analyses the commands of a sed script that run a program: "e text", a
// lone "e", and the flag e of s.
func (a *analyser) sed(sc *scope, st *state, args []field) {
	_, script := a.inlineCode("sed", args, sc.in)
	commands, _, _ := readSed(script)
	for _, text := range commands {
		switch {
		case strings.Contains(text, Unknown) || text == "":
			a.unresolved(sc.through("sed e"), "a program that sed takes from its input", script, sc.at())
		default:
			a.nested(sc.through("sed e"), a.childOf(sc, st), text, "command of sed", "")
		}
	}
}

// readSed returns the texts that a script runs and the files that it reads
// and writes; an empty text stands for one that comes from the input.
func readSed(script string) (texts, reads, writes []string) {
	s := sedScanner{text: script}
	for s.i < len(s.text) {
		s.address()
		if s.i >= len(s.text) {
			break
		}
		c := s.text[s.i]
		s.i++
		switch c {
		case 'e':
			texts = append(texts, strings.TrimSpace(s.line()))
		case 's':
			flags, file := s.substitute()
			if strings.Contains(flags, "e") {
				texts = append(texts, "")
			}
			if file != "" {
				writes = append(writes, file)
			}
		case 'y':
			s.substitute()
		case 'r', 'R':
			reads = append(reads, strings.TrimSpace(s.line()))
		case 'w', 'W':
			writes = append(writes, strings.TrimSpace(s.line()))
		case 'a', 'i', 'c', ':', '#':
			s.line()
		}
	}
	return texts, reads, writes
}

type sedScanner struct {
	text string
	i    int
}

// address skips blanks, separators and addresses.
func (s *sedScanner) address() {
	for s.i < len(s.text) {
		switch c := s.text[s.i]; {
		case c == '/':
			s.i++
			s.delimited('/')
		case c == '\\' && s.i+1 < len(s.text):
			s.i += 2
			s.delimited(s.text[s.i-1])
		case strings.IndexByte(" \t\n;{}!,~+$IM", c) >= 0 || c >= '0' && c <= '9':
			s.i++
		default:
			return
		}
	}
}

// delimited skips to behind the next c that is not escaped.
func (s *sedScanner) delimited(c byte) {
	for ; s.i < len(s.text); s.i++ {
		switch s.text[s.i] {
		case '\\':
			s.i++
		case c:
			s.i++
			return
		}
	}
	s.i = min(s.i, len(s.text))
}

// substitute skips the two parts of s or y and returns the flags and the file
// of the flag w.
func (s *sedScanner) substitute() (flags, file string) {
	if s.i >= len(s.text) {
		return "", ""
	}
	c := s.text[s.i]
	s.i++
	s.delimited(c)
	s.delimited(c)
	from := s.i
	for s.i < len(s.text) && strings.IndexByte("gpeIiMm0123456789", s.text[s.i]) >= 0 {
		s.i++
	}
	flags = s.text[from:s.i]
	if s.i < len(s.text) && s.text[s.i] == 'w' {
		s.i++
		file = strings.TrimSpace(s.line())
	}
	return flags, file
}

func (s *sedScanner) line() string {
	rest := s.text[s.i:]
	line, _, _ := strings.Cut(rest, "\n")
	s.i += len(line)
	return line
}
