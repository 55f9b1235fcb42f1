package secrets

import "strings"

// Bounds of an assignment: how long a name and a value are looked at.
const (
	maxName  = 64
	maxValue = 160
	maxBlank = 4
)

// class is what a name says about its value.
type class uint8

const (
	anything class = iota
	password       // short and chosen by a person
	random         // long and made by a machine
)

// assignment finds password=value, "password": "value" and their like. A name
// that is only talked about, a type, a call or a variable is no value.
func (s *scanner) assignment(i int) match {
	from, to, ok := s.operator(i)
	if !ok {
		return match{}
	}
	name, first := s.name(from)
	class := classOf(name)
	if class == anything {
		return match{}
	}
	v := s.value(to)
	if v.start >= v.end {
		return match{}
	}
	if s.starts(v.start) && isLetter(s.text[v.start]) {
		if m := s.token(v.start); m.ok() {
			return m
		}
	}
	v.name, v.colon = name, s.text[i] == ':'
	v.call = first > 0 && strings.IndexByte("(,", s.before(first)) >= 0
	kind := Password
	if class == random {
		kind = Secret
	}
	text := s.text[v.start:v.end]
	if s.placeholder(text) || class == password && !chosen(text, v) || class == random && !machineMade(name, text) {
		return match{}
	}
	return match{kind, v.start, v.end}
}

// operator reports whether an assignment operator stands at i: the name is in
// front of from, the value behind to. Comparisons are none.
func (s *scanner) operator(i int) (from, to int, ok bool) {
	before, after := byte(0), byte(0)
	if i > 0 {
		before = s.text[i-1]
	}
	if i+1 < len(s.text) {
		after = s.text[i+1]
	}
	if s.text[i] == ':' {
		return i, i + 1, before != ':' && after != ':' && after != '=' && after != '/'
	}
	switch {
	case strings.IndexByte("=!<>~+*/%^|&", before) >= 0 || after == '=' || after == '~':
		return 0, 0, false
	case before == ':' || before == '?':
		i--
		return i, i + 2, true
	case after == '>':
		return i, i + 2, true
	}
	return i, i + 1, true
}

// name reads the identifier that ends in front of i, through blanks, closing
// quotes and what markdown and TypeScript put behind a name. first is where it
// begins.
func (s *scanner) name(i int) (name string, first int) {
	for n := 0; i > 0 && n < maxBlank && strings.IndexByte(" \t\"'`\\]*?", s.text[i-1]) >= 0; n++ {
		i--
	}
	end := i
	for i > 0 && end-i < maxName && (isAlnum(s.text[i-1]) || s.text[i-1] == '_' || s.text[i-1] == '-') {
		i--
	}
	s.steps += end - i
	return s.text[i:end], i
}

// before is the last byte in front of i that is no blank.
func (s *scanner) before(i int) byte {
	for n := 0; i > 0 && n < maxBlank; n++ {
		if i--; s.text[i] != ' ' && s.text[i] != '\t' && s.text[i] != '\n' {
			return s.text[i]
		}
	}
	return 0
}

// classOf judges a name by its end: DB_PASSWORD and dbPassword are passwords,
// passwordLength is not.
func classOf(name string) class {
	if len(name) < 3 || name == "PWD" || name == "OLDPWD" || strings.IndexByte("detsynl", name[len(name)-1]|0x20) < 0 {
		return anything
	}
	plain := plainEnd(name)
	for _, end := range [...]string{"password", "passwd", "passphrase", "passwort", "wachtwoord"} {
		if strings.HasSuffix(plain, end) {
			return password
		}
	}
	for _, end := range [...]string{"pwd", "pass"} {
		rest := len(name) - len(end)
		if strings.EqualFold(name[max(0, rest):], end) && (rest == 0 || name[rest-1] == '_' || name[rest-1] == '-') {
			return password
		}
	}
	for _, end := range [...]string{
		"nexttoken", "pagetoken", "csrftoken", "xsrftoken", "synctoken", "continuationtoken", "cancellationtoken",
		"publickey", "publictoken", "padtoken", "eostoken", "bostoken", "masktoken",
	} {
		if strings.HasSuffix(plain, end) {
			return anything
		}
	}
	for _, end := range [...]string{
		"secret", "secretkey", "apikey", "accesskey", "privatekey", "signingkey", "encryptionkey", "sharedkey", "token", "credential",
	} {
		if strings.HasSuffix(plain, end) {
			return random
		}
	}
	return anything
}

// plainEnd is the end of a name, long enough for every ending, in lower case
// and without separators.
func plainEnd(name string) string {
	var buf [20]byte
	at := len(buf)
	for i := len(name) - 1; i >= 0 && at > 0; i-- {
		if c := name[i]; c != '_' && c != '-' {
			at--
			buf[at] = c | 0x20 // digits and lower-case letters stay what they are
		}
	}
	return string(buf[at:])
}

// value is where an assigned value stands and how it is written.
type value struct {
	start, end int
	name       string
	quoted     bool
	colon      bool // behind a colon, as in prose
	call       bool // an argument of a call
	next       byte // what follows
}

// value reads what stands behind an operator, on the same line.
func (s *scanner) value(i int) value {
	for n := 0; i < len(s.text) && n < maxBlank && (s.text[i] == ' ' || s.text[i] == '\t' || s.text[i] == '*'); n++ {
		i++
	}
	if i+1 < len(s.text) && strings.IndexByte("fbruFBRU@", s.text[i]) >= 0 && isQuote(s.text[i+1]) {
		i++ // Python's and C#'s string prefixes
	}
	if i+1 < len(s.text) && s.text[i] == '\\' && isQuote(s.text[i+1]) {
		i++ // JSON inside a string
	}
	if i < len(s.text) && isQuote(s.text[i]) {
		return s.quoted(i)
	}
	end, limit := i, min(len(s.text), i+maxValue)
	for end < limit && s.text[end] > ' ' && strings.IndexByte(",;&\"'`()<>|\\[]{}", s.text[end]) < 0 {
		end++
	}
	s.steps += end - i
	v := value{start: i, end: end}
	if end < len(s.text) {
		v.next = s.text[end]
	}
	if end == i && end < len(s.text) && strings.IndexByte("<{[(", v.next) < 0 {
		return value{}
	}
	for v.end > v.start+1 && strings.IndexByte(".:*", s.text[v.end-1]) >= 0 {
		v.end-- // the end of a sentence, of bold text
	}
	return v
}

// quoted reads up to the closing quote.
func (s *scanner) quoted(i int) value {
	quote := s.text[i]
	end, limit := i+1, min(len(s.text), i+1+maxValue)
	for end < limit && s.text[end] != quote && s.text[end] != '\n' && s.text[end] != '\\' {
		end++
	}
	s.steps += end - i
	return value{start: i + 1, end: end, quoted: true}
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }
