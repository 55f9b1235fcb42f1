package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/tempahq/tempa/core/spelling"
)

// UnmarshalYAML takes any scalar but null.
func (t *Text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		return lineError(n, "want a text, got %s; put it in quotes", kindName(n))
	}
	if n.Value == "" {
		return lineError(n, "want a text, got nothing; write one or remove the line")
	}
	*t = Text{n.Value, n.Line}
	return nil
}

// UnmarshalYAML reads a bundle written as {id, with} or as its id alone.
func (b *Bundle) UnmarshalYAML(n *yaml.Node) error {
	b.Line = n.Line
	if n.Kind != yaml.MappingNode {
		return b.ID.UnmarshalYAML(n)
	}
	for i := 0; i < len(n.Content); i += 2 {
		switch key := n.Content[i]; key.Value {
		case "id", "with":
		default:
			return lineError(key, "%s", unknownKey(key.Value, []string{"id", "with"}))
		}
	}
	type plain Bundle
	if err := n.Decode((*plain)(b)); err != nil {
		return err
	}
	if b.ID.Value == "" {
		return lineError(n, "a bundle needs its id, such as: id: destructive")
	}
	b.Line = n.Line
	return nil
}

func lineError(n *yaml.Node, format string, args ...any) error {
	return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: ", n.Line) + fmt.Sprintf(format, args...)}}
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return `"key: value"`
	case yaml.SequenceNode:
		return "a list"
	}
	return "something else"
}

// Decode reads one YAML document strictly into v.
func Decode(file string, data []byte, v any) Errors {
	errs := emptyItems(file, data)
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	err := d.Decode(v)
	if errors.Is(err, io.EOF) {
		return nil // an empty file sets nothing
	}
	var typed *yaml.TypeError
	if errors.As(err, &typed) {
		for _, text := range typed.Errors {
			errs = append(errs, yamlError(file, text, reflect.TypeOf(v)))
		}
		return errs
	}
	if err != nil {
		return append(errs, yamlError(file, strings.TrimPrefix(err.Error(), "yaml: "), reflect.TypeOf(v)))
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		errs.Add(file, 0, "holds more than one document; keep what stands above the second ---")
	}
	return errs
}

// emptyItems finds list entries with nothing in them, which the decoder leaves
// out in silence.
func emptyItems(file string, data []byte) Errors {
	var errs Errors
	var root yaml.Node
	if yaml.Unmarshal(data, &root) != nil {
		return nil // told by the decoder
	}
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		for _, child := range n.Content {
			if n.Kind == yaml.SequenceNode && child.Tag == "!!null" {
				errs.Add(file, child.Line, "want a text, got nothing; write one or remove the line")
			}
			walk(child)
		}
	}
	walk(&root)
	return errs
}

var (
	lineText     = regexp.MustCompile(`(?s)^line (\d+): (.*)$`)
	unknownField = regexp.MustCompile(`^field (.*) not found in type (\S+)$`)
	wrongType    = regexp.MustCompile("(?s)^cannot unmarshal !*(\\S*) ?(?:`.*`)? ?into (\\S+)$")
	twice        = regexp.MustCompile(`^mapping key (".*") already defined at line (\d+)$`)
)

// yamlError turns the library's message into a sentence with a way out.
func yamlError(file, text string, root reflect.Type) Error {
	e := Error{File: file, Text: text}
	if m := lineText.FindStringSubmatch(text); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		e.Text = m[2]
	}
	if m := unknownField.FindStringSubmatch(e.Text); m != nil {
		e.Text = unknownKey(m[1], keysOf(root, m[2]))
	} else if m := wrongType.FindStringSubmatch(e.Text); m != nil {
		e.Text = "want " + wanted(m[2]) + ", got " + got(m[1])
	} else if m := twice.FindStringSubmatch(e.Text); m != nil {
		e.Text = "key " + m[1] + " stands at line " + m[2] + " already; merge the two"
	} else if strings.HasSuffix(e.Text, "cannot start any token") {
		e.Text = "a tab, or a text that begins with @, % or a backtick; indent with blanks, and put such a text in quotes"
	}
	return e
}

func wanted(goType string) string {
	switch {
	case strings.HasPrefix(goType, "[]"), strings.HasPrefix(goType, "*[]"):
		return "a list, one entry per line behind a dash"
	case strings.HasSuffix(goType, "bool"):
		return "true or false"
	case strings.HasSuffix(goType, "int"):
		return "a whole number"
	case strings.HasSuffix(goType, "string"):
		return "a text"
	}
	return `"key: value" lines`
}

func got(tag string) string {
	switch tag {
	case "seq":
		return "a list"
	case "map":
		return `"key: value"`
	case "str":
		return "a text"
	case "null":
		return "nothing"
	case "bool":
		return "true or false"
	}
	return "a number"
}

// unknownKey names the key that was probably meant, or all of them.
func unknownKey(key string, known []string) string {
	if best := spelling.Nearest(key, known); best != "" {
		return fmt.Sprintf("unknown key %q; did you mean %q?", key, best)
	}
	return fmt.Sprintf("unknown key %q; known here: %s", key, strings.Join(known, ", "))
}

// keysOf returns the YAML keys of the named type, found from root.
func keysOf(root reflect.Type, name string) []string {
	for root.Kind() == reflect.Pointer || root.Kind() == reflect.Slice {
		root = root.Elem()
	}
	if root.Kind() != reflect.Struct {
		return nil
	}
	var keys []string
	for i := range root.NumField() {
		key, _, _ := strings.Cut(root.Field(i).Tag.Get("yaml"), ",")
		if root.String() == name && key != "-" && key != "" {
			keys = append(keys, key)
		} else if root.String() != name {
			if found := keysOf(root.Field(i).Type, name); found != nil {
				return found
			}
		}
	}
	return keys
}
