// Package json writes and reads JSON by Go types, for whatever a hook links.
// A process is started for every tool call, so size and start-up count:
// encoding/json costs a hook a third of a megabyte. What callers need of it is
// here, under the same names and with the same tags (name, "-", omitempty,
// omitzero). One tag is its own: a field of type map[string]RawMessage with
// ",unknown" keeps the members that no field is for, and an object that has it
// is never null.
//
// It reads as strictly as package payload, and so differs from encoding/json:
// a member's name is that of its field exactly, not but for case; a name that
// stands twice in one object, invalid UTF-8 and a depth of more than 200 are
// errors. As there, what else is unknown is skipped, and a value of the wrong
// type is reported after everything else is read.
//
// It writes texts as they are: <, > and & are not escaped. Invalid UTF-8
// becomes U+FFFD.
//
// The types are bools, strings, signed integers, structs without embedded ones,
// maps with strings as keys, slices, pointers, any, and types with methods of
// their own, such as time.Time. A number that is read into an any is a Number;
// a float64 is only written: reading it is 10 KB of code.
package json

import (
	"errors"
	"reflect"
	"strings"

	"github.com/tempahq/tempa/core/payload"
)

// Marshaler is a type that writes itself.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Unmarshaler is a type that reads itself. It gets a null as well.
type Unmarshaler interface {
	UnmarshalJSON(data []byte) error
}

// RawMessage is a JSON text that is kept as it is.
type RawMessage []byte

// MarshalJSON returns the text, null for none.
func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

// UnmarshalJSON keeps a copy of the text.
func (m *RawMessage) UnmarshalJSON(data []byte) error {
	*m = append((*m)[:0], data...)
	return nil
}

// Number is a number as it is spelled.
type Number string

// MarshalJSON returns the number.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// Valid reports whether data is JSON by its grammar, in UTF-8; Unmarshal may
// still refuse it.
func Valid(data []byte) bool { return payload.Valid(data) }

// errSyntax is a text that should be JSON.
var errSyntax = errors.New("the text is not JSON")

// field is a field of a struct as JSON has it.
type field struct {
	name                string
	index               int
	omitEmpty, omitZero bool
	unknown             bool // it keeps the members that no field is for
}

// fields are the fields of a struct type that JSON has.
func fields(t reflect.Type) []field {
	list := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		if f.Anonymous {
			panic("json: " + t.String() + " embeds " + f.Name) // a programming error
		}
		if !f.IsExported() || tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if name == "" {
			name = f.Name
		}
		list = append(list, field{name, i, options == "omitempty", options == "omitzero", options == "unknown"})
	}
	return list
}
