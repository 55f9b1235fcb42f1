package install

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/orderedjson"
)

// Found is one of our entries in a file.
type Found struct {
	Event string
	Index int // in the event's list
	Raw   []byte
}

// Find returns our entries in a file.
func (l Lines) Find(file []byte) ([]Found, error) {
	var found []Found
	_, err := l.edit(file, func(events *orderedjson.Object) error {
		for _, name := range events.Keys() {
			list, err := events.List(name)
			if err != nil {
				return err
			}
			for i, raw := range list {
				if strings.Contains(string(raw), l.Mark) {
					found = append(found, Found{name, i, raw})
				}
			}
		}
		return nil
	}, false)
	return found, err
}

// Differences says how our entries in a file differ from what they should be.
// Their order, the file's layout and what else is in it do not matter.
func (l Lines) Differences(found []Found) []string {
	var list []string
	known := map[string]bool{}
	for _, e := range l.Entries {
		known[e.Event] = true
		n := 0
		for _, f := range found {
			if f.Event != e.Event {
				continue
			}
			if n++; !sameJSON(f.Raw, e.Value) {
				list = append(list, fmt.Sprintf("the line for %s is not what Tempa writes", e.Event))
			}
		}
		switch {
		case n == 0:
			list = append(list, "there is no line for "+e.Event)
		case n > 1:
			list = append(list, fmt.Sprintf("%s has %d lines", e.Event, n))
		}
	}
	for _, f := range found {
		if !known[f.Event] {
			list = append(list, "an old line stands under "+f.Event)
		}
	}
	return list
}

func sameJSON(raw []byte, value any) bool {
	want, err := json.Marshal(value)
	if err != nil {
		return false
	}
	have, err := canonical(raw)
	if err != nil {
		return false
	}
	want, err = canonical(want)
	return err == nil && string(have) == string(want)
}

// canonical is a JSON text in the one form that its value has.
func canonical(raw []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// Timeouts compares the timeouts of our entries with what they should be.
// Clients count in seconds or in milliseconds, so a wrong one can mean a hook
// that is always too late.
func (l Lines) Timeouts(found []Found) []string {
	var list []string
	for _, e := range l.Entries {
		raw, err := json.Marshal(e.Value)
		if err != nil {
			continue
		}
		want := timeout(raw)
		for _, f := range found {
			if got := timeout(f.Raw); f.Event == e.Event && got != want {
				list = append(list, fmt.Sprintf("%s has %s, want %s", e.Event, got, want))
			}
		}
	}
	return list
}

// timeout is the first timeout in an entry, as it is written.
func timeout(raw []byte) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return "none"
	}
	return timeoutIn(v)
}

func timeoutIn(v any) string {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if t := timeoutIn(item); t != "none" {
				return t
			}
		}
	case map[string]any:
		for _, key := range []string{"timeout", "timeoutSec"} {
			if t, ok := v[key]; ok {
				return fmt.Sprintf("%s %v", key, t)
			}
		}
		return timeoutIn(v["hooks"])
	}
	return "none"
}
