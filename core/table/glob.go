package table

import "strings"

// Like matches text against a pattern in which * stands for any run of
// characters and nothing else is special.
func Like(pattern, text string) bool {
	p, t, star, mark := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// mayLike is Like for a text in which NUL stands for any run of characters as
// well: it reports whether some text fits both.
func mayLike(pattern, text string) bool {
	if strings.IndexByte(text, 0) < 0 {
		return Like(pattern, text)
	}
	// row[j]: pattern[:i] and text[:j] can mean the same.
	row := make([]bool, len(text)+1)
	row[0] = true
	for j := range len(text) {
		row[j+1] = row[j] && text[j] == 0
	}
	for i := range len(pattern) {
		star, diagonal := pattern[i] == '*', row[0]
		row[0] = row[0] && star
		for j := range len(text) {
			old, run := row[j+1], text[j] == 0
			row[j+1] = diagonal && !star && !run && pattern[i] == text[j] ||
				star && (old || row[j]) || run && (row[j] || old)
			diagonal = old
		}
	}
	return row[len(text)]
}

// matchName matches one component of a path: * ? and [] as in .gitignore.
func matchName(pattern, name string) bool {
	p, n, star, mark := 0, 0, -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if size, ok := matchOne(pattern[p:], name[n:]); ok {
				n += runeLen(name[n:])
				p += size
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark += runeLen(name[mark:])
		p, n = star+1, mark
	}
	return strings.Trim(pattern[p:], "*") == ""
}

func runeLen(s string) int {
	n := 1
	for n < len(s) && s[n]&0xc0 == 0x80 {
		n++
	}
	return n
}

// matchOne matches the first element of a pattern with the first character of
// a name, and returns the element's length.
func matchOne(pattern, name string) (size int, ok bool) {
	n := runeLen(name)
	switch pattern[0] {
	case '?':
		return 1, true
	case '[':
		if end := classEnd(pattern); end > 0 {
			return end, inClass(pattern[1:end-1], name[:n])
		}
	}
	if !strings.HasPrefix(pattern, name[:n]) {
		return 0, false
	}
	return n, true
}

// classEnd is the index behind the ] that closes the class at the start of p,
// or 0 when none does.
func classEnd(p string) int {
	i := 1
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		i++
	}
	i++ // a ] in the first place is itself
	for ; i < len(p); i++ {
		if p[i] == ']' {
			return i + 1
		}
	}
	return 0
}

func inClass(class, c string) bool {
	not := class[0] == '!' || class[0] == '^'
	if not {
		class = class[1:]
	}
	for i := 0; i < len(class); {
		n := runeLen(class[i:])
		low := class[i : i+n]
		i += n
		high := low
		if i+1 < len(class) && class[i] == '-' {
			n = runeLen(class[i+1:])
			high = class[i+1 : i+1+n]
			i += 1 + n
		}
		if len(low) <= len(c) && len(c) <= len(high) && (len(low) < len(c) || low <= c) && (len(c) < len(high) || c <= high) {
			return !not
		}
	}
	return not
}

// next cuts the first component off.
func next(path string) (component, rest string, last bool) {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:], false
	}
	return path, "", true
}

// matchPath matches a relative path with a pattern, component by component;
// ** stands for any number of them. With below, a pattern that matches a
// directory covers what is in it; with self, x/** covers x.
func matchPath(pattern, path string, below, self bool) bool {
	var (
		back       = false
		backP      string // the pattern behind the last **
		backT      string // the path it is tried on next
		p, t       = pattern, path
		pEnd, tEnd = pattern == "", path == ""
	)
	for {
		switch {
		case pEnd && (tEnd || below):
			return true
		case !pEnd && p == "**" && (!tEnd || self):
			return true
		case !pEnd && !tEnd:
			pc, pr, pl := next(p)
			if pc == "**" {
				back, backP, backT = true, pr, t
				p = pr
				continue
			}
			tc, tr, tl := next(t)
			if matchName(pc, tc) {
				p, t, pEnd, tEnd = pr, tr, pl, tl
				continue
			}
		}
		if !back || backT == "" {
			return false
		}
		_, backT, tEnd = next(backT)
		p, t, pEnd = backP, backT, false
		if tEnd {
			backT = ""
		}
	}
}

// The tokens of a pattern, for a text that is a pattern itself.
const (
	tokChar   = iota // the character in char
	tokAny           // any character but /
	tokStar          // any run without /
	tokClass         // a class, in text
	tokDirs          // any number of components with their /: at the start of one …
	tokInside        // … or inside one
	tokRest          // anything
	tokLead          // in a text, in front of tokStar: nothing, or one character but no dot
)

type token struct {
	kind byte
	char byte
	text string
}

// patternTokens reads a path pattern.
func patternTokens(p string) []token {
	out := make([]token, 0, len(p))
	for len(p) > 0 {
		switch {
		case p == "**":
			return append(out, token{kind: tokRest})
		case strings.HasPrefix(p, "**/") && (len(out) == 0 || out[len(out)-1].char == '/' && out[len(out)-1].kind == tokChar):
			out = append(out, token{kind: tokDirs}, token{kind: tokInside})
			p = p[3:]
			continue
		case p[0] == '*':
			out = append(out, token{kind: tokStar})
		case p[0] == '?':
			out = append(out, token{kind: tokAny})
		case p[0] == '[' && classEnd(p) > 0:
			end := classEnd(p)
			out = append(out, token{kind: tokClass, text: p[1 : end-1]})
			p = p[end:]
			continue
		default:
			out = append(out, token{kind: tokChar, char: p[0]})
		}
		p = p[1:]
	}
	return out
}

