package payload

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	many := make([]string, 0, 40)
	for i := range 40 {
		many = append(many, `"k`+strings.Repeat("x", i)+`":1`)
	}
	tests := []struct{ name, in, want string }{
		{"empty", "", "is empty"},
		{"blank", " \n", "is empty"},
		{"text", "hello", "is not JSON (at byte 0)"},
		{"array", "[]", "is not a JSON object"},
		{"string", `"x"`, "is not a JSON object"},
		{"null", "null", "is not a JSON object"},
		{"cut in key", `{"a`, "is cut off (at byte 3)"},
		{"cut in value", `{"a":`, "is cut off (at byte 5)"},
		{"cut after value", `{"a":1`, "is cut off (at byte 6)"},
		{"two objects", `{} {}`, "has something after its JSON value (at byte 3)"},
		{"log line behind", "{}\nok", "has something after its JSON value (at byte 3)"},
		{"byte order mark", "\ufeff{}", "is not JSON (at byte 0)"},
		{"key twice", `{"a":1,"a":2}`, "has a key twice in one object (at byte 11)"},
		{"key twice by escape", `{"a":1,"\u0061":2}`, "has a key twice in one object (at byte 16)"},
		{"key twice below", `{"t":{"command":"x","command":"y"}}`, "has a key twice in one object (at byte 30)"},
		{"key twice among many", "{" + strings.Join(many, ",") + `,"kx":2}`, "has a key twice in one object"},
		{"trailing comma", `{"a":1,}`, "is not JSON (at byte 7)"},
		{"no colon", `{"a" 1}`, "is not JSON (at byte 5)"},
		{"bare word", `{"a":tru}`, "is not JSON (at byte 5)"},
		{"leading zero", `{"a":01}`, "is not JSON (at byte 6)"},
		{"plus", `{"a":+1}`, "is not JSON (at byte 5)"},
		{"half number", `{"a":1.}`, "is not JSON (at byte 7)"},
		{"half exponent", `{"a":1e}`, "is not JSON (at byte 7)"},
		{"control character", "{\"a\":\"x\ny\"}", "has a control character in a string (at byte 7)"},
		{"NUL", "{\"a\":\"x\x00y\"}", "has a control character in a string (at byte 7)"},
		{"bad escape", `{"a":"\x41"}`, "is not JSON (at byte 7)"},
		{"half escape", `{"a":"\u00"}`, "is not JSON (at byte 10)"},
		{"bad UTF-8", "{\"a\":\"\xff\"}", "is not valid UTF-8 (at byte 6)"},
		{"overlong UTF-8", "{\"a\":\"\xc0\xaf\"}", "is not valid UTF-8 (at byte 6)"},
		{"deep objects", strings.Repeat(`{"a":`, 200_000), "is nested deeper than 200 (at byte 1000)"},
		{"deep arrays", `{"a":` + strings.Repeat(`[`, 200_000), "is nested deeper than 200 (at byte 204)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("Parse error = %v, want prefix %q", err, tt.want)
			}
		})
	}
}

func TestParseTooLarge(t *testing.T) {
	_, err := Parse(bytes.Repeat([]byte(" "), MaxBytes+1))
	if err == nil || err.Error() != "is larger than 32 MiB" {
		t.Errorf("Parse error = %v", err)
	}
}

func TestValues(t *testing.T) {
	o, err := Parse([]byte(` {"s":"a\"\u00e9\ud83d\ude00\/","lone":"\ud800x","n":-1.5e3,"t":true,"f":false,"z":null,"o":{"S":"up","s":"low"},"a":[1, "x" ,{}]} `))
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := o.Get("s").Str(); s != "a\"é😀/" || !ok {
		t.Errorf("s = %q, %v", s, ok)
	}
	if s, ok := o.Get("lone").Str(); s != "\ufffdx" || !ok {
		t.Errorf("lone = %q, %v", s, ok)
	}
	if n, ok := o.Get("n").Number(); n != "-1.5e3" || !ok {
		t.Errorf("n = %q, %v", n, ok)
	}
	if b, ok := o.Get("t").Bool(); !b || !ok {
		t.Errorf("t = %v, %v", b, ok)
	}
	if b, ok := o.Get("f").Bool(); b || !ok {
		t.Errorf("f = %v, %v", b, ok)
	}
	if !o.Get("z").IsNull() || !o.Get("z").Exists() {
		t.Error("z is null")
	}
	if _, ok := o.Get("z").Str(); ok {
		t.Error("null is no string")
	}
	inner, _ := o.Get("o").Object()
	if s, _ := inner.Get("s").Str(); s != "low" {
		t.Errorf("the exact key wins, got %q", s)
	}
	list, ok := o.Get("a").Array()
	if !ok || len(list) != 3 || string(list[1].Raw()) != `"x"` {
		t.Errorf("a = %v, %v", list, ok)
	}
	if v := o.Get("S"); v.Exists() || v.Raw() != nil {
		t.Error("keys compare exactly")
	}
	want := []string{"s", "lone", "n", "t", "f", "z", "o", "a"}
	if got := o.Keys(); !reflect.DeepEqual(got, want) {
		t.Errorf("Keys = %q, want %q", got, want)
	}
}

