package guard

import "strings"

// matcher says how names are compared.
type matcher struct {
	fold  bool // case does not count
	shell bool // a wildcard does not match a leading dot
}

// reaches compares the names of a glob with the names that lead to a target.
func reaches(pattern, names []string, m matcher) relation {
	// row[j]: the pattern so far can stand for names[:j].
	row := make([]bool, len(names)+1)
	row[0] = true
	inside := false
	for _, p := range pattern {
		if row[len(names)] {
			inside = true // and more of the pattern follows: something in it
		}
		row = m.advance(row, p, names)
	}
	switch {
	case inside || row[len(names)]:
		return perhaps
	case anyOf(row):
		return above
	}
	return apart
}

// advance takes one name of the pattern.
func (m matcher) advance(row []bool, p string, names []string) []bool {
	next := make([]bool, len(row))
	if p == "**" {
		open := false
		for j := range row {
			open = open || row[j]
			next[j] = open
		}
		return next
	}
	for j := range names {
		next[j+1] = row[j] && m.match(p, names[j])
	}
	return next
}

func anyOf(row []bool) bool {
	for _, b := range row {
		if b {
			return true
		}
	}
	return false
}

// match reports whether a wildcard name can stand for a name. Groups such as
// @(a|b) stand for anything.
func (m matcher) match(pattern, name string) bool {
	if m.fold {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	if m.shell && strings.HasPrefix(name, ".") && pattern != "" && pattern[0] != '.' && pattern[0] != '\\' {
		return false
	}
	p, n, star, mark := 0, 0, -1, 0
	for n < len(name) {
		if p < len(pattern) {
			if size, any := wild(pattern[p:]); any {
				star, mark = p+size, n
				p = star
				continue
			}
			if size, ok := one(pattern[p:], name[n]); ok {
				p += size
				n++
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, n = star, mark
	}
	for p < len(pattern) {
		size, any := wild(pattern[p:])
		if !any {
			return false
		}
		p += size
	}
	return true
}

// wild reports whether the pattern starts with something that stands for any
// run of characters, and how long it is.
func wild(p string) (size int, ok bool) {
	if len(p) > 1 && p[1] == '(' && strings.IndexByte("+@!*?", p[0]) >= 0 {
		if end := strings.IndexByte(p, ')'); end > 0 {
			return end + 1, true
		}
	}
	return 1, p[0] == '*'
}

// one matches the first element of the pattern with one character.
func one(p string, c byte) (size int, ok bool) {
	switch p[0] {
	case '?':
		return 1, true
	case '[':
		if len(p) < 3 {
			break
		}
		if end := strings.IndexByte(p[2:], ']'); end >= 0 {
			return end + 3, inClass(p[1:end+2], c)
		}
	case '\\':
		if len(p) > 1 {
			return 2, p[1] == c
		}
	}
	return 1, p[0] == c
}

// inClass reports whether a bracket expression holds a character. A named
// class is taken to hold everything.
func inClass(class string, c byte) bool {
	if strings.Contains(class, "[:") {
		return true
	}
	negated := class[0] == '!' || class[0] == '^'
	if negated {
		class = class[1:]
	}
	in := false
	for i := 0; i < len(class); i++ {
		if i+2 < len(class) && class[i+1] == '-' {
			in = in || class[i] <= c && c <= class[i+2]
			i += 2
			continue
		}
		in = in || class[i] == c
	}
	return in != negated
}
