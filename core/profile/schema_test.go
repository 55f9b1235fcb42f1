package profile

import (
	"encoding/json"
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
	var root schemaNode
	if err := json.Unmarshal([]byte(JSONSchema), &root); err != nil {
		t.Fatal(err)
	}
	compare(t, root.Defs, "profile", root, reflect.TypeFor[Profile]())
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
