package event

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/tempahq/tempa/core/schematest"
)

// The published schema and the Go types name the same fields with the same
// types.
func TestSchemaMatchesTypes(t *testing.T) {
	schematest.Match(t, schema(t), "event", reflect.TypeFor[Event]())
}

func schema(t *testing.T) schematest.Node {
	t.Helper()
	data, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schematest.Parse(t, data)
}

// The words of the schema are the constants of the package.
func TestSchemaWords(t *testing.T) {
	root := schema(t)
	tool := root.Defs["tool"].Properties
	tests := []struct {
		name      string
		got, want []string
	}{
		{"kind", root.Properties["kind"].Enum, words(SessionStart, PromptSubmit, ToolPre, ToolPost, TurnStop, SessionEnd, SettingsChange, Other)},
		{"tool.kind", tool["kind"].Enum, words(ToolShell, ToolRead, ToolSearch, ToolWrite, ToolEdit, ToolFetch, ToolMCP, ToolAgent, ToolSession, ToolUnknown)},
		{"tool.language", tool["language"].Enum, words(Bash, PowerShell, Cmd)},
		{"path.access", root.Defs["path"].Properties["access"].Enum, words(AccessList, AccessRead, AccessWrite, AccessDelete)},
	}
	for _, tt := range tests {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: the schema has %q, the package %q", tt.name, tt.got, tt.want)
		}
	}
}

func words[T ~string](list ...T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// Every field that is published survives a round trip.
func TestRoundTrip(t *testing.T) {
	var want Event
	fill(reflect.ValueOf(&want).Elem())
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Event
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(got); string(again) != string(data) {
		t.Errorf("got %s, want %s", again, data)
	}
}

// fill sets every field to something.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Uint8:
		v.SetUint(1)
	}
}
