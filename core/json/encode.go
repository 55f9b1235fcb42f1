package json

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/payload"
)

// Marshal returns v as JSON without white space, the members of maps in the
// order of their names.
func Marshal(v any) ([]byte, error) {
	var e encoder
	err := e.value(reflect.ValueOf(v))
	if err != nil {
		return nil, err
	}
	return e.out, nil
}

type encoder struct {
	out   []byte
	depth int
}

func (e *encoder) text(s string) { e.out = append(e.out, s...) }

func (e *encoder) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Invalid:
		e.text("null")
		return nil
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			e.text("null")
			return nil
		}
	}
	if m, ok := v.Interface().(Marshaler); ok {
		return e.own(m)
	}
	// What refers to itself must end somewhere.
	if e.depth++; e.depth > 2*payload.MaxDepth {
		return errors.New("json: a value is nested too deep")
	}
	err := e.plain(v)
	e.depth--
	return err
}

// own is what a type writes itself.
func (e *encoder) own(m Marshaler) error {
	text, err := m.MarshalJSON()
	if err != nil {
		return err
	}
	if !Valid(text) {
		return errSyntax
	}
	e.out = layOut(e.out, text, false)
	return nil
}

func (e *encoder) plain(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return e.value(v.Elem())
	case reflect.String:
		e.out = appendString(e.out, v.String())
	case reflect.Bool:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case reflect.Float64:
		return e.float(v.Float())
	case reflect.Struct:
		return e.object(v)
	case reflect.Map:
		return e.members(v)
	case reflect.Slice:
		return e.list(v)
	default:
		return errors.New("json: a " + v.Type().String() + " cannot be written")
	}
	return nil
}

// float writes a number as JavaScript does.
func (e *encoder) float(f float64) error {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return errors.New("json: a number that is not finite")
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, f, format, -1, 64)
	if n := len(e.out); format == 'e' && string(e.out[n-3:n-1]) == "-0" { // e-09
		e.out = append(e.out[:n-2], e.out[n-1])
	}
	return nil
}

func (e *encoder) object(v reflect.Value) error {
	open := byte('{')
	known := fields(v.Type())
	for _, f := range known {
		value := v.Field(f.index)
		if f.unknown || f.omitEmpty && empty(value) || f.omitZero && zero(value) {
			continue
		}
		e.name(open, f.name)
		if err := e.value(value); err != nil {
			return err
		}
		open = ','
	}
	if rest := keeper(v, known); rest.IsValid() {
		return e.entries(open, rest)
	}
	e.closing(open, '{', '}')
	return nil
}

// name writes what stands before a member's value.
func (e *encoder) name(before byte, name string) {
	e.out = appendString(append(e.out, before), name)
	e.out = append(e.out, ':')
}

// closing ends an object or a list; one that nothing was written of begins
// here.
func (e *encoder) closing(last, open, end byte) {
	if last == open {
		e.out = append(e.out, open)
	}
	e.out = append(e.out, end)
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		return !v.Bool()
	case reflect.String, reflect.Map, reflect.Slice:
		return v.Len() == 0
	case reflect.Pointer, reflect.Interface:
		return v.IsNil()
	case reflect.Float64:
		return v.Float() == 0
	}
	return v.CanInt() && v.Int() == 0
}

func zero(v reflect.Value) bool {
	if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return empty(v)
}

func (e *encoder) members(v reflect.Value) error {
	if v.IsNil() {
		e.text("null")
		return nil
	}
	if t := v.Type(); t.Key().Kind() != reflect.String {
		return errors.New("json: a " + t.String() + " cannot be written")
	}
	return e.entries('{', v)
}

// entries writes the members of a map and closes the object, which may have
// others before.
func (e *encoder) entries(open byte, v reflect.Value) error {
	t := v.Type()
	names := make([]string, 0, v.Len())
	for _, k := range v.MapKeys() {
		names = append(names, k.String())
	}
	slices.Sort(names)
	for _, name := range names {
		e.name(open, name)
		if err := e.value(v.MapIndex(key(t, name))); err != nil {
			return err
		}
		open = ','
	}
	e.closing(open, '{', '}')
	return nil
}

func (e *encoder) list(v reflect.Value) error {
	if v.IsNil() {
		e.text("null")
		return nil
	}
	open := byte('[')
	for i := range v.Len() {
		e.out = append(e.out, open)
		if err := e.value(v.Index(i)); err != nil {
			return err
		}
		open = ','
	}
	e.closing(open, '[', ']')
	return nil
}

const hex = "0123456789abcdef"

// appendString writes a text in quotes. U+2028 and U+2029 are escaped because
// JavaScript takes them for line ends.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			out = appendASCII(out, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			out = append(out, `\ufffd`...)
		case r == '\u2028' || r == '\u2029':
			out = append(out, `\u202`...)
			out = append(out, hex[r&0xf])
		default:
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return append(out, '"')
}

func appendASCII(out []byte, c byte) []byte {
	switch c {
	case '"', '\\':
	case '\b':
		c = 'b'
	case '\f':
		c = 'f'
	case '\n':
		c = 'n'
	case '\r':
		c = 'r'
	case '\t':
		c = 't'
	default:
		if c < ' ' {
			return append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		return append(out, c)
	}
	return append(out, '\\', c)
}
