package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// reassigned stands for a variable that may have several values.
const reassigned kind = 255

// varName is the name that variables are kept under: without a scope, lower
// case.
func varName(name string) string {
	name = strings.ToLower(name)
	if scope, rest, ok := strings.Cut(name, ":"); ok {
		switch scope {
		case "script", "global", "local", "private", "variable":
			return rest
		}
	}
	return name
}

// set notes an assignment; the second one leaves the variable unknown.
func (p *parser) set(name string, v variable) {
	name = varName(name)
	if _, had := p.vars[name]; had {
		v = variable{kind: reassigned}
	}
	if v.kind == unknown {
		v.kind = reassigned
	}
	p.vars[name] = v
}

// forget makes a variable unknown.
func (p *parser) forget(name string) { p.vars[varName(name)] = variable{kind: reassigned} }

// get is what is known of a variable.
func (p *parser) get(name string) variable {
	if v, ok := p.vars[varName(name)]; ok {
		if v.kind == reassigned {
			return variable{}
		}
		if v.kind == constant && !p.spend(len(v.value), p.place, name, p.pos(p.at)) {
			return variable{}
		}
		return v
	}
	switch s := ""; varName(name) {
	case "home", "env:home", "env:userprofile":
		s = p.env.Home
		return variable{value: s, kind: kindOf(s)}
	case "null", "empty":
		return variable{kind: constant}
	case "true", "false":
		return variable{value: strings.ToLower(name), kind: constant}
	case "pwd", "env:pwd":
		if p.dirKnown && p.dir == "." {
			return variable{value: p.env.Dir, kind: kindOf(p.env.Dir)}
		}
	}
	return variable{}
}

func kindOf(s string) kind {
	if s == "" {
		return unknown
	}
	return constant
}

// forgetReassigned looks for variables that the text assigns more than once,
// before any is used: a loop may bring the later value to the earlier place.
// Where the text sets variables by name, none is a constant.
func (p *parser) forgetReassigned() {
	seen := map[string]bool{}
	for i := 0; i+1 < len(p.text); i++ {
		if p.text[i] != '$' {
			continue
		}
		name, end := scanName(p.text, i+1)
		if name == "" || !changes(p.text, i, end) {
			continue
		}
		name = varName(name)
		if seen[name] {
			p.forget(name)
		}
		seen[name] = true
	}
	if setsByName(p.text) {
		for name := range seen {
			p.forget(name)
		}
	}
}

// maxName bounds the name of a variable.
const maxName = 256

// scanName reads a variable's name behind $.
func scanName(text string, from int) (name string, end int) {
	if from < len(text) && text[from] == '{' {
		if n := strings.IndexByte(text[from:min(from+maxName, len(text))], '}'); n > 0 {
			return text[from+1 : from+n], from + n + 1
		}
		return "", from
	}
	end = from
	for end < len(text) && end-from < maxName && (isWord(text[end]) || text[end] == ':' && end+1 < len(text) && isWord(text[end+1])) {
		end++
	}
	return text[from:end], end
}

// changes reports whether the variable that stands at from..end is assigned,
// counted, or one of a list that is.
func changes(text string, from, end int) bool {
	rest := strings.TrimLeft(text[end:min(end+64, len(text))], " \t\r\n`")
	for _, op := range [...]string{"=", "+=", "-=", "*=", "/=", "%=", "??=", "++", "--", ",", "in "} {
		if strings.HasPrefix(rest, op) {
			return true
		}
	}
	before := strings.ToLower(strings.TrimRight(text[max(0, from-16):from], " \t"))
	return strings.HasSuffix(before, "++") || strings.HasSuffix(before, "--") || strings.HasSuffix(before, "[ref]") ||
		strings.HasSuffix(before, ",")
}

// setsByName reports whether the text may set variables without $name =.
func setsByName(text string) bool {
	if strings.IndexByte(text, '$') < 0 {
		return false
	}
	t := strings.ToLower(text)
	for _, word := range [...]string{
		"set-variable", "new-variable", "clear-variable", "remove-variable", "variable:", "variable",
		"set-item", "-ov", "-pv", "-ev", "-wv", "-iv", "sv ", "nv ", "si ", "tee",
	} {
		if strings.Contains(t, word) {
			return true
		}
	}
	return false
}

// unknownWord stands for a value that only the running shell knows.
func unknownWord(typed string) command.Word {
	return command.Word{Value: command.Unknown, Dynamic: true, Typed: typed}
}