func TestParseValue(t *testing.T) {
	v, err := ParseValue([]byte(` [1,{"a":2}] `))
	if list, ok := v.Array(); err != nil || !ok || len(list) != 2 {
		t.Errorf("%s, %v", v.Raw(), err)
	}
	if _, err := ParseValue([]byte(`[{"a":1,"a":2}]`)); err == nil || err.Error() != "has a key twice in one object (at byte 12)" {
		t.Errorf("ParseValue error = %v", err)
	}
}

func TestMembers(t *testing.T) {
	o, err := Parse([]byte(`{"b":1,"a":[],"c":null}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range o.Members() {
		got = append(got, m.Key+" "+string(m.Value.Raw()))
	}
	if want := []string{"b 1", "a []", "c null"}; !reflect.DeepEqual(got, want) {
		t.Errorf("Members = %q, want %q", got, want)
	}
}

// Valid looks at the grammar alone.
func TestValid(t *testing.T) {
	tests := map[string]bool{
		`1`: true, ` {"a":1,"a":2} `: true, strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000): true,
		``: false, `{`: false, `1 2`: false, "\"\xff\"": false, strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001): false,
	}
	for in, want := range tests {
		if got := Valid([]byte(in)); got != want {
			t.Errorf("Valid(%.20q) = %v", in, got)
		}
	}
}

func TestFields(t *testing.T) {
	o, err := Parse([]byte(`{"a":"x","null":null,"n":1,"list":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	f := Fields{Object: o}
	if a, null, none := f.Text("a"), f.Text("null"), f.Text("none"); a != "x" || null != "" || none != "" || f.Err != nil {
		t.Errorf("%q, %q, %q, %v", a, null, none, f.Err)
	}
	f.Needed("none")
	f.Text("n")
	if f.Err == nil || f.Err.Error() != `the payload has no text as "none"` {
		t.Errorf("the first fault counts, got %v", f.Err)
	}
	for _, key := range []string{"n", "list"} {
		if f := (Fields{Object: o}); f.Text(key) != "" || f.Err == nil {
			t.Errorf("%s counts as a text", key)
		}
	}
}

// Parse accepts exactly the objects whose grammar encoding/json accepts, but for
// the stricter rules this package adds. A number too large for a float64 is valid
// JSON and stays text until somebody asks for it.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":[1,2,{"b":null}],"c":"\u0041"}`, `{"a":1,"a":2}`, `[1]`, "{\"a\":\"\xff\"}", `{"a":1e9}`, `{"a":1e700}`, ` {"":-0.0E+1} `} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Parse(data)
		var m map[string]json.RawMessage
		std := json.Unmarshal(data, &m)
		if err == nil && (std != nil || m == nil) {
			t.Fatalf("accepted what encoding/json refuses: %v", std)
		}
		if err != nil {
			return
		}
		if len(o.Keys()) != len(m) {
			t.Fatalf("keys: %q, encoding/json has %d", o.Keys(), len(m))
		}
		for k, v := range m {
			if v[0] != '"' {
				continue
			}
			var want string
			if err := json.Unmarshal(v, &want); err != nil {
				t.Fatal(err)
			}
			if got, ok := o.Get(k).Str(); !ok || got != want {
				t.Fatalf("%q = %q, want %q", k, got, want)
			}
		}
	})
}
