package payload

import (
	"strconv"
	"unicode/utf8"
)

// scanner walks JSON text. A trusted scanner walks text that one has already
// checked, or whose keys do not matter: it does not look for repeated ones.
type scanner struct {
	data    []byte
	pos     int
	depth   int
	deepest int // the depth that is refused behind
	trusted bool
}

func (s *scanner) document() ([]byte, error) {
	if len(s.data) > MaxBytes {
		return nil, &Error{Problem: "is larger than " + strconv.Itoa(MaxBytes>>20) + " MiB"}
	}
	if s.space(); s.pos == len(s.data) {
		return nil, &Error{Problem: "is empty"}
	}
	start := s.pos
	if err := s.value(); err != nil {
		return nil, err
	}
	raw := s.data[start:s.pos]
	if s.space(); s.pos < len(s.data) {
		return nil, s.fail("has something after its JSON value")
	}
	return raw, nil
}

func (s *scanner) fail(problem string) error {
	return &Error{Problem: problem + " (at byte " + strconv.Itoa(s.pos) + ")", Offset: s.pos}
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// peek is the next byte, 0 at the end (a NUL byte is no JSON either).
func (s *scanner) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) value() error {
	switch c := s.peek(); {
	case c == '{':
		return s.nested(func() error { return s.members(nil) })
	case c == '[':
		return s.nested(func() error { return s.elements(nil) })
	case c == '"':
		return s.text()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case s.pos >= len(s.data):
		return s.fail("is cut off")
	}
	return s.fail("is not JSON")
}

func (s *scanner) nested(inner func() error) error {
	if s.depth++; s.depth > s.deepest {
		return s.fail("is nested deeper than " + strconv.Itoa(s.deepest))
	}
	err := inner()
	s.depth--
	return err
}

// members walks an object. each, if not nil, gets every key and value.
func (s *scanner) members(each func(key string, value []byte)) error {
	var seen keys
	s.pos++ // {
	for first := true; ; first = false {
		if s.space(); s.peek() == '}' && first {
			s.pos++
			return nil
		}
		key, err := s.key()
		if err != nil {
			return err
		}
		if !s.trusted && !seen.add(key) {
			return s.fail("has a key twice in one object")
		}
		start := s.pos
		if err := s.value(); err != nil {
			return err
		}
		if each != nil {
			each(key, s.data[start:s.pos])
		}
		if done, err := s.next('}'); done || err != nil {
			return err
		}
	}
}

// elements walks an array. each, if not nil, gets every value.
func (s *scanner) elements(each func(value []byte)) error {
	s.pos++ // [
	for first := true; ; first = false {
		if s.space(); s.peek() == ']' && first {
			s.pos++
			return nil
		}
		start := s.pos
		if err := s.value(); err != nil {
			return err
		}
		if each != nil {
			each(s.data[start:s.pos])
		}
		if done, err := s.next(']'); done || err != nil {
			return err
		}
	}
}

// key reads a key with its colon and stops before the value.
func (s *scanner) key() (string, error) {
	start := s.pos
	if s.peek() != '"' {
		return "", s.fail("is not JSON")
	}
	if err := s.text(); err != nil {
		return "", err
	}
	key := unquote(s.data[start:s.pos])
	if s.space(); s.peek() != ':' {
		return "", s.fail("is not JSON")
	}
	s.pos++
	s.space()
	return key, nil
}

// next reads the comma before another item, or the closing byte.
func (s *scanner) next(closing byte) (done bool, err error) {
	s.space()
	switch s.peek() {
	case closing:
		s.pos++
		return true, nil
	case ',':
		s.pos++
		s.space()
		return false, nil
	}
	if s.pos >= len(s.data) {
		return false, s.fail("is cut off")
	}
	return false, s.fail("is not JSON")
}

func (s *scanner) word(w string) error {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return s.fail("is not JSON")
	}
	s.pos += len(w)
	return nil
}

// text checks a string: no control characters, known escapes, valid UTF-8.
func (s *scanner) text() error {
	s.pos++ // "
	for {
		s.pos += plain(s.data[s.pos:])
		if s.pos == len(s.data) {
			return s.fail("is cut off")
		}
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return nil
		case c == '\\':
			if err := s.escape(); err != nil {
				return err
			}
		case c < ' ':
			return s.fail("has a control character in a string")
		default:
			r, n := utf8.DecodeRune(s.data[s.pos:])
			if r == utf8.RuneError && n == 1 {
				return s.fail("is not valid UTF-8")
			}
			s.pos += n
		}
	}
}

// plain is how many bytes of a string stand for themselves before another one
// comes.
func plain(text []byte) int {
	for i, c := range text {
		if c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			return i
		}
	}
	return len(text)
}

func (s *scanner) escape() error {
	s.pos++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return nil
	case 'u':
		s.pos++
		for range 4 {
			if !hex(s.peek()) {
				return s.fail("is not JSON")
			}
			s.pos++
		}
		return nil
	}
	return s.fail("is not JSON")
}

func hex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (s *scanner) number() error {
	if s.peek() == '-' {
		s.pos++
	}
	if s.peek() == '0' {
		s.pos++
	} else if !s.digits() {
		return s.fail("is not JSON")
	}
	if s.peek() == '.' {
		if s.pos++; !s.digits() {
			return s.fail("is not JSON")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !s.digits() {
			return s.fail("is not JSON")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.pos
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.pos++
	}
	return s.pos > start
}

// keys is the set of one object's keys; small objects need no map.
type keys struct {
	few  [16]string
	n    int
	many map[string]struct{}
}

// add reports whether the key is new.
func (k *keys) add(key string) bool {
	if k.many != nil {
		_, have := k.many[key]
		k.many[key] = struct{}{}
		return !have
	}
	for _, have := range k.few[:k.n] {
		if have == key {
			return false
		}
	}
	if k.n < len(k.few) {
		k.few[k.n] = key
		k.n++
		return true
	}
	k.many = make(map[string]struct{}, 64)
	for _, have := range k.few {
		k.many[have] = struct{}{}
	}
	return k.add(key)
}
