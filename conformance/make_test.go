package conformance

import (
	"os"
	"strconv"
	"strings"
)

// make writes a file that is too large for a story: a text many times over,
// between a head and a tail.
func (s *story) make(args []string) {
	if len(args) < 3 || len(args) > 5 {
		s.ts.Fatalf("usage: make FILE TIMES TEXT [HEAD [TAIL]]")
	}
	text := strings.Repeat(args[2], int(number(s, args[1])))
	if len(args) > 3 {
		text = args[3] + text
	}
	if len(args) > 4 {
		text += args[4]
	}
	s.ts.Check(os.WriteFile(s.ts.MkAbs(args[0]), []byte(text), 0o644))
}

func number(s *story, text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	s.ts.Check(err)
	return n
}

// cut keeps the first bytes of a file.
func (s *story) cut(args []string) {
	if len(args) != 2 {
		s.ts.Fatalf("usage: cut FILE BYTES")
	}
	data := s.ts.ReadFile(args[0])
	s.ts.Check(os.WriteFile(s.ts.MkAbs(args[0]), []byte(data[:number(s, args[1])]), 0o600))
}

// append adds a text to a file.
func (s *story) append(args []string) {
	if len(args) != 2 {
		s.ts.Fatalf("usage: append FILE TEXT")
	}
	s.ts.Check(os.WriteFile(s.ts.MkAbs(args[0]), []byte(s.ts.ReadFile(args[0])+args[1]), 0o600))
}
