// Package install writes hook lines into the files of the clients and takes
// them out again. A file belongs to the person: everything in it that is not
// ours stays, in its order, and what cannot be read is left alone.
package install

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/orderedjson"
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
	return l.edit(old, func(events *orderedjson.Object) error {
		if err := l.strip(events); err != nil {
			return err
		}
		for _, e := range l.Entries {
			list, err := events.List(e.Event)
			if err != nil {
				return err
			}
			raw, err := json.Marshal(e.Value)
			if err != nil {
				return err
			}
			events.SetList(e.Event, append(list, raw))
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
func (l Lines) strip(events *orderedjson.Object) error {
	for _, name := range events.Keys() {
		list, err := events.List(name)
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
			events.Remove(name)
		default:
			events.SetList(name, kept)
		}
	}
	return nil
}

// edit applies change to the object that maps events to lists. With create,
// the way to it is made where it is missing.
func (l Lines) edit(old []byte, change func(*orderedjson.Object) error, create bool) ([]byte, error) {
	top, err := orderedjson.Parse(old)
	if err != nil {
		return nil, err
	}
	if err := descend(top, l.Table.Path, create, change); err != nil {
		return nil, err
	}
	if create {
		for _, m := range l.Table.Fixed {
			if top.Get(m.Key) == nil {
				raw, err := json.Marshal(m.Value)
				if err != nil {
					return nil, err
				}
				top.Prepend(m.Key, raw)
			}
		}
	}
	return top.Text()
}

func descend(o *orderedjson.Object, path []string, create bool, change func(*orderedjson.Object) error) error {
	if len(path) == 0 {
		return change(o)
	}
	raw := o.Get(path[0])
	if raw == nil && !create {
		return nil
	}
	inner, err := orderedjson.Parse(raw)
	if err != nil {
		return fmt.Errorf("%q %v", path[0], err)
	}
	if err := descend(inner, path[1:], create, change); err != nil {
		return err
	}
	if inner.Len() == 0 && !create {
		o.Remove(path[0])
		return nil
	}
	raw, err = inner.Text()
	o.Set(path[0], raw)
	return err
}
