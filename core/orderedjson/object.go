// Package orderedjson edits JSON files that belong to a person: members that
// are not touched keep their order and their text. Only white space between
// them is written anew.
package orderedjson

import (
	"bytes"
	"fmt"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/payload"
)

// Object is a JSON object whose members keep their order and their text.
type Object struct{ members []member }

type member struct {
	key string
	raw json.RawMessage
}

// Parse reads an object; nothing at all is an empty one. It is as strict as
// package payload: no key twice, no comments, no byte order mark, nothing
// behind the object.
func Parse(data []byte) (*Object, error) {
	o := &Object{}
	if len(bytes.TrimSpace(data)) == 0 {
		return o, nil
	}
	in, err := payload.Parse(data)
	if err != nil {
		return nil, err
	}
	for _, m := range in.Members() {
		o.members = append(o.members, member{m.Key, m.Value.Raw()})
	}
	return o, nil
}

// Len is the number of members.
func (o *Object) Len() int { return len(o.members) }

// Keys are the keys in their order.
func (o *Object) Keys() []string {
	var keys []string
	for _, m := range o.members {
		keys = append(keys, m.key)
	}
	return keys
}

// Get is the text of the member with this key, nil when there is none.
func (o *Object) Get(key string) json.RawMessage {
	for _, m := range o.members {
		if m.key == key {
			return m.raw
		}
	}
	return nil
}

// Set puts a value under a key: in its place when it is there, else at the end.
func (o *Object) Set(key string, raw json.RawMessage) {
	for i, m := range o.members {
		if m.key == key {
			o.members[i].raw = raw
			return
		}
	}
	o.members = append(o.members, member{key, raw})
}

// Prepend puts a new member in front.
func (o *Object) Prepend(key string, raw json.RawMessage) {
	o.members = append([]member{{key, raw}}, o.members...)
}

// Remove takes a member out.
func (o *Object) Remove(key string) {
	kept := o.members[:0]
	for _, m := range o.members {
		if m.key != key {
			kept = append(kept, m)
		}
	}
	o.members = kept
}

// List is the list under a key, empty when there is none.
func (o *Object) List(key string) ([]json.RawMessage, error) {
	raw := o.Get(key)
	if raw == nil {
		return nil, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("%q is not a list", key)
	}
	return list, nil
}

// SetList puts a list of JSON texts under a key.
func (o *Object) SetList(key string, list []json.RawMessage) {
	raw, err := json.Marshal(list)
	if err != nil {
		panic(err) // raw JSON that was parsed before
	}
	o.Set(key, raw)
}

// Text is the object as a file, indented by two blanks.
func (o *Object) Text() ([]byte, error) {
	b := []byte("{")
	for i, m := range o.members {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), m.raw...)
	}
	out, err := json.Indent(append(b, '}'))
	if err != nil {
		return nil, err
	}
	return append(out, '\n'), nil
}
