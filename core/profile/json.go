package profile

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/json"
)

// Unknown holds the members of an object that this version does not know, so
// that writing the profile again loses nothing.
type Unknown map[string]json.RawMessage

// Read reads a profile and checks it.
func Read(data []byte) (*Profile, error) {
	if err := checkSchema(data); err != nil {
		return nil, err
	}
	p := new(Profile)
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	return p, p.Validate()
}

// checkSchema comes before anything else is read: a field of another version
// may mean something else.
func checkSchema(data []byte) error {
	var head struct {
		Schema *string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("profile: not a JSON object: %w", err)
	}
	switch {
	case head.Schema == nil:
		return fmt.Errorf("profile: schema is missing; write %q", Schema)
	case *head.Schema == Schema:
		return nil
	case strings.HasPrefix(*head.Schema, "tempa.profile/"):
		return fmt.Errorf("profile: schema %.40q is not one this Tempa reads (%s); update Tempa", *head.Schema, Schema)
	}
	return fmt.Errorf("profile: schema %.40q is not a Tempa profile; write %q", *head.Schema, Schema)
}

// Marshal writes the profile, indented, with every field of the contract.
func (p *Profile) Marshal() ([]byte, error) {
	text, err := json.MarshalIndent(p)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	return append(text, '\n'), nil
}

// decode reads an object into the fields of v, a pointer to a struct, by their
// exact names, and returns what is left. Errors name the field.
func decode(data []byte, v any) (Unknown, error) {
	var members Unknown
	if err := json.Unmarshal(data, &members); err != nil || members == nil {
		return nil, fmt.Errorf("want an object, got %.40s", data)
	}
	s := reflect.ValueOf(v).Elem()
	for i := range s.NumField() {
		name := s.Type().Field(i).Tag.Get("json")
		raw, ok := members[name]
		if !ok {
			continue
		}
		delete(members, name)
		if err := json.Unmarshal(raw, s.Field(i).Addr().Interface()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	return members, nil
}

// encode writes the fields of v, a struct, and then the unknown members.
// Lists that are nil become [], except those where null has a meaning.
func encode(v any, unknown Unknown) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	s := reflect.ValueOf(v)
	for i := range s.NumField() {
		name := s.Type().Field(i).Tag.Get("json")
		if name == "-" {
			continue
		}
		if err := member(&b, name, filled(name, s.Field(i))); err != nil {
			return nil, err
		}
	}
	names := make([]string, 0, len(unknown))
	for name := range unknown {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := member(&b, name, unknown[name]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func member(b *bytes.Buffer, name string, v any) error {
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	key, err := json.Marshal(name)
	if err != nil {
		return err
	}
	value, err := json.Marshal(v)
	b.Write(append(append(key, ':'), value...))
	return err
}

// filled is the value of a field as it is written.
func filled(name string, f reflect.Value) any {
	switch {
	case name == "remote" || name == "tools":
	case f.Kind() == reflect.Slice && f.IsNil():
		return reflect.MakeSlice(f.Type(), 0, 0).Interface()
	case f.Kind() == reflect.Map && f.IsNil():
		return reflect.MakeMap(f.Type()).Interface()
	case f.Type() == reflect.TypeFor[*bool]() && f.IsNil():
		return true
	}
	return f.Interface()
}
