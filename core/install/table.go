// Package install writes hook lines into the files of the clients and takes
// them out again. A file belongs to the person: everything in it that is not
// ours stays, in its order, and what cannot be read is left alone.
package install

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// Lines is a hook table with everything that belongs into it.
type Lines struct {
	Table   harness.HookTable
	Entries []Entry
	// Mark is a text that only our entries hold: the name of the hook binary.
	Mark string
}

// Entry is the list element of one event.
type Entry struct {
	Event string
	Value any
}

// LinesOf are the lines of a dialect for a hook that is started like l.
func LinesOf(d harness.Dialect, i harness.Installer, t harness.HookTable, l harness.Line) Lines {
	lines := Lines{Table: t, Mark: d.Info().Program}
	for _, e := range d.Info().Events {
		if !e.Foreign {
			lines.Entries = append(lines.Entries, Entry{e.Name, i.Entry(e, l)})
		}
	}
	return lines
}

// Add returns the file with our entries in it, each exactly once and last in
// its list. old is the file as it is, empty for a new one.
func (l Lines) Add(old []byte) ([]byte, error) {
	return l.edit(old, func(events *object) error {
		if err := l.strip(events); err != nil {
			return err
		}
		for _, e := range l.Entries {
			list, err := events.list(e.Event)
			if err != nil {
				return err
			}
			raw, err := marshal(e.Value)
			if err != nil {
				return err
			}
			events.setList(e.Event, append(list, raw))
		}
		return nil
	}, true)
}

// Remove returns the file without our entries, and without the lists and
// objects that are empty then.
func (l Lines) Remove(old []byte) ([]byte, error) {
	return l.edit(old, l.strip, false)
}

// strip takes our entries out of every event, also of events that an older
// version subscribed to.
func (l Lines) strip(events *object) error {
	for _, name := range events.keys() {
		list, err := events.list(name)
		if err != nil {
			return err
		}
		kept := list[:0:0]
		for _, raw := range list {
			if !strings.Contains(string(raw), l.Mark) {
				kept = append(kept, raw)
			}
		}
		switch {
		case len(kept) == len(list):
		case len(kept) == 0:
			events.remove(name)
		default:
			events.setList(name, kept)
		}
	}
	return nil
}

// edit applies change to the object that maps events to lists. With create,
// the way to it is made where it is missing.
func (l Lines) edit(old []byte, change func(*object) error, create bool) ([]byte, error) {
	top, err := parse(old)
	if err != nil {
		return nil, err
	}
	if err := descend(top, l.Table.Path, create, change); err != nil {
		return nil, err
	}
	if create {
		for _, m := range l.Table.Fixed {
			if top.get(m.Key) == nil {
				raw, err := marshal(m.Value)
				if err != nil {
					return nil, err
				}
				top.prepend(m.Key, raw)
			}
		}
	}
	return top.text()
}

func descend(o *object, path []string, create bool, change func(*object) error) error {
	if len(path) == 0 {
		return change(o)
	}
	raw := o.get(path[0])
	if raw == nil && !create {
		return nil
	}
	inner, err := parse(raw)
	if err != nil {
		return fmt.Errorf("%q %v", path[0], err)
	}
	if err := descend(inner, path[1:], create, change); err != nil {
		return err
	}
	if len(inner.members) == 0 && !create {
		o.remove(path[0])
		return nil
	}
	raw, err = inner.text()
	o.set(path[0], raw)
	return err
}

// object is a JSON object whose members keep their order and their text.
type object struct{ members []member }

type member struct {
	key string
	raw json.RawMessage
}

// parse reads an object; nothing at all is an empty one.
func parse(data []byte) (*object, error) {
	o := &object{}
	if len(bytes.TrimSpace(data)) == 0 {
		return o, nil
	}
	in, err := payload.Parse(data)
	if err != nil {
		return nil, err
	}
	for _, key := range in.Keys() {
		o.members = append(o.members, member{key, in.Get(key).Raw()})
	}
	return o, nil
}

func (o *object) keys() []string {
	var keys []string
	for _, m := range o.members {
		keys = append(keys, m.key)
	}
	return keys
}

func (o *object) get(key string) json.RawMessage {
	for _, m := range o.members {
		if m.key == key {
			return m.raw
		}
	}
	return nil
}

func (o *object) set(key string, raw json.RawMessage) {
	for i, m := range o.members {
		if m.key == key {
			o.members[i].raw = raw
			return
		}
	}
	o.members = append(o.members, member{key, raw})
}

func (o *object) prepend(key string, raw json.RawMessage) {
	o.members = append([]member{{key, raw}}, o.members...)
}

func (o *object) remove(key string) {
	kept := o.members[:0]
	for _, m := range o.members {
		if m.key != key {
			kept = append(kept, m)
		}
	}
	o.members = kept
}

// list is the list under a key, empty when there is none.
func (o *object) list(key string) ([]json.RawMessage, error) {
	raw := o.get(key)
	if raw == nil {
		return nil, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("%q is not a list of hooks", key)
	}
	return list, nil
}

func (o *object) setList(key string, list []json.RawMessage) {
	raw, err := marshal(list)
	if err != nil {
		panic(err) // raw JSON that was parsed before
	}
	o.set(key, raw)
}

func (o *object) text() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o.members {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := marshal(m.key)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(m.raw)
	}
	b.WriteByte('}')
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
