package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/payload"
)

var seeds = []string{
	full, `{}`, `[]`, `null`, ` 1 `, `"x"`, `true`, `{"s":"\ud83d\ude00\ud800"}`, `{"s":null,"i":null,"l":[null],"in":null,"t":null,"r":null}`,
	`{"s":1,"b":"","i":1.0,"i8":128,"a":1e400,"p":[],"yes":0,"l":{},"words":[1,"x"],"m":[],"any":1,"t":"x","in":""}`,
	`{"a":{"b":[1e5,-0,0.1,1e-7,1e21,true,null,"",{"":[]}]}}`, `{"a":1,"a":2}`, "{\"s\":\"\xff\"}", `{"S":1}`, `{"unknown":[{}]}`,
	`{"m":{"a":{"m":{"b":{"l":[{"p":{"p":null}}]}}},"c":null}}`, `{"r": {"a" : [1, "\/\u0041" ]}}`, `{"i64":-9223372036854775808}`,
	`{"s":"\u2028<&>\u0000"}`, `{"t":"2026-01-02T03:04:05.678+01:00"}`, strings.Repeat("[", 201) + strings.Repeat("]", 201), `{"a":[1,2`, `{"Bare":"x","Hidden":"x","own":"x"}`,
}

// Unmarshal accepts what encoding/json accepts, and reads the same, but for the
// differences that the package comment names.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want all
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		err, std := Unmarshal(data, &got), dec.Decode(&want)
		v, refused := payload.ParseValue(data)
		switch {
		case refused != nil:
			if err == nil {
				t.Fatal("accepted what package payload refuses")
			}
			return
		case folded(v):
			return
		case (err == nil) != (std == nil):
			t.Fatalf("%v, encoding/json: %v", err, std)
		}
		// It leaves off where a type's own method fails.
		var wrong *json.UnmarshalTypeError
		want.numbers()
		if (std == nil || errors.As(std, &wrong)) && !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nencoding/json: %+v", got, want)
		}
	})
}

// numbers makes the other Number ours.
func (v *all) numbers() {
	if v == nil {
		return
	}
	v.Any, _ = numbers(v.Any).(map[string]any)
	v.A = numbers(v.A)
	v.P.numbers()
	for i := range v.L {
		v.L[i].numbers()
	}
	for _, inner := range v.M {
		inner.numbers()
	}
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		return Number(v)
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

// folded reports whether a value has a member that only encoding/json takes for
// a field's.
func folded(v payload.Value) bool {
	if list, ok := v.Array(); ok {
		for _, item := range list {
			if folded(item) {
				return true
			}
		}
	}
	o, ok := v.Object()
	if !ok {
		return false
	}
	for _, m := range o.Members() {
		for _, f := range append(fields(reflect.TypeFor[all]()), field{name: "x"}) {
			if m.Key != f.name && strings.EqualFold(m.Key, f.name) {
				return true
			}
		}
		if folded(m.Value) {
			return true
		}
	}
	return false
}

// Marshal writes what encoding/json writes when it does not escape for HTML.
func FuzzMarshal(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s), s)
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if !utf8.Valid(data) {
			return // RawMessage keeps it
		}
		var v all
		json.Unmarshal(data, &v)
		v.Bare = text
		v.A = []any{v.A, map[string]string{text: text, "k": ""}}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			t.Skip(err) // a year that has five digits
		}
		got, err := Marshal(v)
		if err != nil || string(got)+"\n" != want.String() {
			t.Fatalf("%s, %v\nencoding/json: %s", got, err, want.String())
		}
	})
}

// Valid and Indent say what encoding/json says of UTF-8.
func FuzzIndent(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) {
			if Valid(data) {
				t.Fatal("what is no UTF-8 is valid")
			}
			return
		}
		if Valid(data) != json.Valid(data) {
			t.Fatalf("Valid is %v", Valid(data))
		}
		var lines, compact bytes.Buffer
		got, err := Indent(data)
		if std := json.Indent(&lines, bytes.Trim(data, " \t\r\n"), "", "  "); (err == nil) != (std == nil) || err == nil && !bytes.Equal(got, lines.Bytes()) {
			t.Fatalf("%s, %v\nencoding/json: %s, %v", got, err, lines.Bytes(), std)
		}
		if err != nil {
			return
		}
		json.Compact(&compact, data)
		if got, err := Marshal(RawMessage(data)); err != nil || !bytes.Equal(got, compact.Bytes()) {
			t.Fatalf("%s, %v\nencoding/json: %s", got, err, compact.Bytes())
		}
	})
}
