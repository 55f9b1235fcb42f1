// Package schematest holds published JSON Schemas to the Go types that they
// describe: the same fields, with the same types.
package schematest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Node is as much of a JSON Schema as ours use.
type Node struct {
	Ref        string          `json:"$ref"`
	Type       any             `json:"type"`
	Properties map[string]Node `json:"properties"`
	Items      *Node           `json:"items"`
	AnyOf      []Node          `json:"anyOf"`
	Enum       []string        `json:"enum"`
	Const      string          `json:"const"`
	Required   []string        `json:"required"`
	Defs       map[string]Node `json:"$defs"`
}

// Parse reads a schema.
func Parse(t *testing.T, schema []byte) Node {
	t.Helper()
	var root Node
	if err := json.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// Match reports every difference between a schema and a type. name stands for
// the type in what it reports.
func Match(t *testing.T, root Node, name string, typ reflect.Type) {
	t.Helper()
	m := matcher{t, root.Defs}
	m.node(name, root, typ)
}

type matcher struct {
	*testing.T
	defs map[string]Node
}

func (m matcher) node(path string, n Node, typ reflect.Type) {
	m.Helper()
	n = m.resolve(path, n)
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if n.Const == "" && n.Enum == nil {
		m.kind(path, n, typ)
	}
	switch typ.Kind() {
	case reflect.Slice:
		if n.Items == nil {
			m.Errorf("%s: the schema does not say what the list holds", path)
			return
		}
		m.node(path+"[]", *n.Items, typ.Elem())
	case reflect.Struct:
		m.fields(path, n, typ)
	}
}

func (m matcher) fields(path string, n Node, typ reflect.Type) {
	m.Helper()
	fields := map[string]bool{}
	for i := range typ.NumField() {
		name, options, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if name == "-" || options == "unknown" {
			continue
		}
		fields[name] = true
		child, ok := n.Properties[name]
		if !ok {
			m.Errorf("%s.%s is not in the schema", path, name)
			continue
		}
		m.node(path+"."+name, child, typ.Field(i).Type)
	}
	for name := range n.Properties {
		if !fields[name] {
			m.Errorf("%s.%s is in the schema and not in the Go type", path, name)
		}
	}
	for _, name := range n.Required {
		if !fields[name] {
			m.Errorf("%s.%s is required and does not exist", path, name)
		}
	}
}

func (m matcher) resolve(path string, n Node) Node {
	m.Helper()
	if len(n.AnyOf) > 0 {
		n = n.AnyOf[0]
	}
	if n.Ref == "" {
		return n
	}
	def, ok := m.defs[strings.TrimPrefix(n.Ref, "#/$defs/")]
	if !ok {
		m.Fatalf("%s: %s does not exist", path, n.Ref)
	}
	return def
}

func (m matcher) kind(path string, n Node, typ reflect.Type) {
	m.Helper()
	want := map[reflect.Kind]string{
		reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Int64: "integer",
		reflect.Slice: "array", reflect.Struct: "object", reflect.Map: "object",
	}[typ.Kind()]
	switch have := n.Type.(type) {
	case string:
		if have != want {
			m.Errorf("%s is %s in the schema and %s in Go", path, have, typ)
		}
	case []any:
		if !slices.Contains(have, any(want)) {
			m.Errorf("%s is %v in the schema and %s in Go", path, have, typ)
		}
	default:
		m.Errorf("%s has no type in the schema", path)
	}
}
