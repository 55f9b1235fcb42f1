package profile

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/tempahq/tempa/core/json"
)

// Unknown holds the members of an object that this version does not know, so
// that writing the profile again loses nothing. Every object of the contract
// has it.
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
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	full := new(Profile) // p stays as it is
	if err := json.Unmarshal(text, full); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	fill("", reflect.ValueOf(full).Elem())
	text, err = json.MarshalIndent(full)
	return append(text, '\n'), err
}

// fill makes lists and objects that are nil empty, except those where null has
// a meaning, and writes down what an absent switch means.
func fill(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Type().Field(i).Tag.Get("json"), v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() && name != "remote" && name != "tools" {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fill("", v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
	case reflect.Pointer:
		if yes := true; v.IsNil() && v.Type() == reflect.TypeFor[*bool]() {
			v.Set(reflect.ValueOf(&yes))
		}
	}
}
