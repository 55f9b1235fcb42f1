package command

// Distinct leaves out every command that is another one over again, wherever it
// stands in the line: what is decided of a command depends on nothing but what
// it says. The order of the others is kept. The list is used up.
func Distinct(list []Command) []Command {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]struct{}, len(list))
	kept := list[:0]
	var key []byte
	for i := range list {
		key = list[i].appendKey(key[:0])
		if _, have := seen[string(key)]; have {
			continue
		}
		seen[string(key)] = struct{}{}
		kept = append(kept, list[i])
	}
	return kept
}

// appendKey writes everything of a command but its place in the line. The
// parts are told apart by their lengths, because they may hold any byte.
func (c *Command) appendKey(b []byte) []byte {
	b = appendPart(b, c.Program, c.Dir, c.Inline, c.Code)
	b = append(b, byte(c.Sub), byte(c.Sub>>8), bit(c.DirKnown)|bit(c.Remote)<<1|bit(c.Opaque)<<2)
	b = c.Word.appendKey(b)
	b = append(b, byte(len(c.Args)), byte(len(c.Args)>>8))
	for i := range c.Args {
		b = c.Args[i].appendKey(b)
	}
	b = append(b, byte(len(c.Assigns)))
	for i := range c.Assigns {
		b = c.Assigns[i].Value.appendKey(appendPart(b, c.Assigns[i].Name))
	}
	b = append(b, byte(len(c.Redirs)))
	for i := range c.Redirs {
		b = c.Redirs[i].Target.appendKey(append(appendPart(b, c.Redirs[i].Op), bit(c.Redirs[i].Write)))
	}
	b = append(b, byte(len(c.Via)))
	b = appendPart(b, c.Via...)
	return appendPart(b, c.Context...)
}

func (w *Word) appendKey(b []byte) []byte {
	return append(appendPart(b, w.Value, w.Pattern, w.Typed), bit(w.Dynamic)|bit(w.Glob)<<1)
}

func appendPart(b []byte, parts ...string) []byte {
	for _, s := range parts {
		n := len(s)
		b = append(b, byte(n), byte(n>>8), byte(n>>16))
		b = append(b, s...)
	}
	return b
}

func bit(set bool) byte {
	if set {
		return 1
	}
	return 0
}
