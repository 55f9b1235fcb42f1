package json

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

type name string

// all has every kind of field.
type all struct {
	S     string         `json:"s"`
	B     bool           `json:"b,omitempty"`
	I     int            `json:"i,omitempty"`
	I8    int8           `json:"i8"`
	I64   int64          `json:"i64"`
	P     *all           `json:"p,omitempty"`
	Yes   *bool          `json:"yes"`
	L     []all          `json:"l,omitempty"`
	Words []string       `json:"words"`
	Named []name         `json:"named,omitempty"`
	M     map[name]*all  `json:"m,omitempty"`
	Any   map[string]any `json:"any"`
	A     any            `json:"a"`
	T     time.Time      `json:"t,omitzero"`
	R     RawMessage     `json:"r"`
	In    struct {
		X int `json:"x,omitzero"`
	} `json:"in,omitempty"`
	Bare   string
	Hidden string `json:"-"`
	own    string
}

const full = `{"s":"a\u00e9\n","b":true,"i":-3,"i8":127,"i64":9223372036854775807,"p":{"s":"inner"},"yes":false,
	"l":[{"s":"1"},{}],"words":[],"named":["x"],"m":{"k":{"i":1},"z":null},"any":{"n":1,"l":[null,true,"x",{}],"o":{}},"a":[1.50],
	"t":"2026-01-02T03:04:05Z","r":{"kept" : [ 1.50 ]},"in":{"x":2},"Bare":"b","Hidden":"no","own":"no","unknown":{"x":[1]}}`

func TestUnmarshal(t *testing.T) {
	var got all
	if err := Unmarshal([]byte(full), &got); err != nil {
		t.Fatal(err)
	}
	no := false
	want := all{
		S: "aé\n", B: true, I: -3, I8: 127, I64: math.MaxInt64, P: &all{S: "inner"}, Yes: &no,
		L: []all{{S: "1"}, {}}, Words: []string{}, Named: []name{"x"}, M: map[name]*all{"k": {I: 1}, "z": nil},
		Any: map[string]any{"n": Number("1"), "l": []any{nil, true, "x", map[string]any{}}, "o": map[string]any{}}, A: []any{Number("1.50")},
		T: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), R: RawMessage(`{"kept" : [ 1.50 ]}`), Bare: "b",
	}
	want.In.X = 2
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestUnmarshalKeepsWhatIsThere(t *testing.T) {
	got := all{S: "old", I: 1, Words: []string{"old"}, Any: map[string]any{"old": true}, P: &all{S: "old"}, Yes: new(bool)}
	if err := Unmarshal([]byte(`{"s":null,"words":null,"any":{"new":1},"p":{"i":2},"yes":null,"S":"not the field"}`), &got); err != nil {
		t.Fatal(err)
	}
	want := all{S: "old", I: 1, Any: map[string]any{"old": true, "new": Number("1")}, P: &all{S: "old", I: 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	tests := []struct{ in, want string }{
		{``, "the text is empty"},
		{`{"s":`, "the text is cut off (at byte 5)"},
		{`{} x`, "the text has something after its JSON value (at byte 3)"},
		{`{"s":"a","s":"b"}`, "the text has a key twice in one object (at byte 13)"},
		{`{"unknown":{"s":1,"s":2}}`, "the text has a key twice in one object (at byte 22)"},
		{"{\"s\":\"\xff\"}", "the text is not valid UTF-8 (at byte 6)"},
		{strings.Repeat("[", 201), "the text is nested deeper than 200 (at byte 200)"},
		{`[]`, "want an object, got list"},
		{`{"s":1}`, "s: want a string, got number"},
		{`{"b":"x"}`, "b: want true or false, got string"},
		{`{"i":1.0}`, "i: want a whole number, got number"},
		{`{"i8":128}`, "i8: want a whole number, got number"},
		{`{"words":{}}`, "words: want a list, got object"},
		{`{"words":["x",true]}`, "words: want a string, got bool"},
		{`{"m":{"k":{"p":{"in":[]}}}}`, "m: k: p: in: want an object, got list"},
		{`{"t":"yesterday"}`, "t: "},
		{`{"s":1,"b":1}`, "s: want a string, got number"},
	}
	for _, tt := range tests {
		var v all
		if err := Unmarshal([]byte(tt.in), &v); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.in, err, tt.want)
		}
	}
	for _, v := range []any{new(uint), new(float64), new(map[int]string), new(chan int), new(error)} {
		if err := Unmarshal([]byte(`{"1":1}`), v); err == nil {
			t.Errorf("%T can be read", v)
		}
	}
}

// What is wrong in one place does not hide the rest.
func TestUnmarshalGoesOn(t *testing.T) {
	var v all
	err := Unmarshal([]byte(`{"i":"x","t":1,"words":["a",1,"c"],"s":"read"}`), &v)
	if err == nil || v.S != "read" || !reflect.DeepEqual(v.Words, []string{"a", "", "c"}) {
		t.Errorf("%v, %+v", err, v)
	}
}

