package orderedjson

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/json"
)

func flat(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }

func TestEdit(t *testing.T) {
	tests := []struct {
		name, in string
		edit     func(*Object)
		want     string
	}{
		{"nothing is an empty object", " \n", func(*Object) {}, `{}`},
		{"order and spelling stay", `{"z":1.50,"a":"\u00e9","<":[true ]}`, func(*Object) {}, `{"z":1.50,"a":"\u00e9","<":[true]}`},
		{"set in its place", `{"a":1,"b":2}`, func(o *Object) { o.Set("a", json.RawMessage("3")) }, `{"a":3,"b":2}`},
		{"set at the end", `{"a":1}`, func(o *Object) { o.Set("b", json.RawMessage("2")) }, `{"a":1,"b":2}`},
		{"prepend", `{"a":1}`, func(o *Object) { o.Prepend("b", json.RawMessage("2")) }, `{"b":2,"a":1}`},
		{"remove", `{"a":1,"b":2,"c":3}`, func(o *Object) { o.Remove("b") }, `{"a":1,"c":3}`},
		{"list", `{"a":[1]}`, func(o *Object) {
			list, _ := o.List("a")
			o.SetList("a", append(list, json.RawMessage(`"<x>"`)))
		}, `{"a":[1,"<x>"]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, err := Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			tt.edit(o)
			got, err := o.Text()
			if err != nil || flat(got) != tt.want {
				t.Errorf("got %s, %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{`[]`, `{"a":1,"a":2}`, "{\n// mine\n}", "\ufeff{}", `{} x`, `{"a":`, `null`} {
		if _, err := Parse([]byte(in)); err == nil {
			t.Errorf("Parse(%q) has no error", in)
		}
	}
	o, _ := Parse([]byte(`{"a":{}}`))
	if _, err := o.List("a"); err == nil {
		t.Error("an object is no list")
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte(`{"permissions":{"deny":["a"]},"x":1e400}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		o, err := Parse(in)
		if err != nil {
			return
		}
		out, err := o.Text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if twice, _ := again.Text(); string(twice) != string(out) {
			t.Fatalf("%s\n%s", out, twice)
		}
	})
}
