// Package payload reads the JSON that a client hands to a hook, strictly: one
// object, bounded depth, valid UTF-8, no key twice, keys compared exactly. A
// payload is hostile input: whoever can make two readers see two different
// calls has found a way around every rule.
package payload

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxBytes and MaxDepth bound what is read. Nothing real comes near them.
const (
	MaxBytes = 32 << 20
	MaxDepth = 200
)

// Object is a JSON object whose members are read by their exact key.
type Object struct{ members []Member }

// Member is one member of an object.
type Member struct {
	Key   string
	Value Value
}

// Value is one JSON value; the zero Value is an absent one.
type Value struct{ raw []byte }

// Parse reads one JSON object. The error says what is wrong in words that fit
// behind "the payload ", and never quotes the payload.
func Parse(data []byte) (*Object, error) {
	v, err := ParseValue(data)
	if err != nil {
		return nil, err
	}
	o, ok := v.Object()
	if !ok {
		return nil, &Error{Problem: "is not a JSON object"}
	}
	return o, nil
}

// ParseValue reads one JSON value of any kind, as strictly.
func ParseValue(data []byte) (Value, error) {
	s := scanner{data: data, deepest: MaxDepth}
	raw, err := s.document()
	return Value{raw}, err
}

// Valid reports whether data is JSON by its grammar, in UTF-8. A key may stand
// twice, and the depth is the one that encoding/json bounds its own to: what a
// client may read is not to be taken for something else.
func Valid(data []byte) bool {
	s := scanner{data: data, deepest: 10_000, trusted: true}
	_, err := s.document()
	return err == nil
}

// Get returns the member with exactly this key; an absent one if there is none.
func (o *Object) Get(key string) Value {
	if o == nil {
		return Value{}
	}
	for _, m := range o.members {
		if m.Key == key {
			return m.Value
		}
	}
	return Value{}
}

// Keys are the keys in the order they stand.
func (o *Object) Keys() []string {
	keys := make([]string, len(o.members))
	for i, m := range o.members {
		keys[i] = m.Key
	}
	return keys
}

// Members are the members in the order they stand.
func (o *Object) Members() []Member { return o.members }

// Exists reports whether the value is there; a null is.
func (v Value) Exists() bool { return len(v.raw) > 0 }

// IsNull reports whether the value is there and null.
func (v Value) IsNull() bool { return v.first() == 'n' }

// Raw is the JSON text of the value, nil when absent.
func (v Value) Raw() []byte { return v.raw }

// Str is the value of a string; false when it is anything else or absent.
func (v Value) Str() (string, bool) {
	if v.first() != '"' {
		return "", false
	}
	return unquote(v.raw), true
}

// Bool is the value of true or false; the second result is false when it is
// anything else or absent.
func (v Value) Bool() (value, ok bool) {
	return v.first() == 't', v.first() == 't' || v.first() == 'f'
}

// Number is the text of a number; false when it is anything else or absent.
func (v Value) Number() (string, bool) {
	c := v.first()
	return string(v.raw), c == '-' || c >= '0' && c <= '9'
}

// Object is the value of an object; false when it is anything else or absent.
func (v Value) Object() (*Object, bool) {
	if v.first() != '{' {
		return nil, false
	}
	o := &Object{members: make([]Member, 0, 8)}
	s := scanner{data: v.raw, deepest: MaxDepth, trusted: true}
	s.members(func(key string, value []byte) {
		o.members = append(o.members, Member{key, Value{value}})
	})
	return o, true
}

// Array is the value of an array; false when it is anything else or absent.
func (v Value) Array() ([]Value, bool) {
	if v.first() != '[' {
		return nil, false
	}
	var list []Value
	s := scanner{data: v.raw, deepest: MaxDepth, trusted: true}
	s.elements(func(value []byte) { list = append(list, Value{value}) })
	return list, true
}

func (v Value) first() byte {
	if len(v.raw) == 0 {
		return 0
	}
	return v.raw[0]
}

// unquote decodes a string that the scanner has checked. A lone surrogate
// becomes U+FFFD, as it does on its way into a process's arguments.
func unquote(raw []byte) string {
	body := raw[1 : len(raw)-1]
	i := bytes.IndexByte(body, '\\')
	if i < 0 {
		return string(body)
	}
	out := make([]byte, 0, len(body))
	for i >= 0 {
		out = append(out, body[:i]...)
		out, body = unescape(out, body[i+1:])
		i = bytes.IndexByte(body, '\\')
	}
	return string(append(out, body...))
}

// unescape decodes one escape, without its backslash, and returns what stands
// behind it.
func unescape(out, s []byte) (decoded, rest []byte) {
	c := s[0]
	s = s[1:]
	switch c {
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		r := rune(hexDigits(s))
		s = s[4:]
		if utf16.IsSurrogate(r) {
			low := rune(-1)
			if len(s) >= 6 && s[0] == '\\' && s[1] == 'u' {
				low = rune(hexDigits(s[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				s = s[6:]
			}
		}
		return utf8.AppendRune(out, r), s
	}
	return append(out, c), s
}

// hexDigits is the number that four hexadecimal digits give.
func hexDigits(s []byte) (n uint16) {
	for _, c := range s[:4] {
		n <<= 4
		switch {
		case c <= '9':
			n |= uint16(c - '0')
		default:
			n |= uint16(c|0x20-'a') + 10
		}
	}
	return n
}

// Error is a payload that cannot be read.
type Error struct {
	Problem string // "is not a JSON object"
	Offset  int    // where, in bytes from 0
}

func (e *Error) Error() string { return e.Problem }