func TestUnmarshalStrict(t *testing.T) {
	var v all
	if err := UnmarshalStrict([]byte(`{"in":{"x":1}}`), &v); err != nil {
		t.Error(err)
	}
	for in, want := range map[string]string{
		`{"S":"x"}`:          `there is no member "S"`,
		`{"p":{"Hidden":1}}`: `p: there is no member "Hidden"`,
	} {
		if err := UnmarshalStrict([]byte(in), &v); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestMarshal(t *testing.T) {
	yes := true
	tests := []struct {
		in   any
		want string
	}{
		{nil, `null`},
		{(*all)(nil), `null`},
		{all{}, `{"s":"","i8":0,"i64":0,"yes":null,"words":null,"any":null,"a":null,"r":null,"in":{},"Bare":""}`},
		{
			&all{B: true, Yes: &yes, Words: []string{}, Any: map[string]any{"z": 1, "a": nil}, A: name("n"), R: RawMessage("{ \"a\" : 1.50 }"), Hidden: "h", own: "o"},
			`{"s":"","b":true,"i8":0,"i64":0,"yes":true,"words":[],"any":{"a":null,"z":1},"a":"n","r":{"a":1.50},"in":{},"Bare":""}`,
		},
		{struct{}{}, `{}`},
		{map[string]int{}, `{}`},
		{[]any{int64(-1), "x", false, []string(nil), map[string]any(nil)}, `[-1,"x",false,null,null]`},
		{[]float64{0, 1, -2.5, 1e20, 1e21, 1e-6, 1.25e-7, 1e-100}, `[0,1,-2.5,100000000000000000000,1e+21,0.000001,1.25e-7,1e-100]`},
		{map[string]any{"n": Number("1.50")}, `{"n":1.50}`},
		{"<a href=\"x\">\\&\x7f\b\f\n\r\t\x00\x1f\u2028\u2029é😀\xff", `"<a href=\"x\">\\&` + "\x7f" + `\b\f\n\r\t\u0000\u001f\u2028\u2029é😀\ufffd"`},
		{time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), `"2026-01-02T03:04:05.000000006Z"`},
	}
	for _, tt := range tests {
		got, err := Marshal(tt.in)
		if err != nil || string(got) != tt.want {
			t.Errorf("%+v:\ngot  %s, %v\nwant %s", tt.in, got, err, tt.want)
		}
	}
}

type failing struct{}

func (failing) MarshalJSON() ([]byte, error) { return nil, errors.New("no") }

type loop struct {
	Next *loop `json:"next"`
}

func TestMarshalRefuses(t *testing.T) {
	round := &loop{}
	round.Next = round
	for _, v := range []any{math.NaN(), math.Inf(-1), uint(1), [1]int{1}, []byte("x"), map[int]string{1: "x"}, failing{}, RawMessage("{"), RawMessage{}, Number(""), round, func() {}} {
		if got, err := Marshal(v); err == nil {
			t.Errorf("%T is %s", v, got)
		}
	}
}

// A struct in a struct without a name of its own is nothing that JSON shows.
func TestEmbeddedPanics(t *testing.T) {
	for _, v := range []any{struct{ loop }{}, struct{ Shown }{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is written", v)
				}
			}()
			Marshal(v)
		}()
	}
}

// Shown is embedded under a name that is exported.
type Shown struct{ X int }

// keeps has what it does not know.
type keeps struct {
	A    int                   `json:"a"`
	Rest map[string]RawMessage `json:",unknown"`
	In   *keeps                `json:"in,omitempty"`
}

func TestUnknown(t *testing.T) {
	const in = `{"z":[1.50],"a":1,"in":{"a":2},"Rest":{},"A":3}`
	var v keeps
	if err := UnmarshalStrict([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	want := keeps{A: 1, In: &keeps{A: 2}, Rest: map[string]RawMessage{"z": RawMessage("[1.50]"), "Rest": RawMessage("{}"), "A": RawMessage("3")}}
	if !reflect.DeepEqual(v, want) {
		t.Errorf("got %+v, want %+v", v, want)
	}
	out, err := Marshal(v)
	if want := `{"a":1,"in":{"a":2},"A":3,"Rest":{},"z":[1.50]}`; err != nil || string(out) != want {
		t.Errorf("got %s, %v, want %s", out, err, want)
	}
	if out, err := Marshal(map[string]keeps{"k": {}}); err != nil || string(out) != `{"k":{"a":0}}` {
		t.Errorf("got %s, %v", out, err)
	}
	var m map[string]keeps
	if err := Unmarshal([]byte(`{"k":null}`), &m); err == nil || err.Error() != "k: want an object, got null" {
		t.Error(err)
	}
}

func TestIndent(t *testing.T) {
	tests := []struct{ in, want string }{
		{` {"a":[1,{ },[ ],"x\"]{"],"b":{"c":null}} `, "{\n  \"a\": [\n    1,\n    {},\n    [],\n    \"x\\\"]{\"\n  ],\n  \"b\": {\n    \"c\": null\n  }\n}"},
		{`1.50`, `1.50`},
	}
	for _, tt := range tests {
		got, err := Indent([]byte(tt.in))
		if err != nil || string(got) != tt.want {
			t.Errorf("got %s, %v, want %s", got, err, tt.want)
		}
	}
	if _, err := Indent([]byte(`{`)); err == nil {
		t.Error("what is no JSON is laid out")
	}
	got, err := MarshalIndent(map[string]any{"a": []int{1}})
	if want := "{\n  \"a\": [\n    1\n  ]\n}"; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if _, err := MarshalIndent(failing{}); err == nil {
		t.Error("an error is lost")
	}
}

// encoding/json, too, keeps a RawMessage as it is.
func TestRawMessageElsewhere(t *testing.T) {
	var v all
	if err := json.Unmarshal([]byte(`{"r":[1.50]}`), &v); err != nil || string(v.R) != "[1.50]" {
		t.Errorf("%s, %v", v.R, err)
	}
}