// A reading says how wildcards in a text are meant.
type reading uint8

const (
	literal  reading = iota // they are characters
	wild                    // they are wildcards
	wildDots                // they are wildcards that match a leading dot as well
)

// textTokens reads a path that a command names: NUL is anything.
func textTokens(s string, r reading) []token {
	out := make([]token, 0, len(s)+1)
	glob := r != literal
	for i := 0; i < len(s); i++ {
		// The shell's wildcards do not match the dot that hides a file.
		var lead byte
		if r == wild && (i == 0 || s[i-1] == '/') {
			lead = '.'
		}
		switch c := s[i]; {
		case c == 0:
			out = append(out, token{kind: tokRest})
		case glob && c == '\\' && i+1 < len(s):
			i++
			out = append(out, token{kind: tokChar, char: s[i]})
		case glob && c == '*' && i+1 < len(s) && s[i+1] == '*':
			i++
			out = append(out, token{kind: tokRest})
		case glob && c == '*':
			if lead != 0 {
				out = append(out, token{kind: tokLead, char: lead})
			}
			out = append(out, token{kind: tokStar})
		case glob && c == '?':
			out = append(out, token{kind: tokAny, char: lead})
		case glob && c == '[' && classEnd(s[i:]) > 0:
			i += classEnd(s[i:]) - 1
			out = append(out, token{kind: tokAny, char: lead})
		default:
			out = append(out, token{kind: tokChar, char: c})
		}
	}
	return out
}

// maxText bounds what intersect compares; no path of a system is longer.
const maxText = 4096

// intersect reports whether a path fits both the pattern and the text, with
// what lies below either (the text's only when it is meant with its tree).
func intersect(pattern, text []token, tree, self bool) bool {
	if len(text) > maxText {
		return false
	}
	m := meet{p: pattern, t: text, tree: tree, self: self, seen: make([]uint64, ((len(pattern)+1)*(len(text)+1)+63)/64)}
	m.push(0, 0)
	for len(m.todo) > 0 {
		at := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		if m.step(int(at[0]), int(at[1])) {
			return true
		}
	}
	return false
}

type meet struct {
	p, t       []token
	tree, self bool
	seen       []uint64
	todo       [][2]int32
}

func (m *meet) push(i, j int) {
	n := i*(len(m.t)+1) + j
	if bit := uint64(1) << (n % 64); m.seen[n/64]&bit == 0 {
		m.seen[n/64] |= bit
		m.todo = append(m.todo, [2]int32{int32(i), int32(j)})
	}
}

// step follows every way on from a pair of positions; true is an end.
func (m *meet) step(i, j int) bool {
	if i == len(m.p) {
		if j == len(m.t) {
			return true
		}
		m.skipEmpty(i, j)
		return m.t[j].kind == tokRest || m.t[j].kind == tokChar && m.t[j].char == '/'
	}
	p := m.p[i]
	if j == len(m.t) {
		m.endOfText(i, j)
		slash := p.kind == tokChar && p.char == '/'
		return slash && m.tree || slash && m.self && i+2 == len(m.p) && m.p[i+1].kind == tokRest
	}
	m.skipEmpty(i, j)
	m.both(i, j)
	return false
}

// endOfText passes what may be empty in the pattern.
func (m *meet) endOfText(i, j int) {
	switch m.p[i].kind {
	case tokStar, tokRest:
		m.push(i+1, j)
	case tokDirs:
		m.push(i+2, j)
	}
}

func (m *meet) skipEmpty(i, j int) {
	switch m.t[j].kind {
	case tokStar, tokRest:
		m.push(i, j+1)
	case tokLead:
		m.push(i, j+2)
	}
}

// both consumes one character that fits both, in every way.
func (m *meet) both(i, j int) {
	p, t := m.p[i], m.t[j]
	onT := j + 1 // where the text stands after one character
	if t.kind == tokStar || t.kind == tokRest {
		onT = j
	}
	slash := t.kind == tokRest || t.kind == tokChar && t.char == '/'
	other := t.kind != tokChar || t.char != '/'
	switch p.kind {
	case tokChar:
		if t.kind == tokChar && t.char == p.char || t.kind != tokChar && t.char != p.char && (p.char != '/' || slash) {
			m.push(i+1, onT)
		}
	case tokAny:
		if other {
			m.push(i+1, onT)
		}
	case tokClass:
		if other && (t.kind != tokChar || t.char >= 0x80 || inClass(p.text, string([]byte{t.char}))) {
			m.push(i+1, onT)
		}
	case tokStar:
		m.push(i+1, j)
		if other {
			m.push(i, j+1)
		}
	case tokRest:
		m.push(i+1, j)
		m.push(i, j+1)
	case tokDirs:
		m.push(i+2, j)
		if other {
			m.push(i+1, onT)
		}
	case tokInside:
		if slash {
			m.push(i-1, onT)
		}
		if other {
			m.push(i, j+1)
			m.push(i, onT)
		}
	}
}
