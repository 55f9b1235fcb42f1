package install

import (
	"fmt"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/orderedjson"
)

// Managed returns an administrator's file with everything of ours in it. old
// is the file as it is, empty for a new one; only says that no other hooks may
// run.
func Managed(d harness.Dialect, f harness.ManagedFile, l harness.Line, only bool, old []byte) ([]byte, error) {
	if f.Text != nil {
		return f.Text(old, only)
	}
	new := old
	var err error
	if f.Hooks != nil {
		i, ok := d.(harness.Installer)
		if !ok {
			return nil, fmt.Errorf("%s has no hook lines", d.Info().Title)
		}
		if new, err = LinesOf(d, i, *f.Hooks, l).Add(new); err != nil {
			return nil, err
		}
	}
	if new, err = Set(new, f.Pinned); err != nil || !only {
		return new, err
	}
	return Set(new, f.Only)
}

// Set puts values into a JSON object, each in its place; what is there besides
// stays, in its order.
func Set(old []byte, pins []harness.Pin) ([]byte, error) {
	if len(pins) == 0 {
		return old, nil
	}
	top, err := orderedjson.Parse(old)
	if err != nil {
		return nil, err
	}
	for _, p := range pins {
		last := len(p.Path) - 1
		err := descend(top, p.Path[:last], true, func(o *orderedjson.Object) error {
			raw, err := json.Marshal(p.Value)
			o.Set(p.Path[last], raw)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return top.Text()
}
