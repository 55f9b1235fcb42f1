package event

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

type schemaNode struct {
	Ref        string                `json:"$ref"`
	Type       any                   `json:"type"`
	Properties map[string]schemaNode `json:"properties"`
	Items      *schemaNode           `json:"items"`
	AnyOf      []schemaNode          `json:"anyOf"`
	Enum       []string              `json:"enum"`
	Const      string                `json:"const"`
	Required   []string              `json:"required"`
	Defs       map[string]schemaNode `json:"$defs"`
}

// The published schema and the Go types name the same fields with the same
// types.
func TestSchemaMatchesTypes(t *testing.T) {
	compare(t, schema(t).Defs, "event", schema(t), reflect.TypeFor[Event]())
}

func schema(t *testing.T) schemaNode {
	t.Helper()
	data, err := os.ReadFile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var root schemaNode
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	return root
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

func compare(t *testing.T, defs map[string]schemaNode, path string, n schemaNode, typ reflect.Type) {
	t.Helper()
	n = resolve(t, defs, path, n)
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if n.Const == "" && n.Enum == nil {
		compareType(t, path, n, typ)
	}
	switch typ.Kind() {
	case reflect.Slice:
		if n.Items == nil {
			t.Errorf("%s: the schema does not say what the list holds", path)
			return
		}
		compare(t, defs, path+"[]", *n.Items, typ.Elem())
	case reflect.Struct:
		compareFields(t, defs, path, n, typ)
	}
}

func compareFields(t *testing.T, defs map[string]schemaNode, path string, n schemaNode, typ reflect.Type) {
	t.Helper()
	fields := map[string]bool{}
	for i := range typ.NumField() {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		fields[name] = true
		child, ok := n.Properties[name]
		if !ok {
			t.Errorf("%s.%s is not in the schema", path, name)
			continue
		}
		compare(t, defs, path+"."+name, child, typ.Field(i).Type)
	}
	for name := range n.Properties {
		if !fields[name] {
			t.Errorf("%s.%s is in the schema and not in the Go type", path, name)
		}
	}
	for _, name := range n.Required {
		if !fields[name] {
			t.Errorf("%s.%s is required and does not exist", path, name)
		}
	}
}

func resolve(t *testing.T, defs map[string]schemaNode, path string, n schemaNode) schemaNode {
	t.Helper()
	if len(n.AnyOf) > 0 {
		n = n.AnyOf[0]
	}
	if n.Ref == "" {
		return n
	}
	def, ok := defs[strings.TrimPrefix(n.Ref, "#/$defs/")]
	if !ok {
		t.Fatalf("%s: %s does not exist", path, n.Ref)
	}
	return def
}

func compareType(t *testing.T, path string, n schemaNode, typ reflect.Type) {
	t.Helper()
	want := map[reflect.Kind]string{
		reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Int64: "integer",
		reflect.Slice: "array", reflect.Struct: "object", reflect.Map: "object",
	}[typ.Kind()]
	switch have := n.Type.(type) {
	case string:
		if have != want {
			t.Errorf("%s is %s in the schema and %s in Go", path, have, typ)
		}
	case []any:
		if !slices.Contains(have, any(want)) {
			t.Errorf("%s is %v in the schema and %s in Go", path, have, typ)
		}
	default:
		t.Errorf("%s has no type in the schema", path)
	}
}
