// Package secrets finds secrets and personal numbers in text: private keys,
// access tokens, assigned passwords, bank accounts (IBAN) and Dutch citizen
// numbers (BSN). It never repeats what it found: a Finding has a kind and a
// place, and the kinds are fit to be shown.
//
// The scanners are written by hand: a hook lives for milliseconds, and a prompt
// may be 32 MiB. Every one of them looks at a bounded number of bytes around
// the place it starts from, so the time is linear in the text. A placeholder
// (<your-password>, ${VAR}, AKIAIOSFODNN7EXAMPLE) is no secret.
package secrets

import "strings"

// The kinds, as they stand behind "it looks like it contains".
const (
	PrivateKey = "a private key"
	AWS        = "an AWS access key"
	GitHub     = "a GitHub token"
	Anthropic  = "an Anthropic API key"
	Slack      = "a Slack token"
	OpenAI     = "an OpenAI API key"
	Google     = "a Google API key"
	Password   = "a password"
	Secret     = "a secret key or token"
	IBAN       = "a bank account number (IBAN)"
	BSN        = "a citizen service number (BSN)"
)

// Finding is one secret: text[Start:End] is of this kind.
type Finding struct {
	Kind       string
	Start, End int
}

// Find returns what it finds, in the order of the text, without overlaps.
func Find(text string) []Finding {
	s := scanner{text: text}
	s.scan()
	return s.found
}

// scanner walks over the text once.
type scanner struct {
	text  string
	found []Finding
	steps int // bytes looked at, for the test of linear time
	run   span
	bsn   bsnFinder
}

type span struct{ start, end int }

// match is the outcome of one detector: ok and where the secret stands.
type match struct {
	kind       string
	start, end int
}

func (m match) ok() bool { return m.end > 0 }

func (s *scanner) scan() {
	for i := 0; i < len(s.text); {
		s.steps++
		m := s.at(i)
		if !m.ok() {
			i++
			continue
		}
		if n := len(s.found); n == 0 || s.found[n-1].End <= m.start {
			s.found = append(s.found, Finding{m.kind, m.start, m.end})
		}
		i = max(i+1, m.end)
	}
}

// at asks the detectors that can start with this byte.
func (s *scanner) at(i int) match {
	switch c := s.text[i]; {
	case c == '-':
		return s.privateKey(i)
	case c == '=' || c == ':':
		return s.assignment(i)
	case !isLetter(c) || !s.starts(i):
		return match{}
	}
	if m := s.token(i); m.ok() {
		return m
	}
	if m := s.iban(i); m.ok() {
		return m
	}
	return s.citizen(i)
}

// starts reports whether a word begins at i. In JSON text that stands inside a
// prompt the word may follow an escape such as \n.
func (s *scanner) starts(i int) bool {
	if i == 0 || !isAlnum(s.text[i-1]) {
		return true
	}
	return i > 1 && s.text[i-2] == '\\' && strings.IndexByte("nrt", s.text[i-1]) >= 0
}

// ends reports whether a word ends in front of i.
func (s *scanner) ends(i int) bool { return i >= len(s.text) || !isAlnum(s.text[i]) }

// has reports whether the text goes on with word at i.
func (s *scanner) has(i int, word string) bool { return strings.HasPrefix(s.text[i:], word) }

// runEnd is where the characters of tokens end that start at i. A long run is
// measured once, however many tokens seem to start in it.
func (s *scanner) runEnd(i int) int {
	if s.run.start <= i && i < s.run.end {
		return s.run.end
	}
	end := i
	for end < len(s.text) && isTokenByte(s.text[end]) {
		end++
	}
	s.steps += end - i
	s.run = span{i, end}
	return end
}

func isUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return isUpper(c) || isLower(c) }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }

// isTokenByte: a GitHub token of the new form holds a JWT, dots included.
func isTokenByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' }

func isBase64(c byte) bool { return isAlnum(c) || c == '+' || c == '/' }
