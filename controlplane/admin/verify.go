package admin

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/core/bundle"
)

func (a *app) bundleVerify() command {
	var key string
	var asJSON bool
	return command{
		usage: usageVerify,
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&key, "key", "", "")
			f.BoolVar(&asJSON, "json", false, "")
		},
		run: func(args []string) error {
			dir, err := operand(args, textFolder)
			if err != nil {
				return err
			}
			return a.verify(dir, key, asJSON)
		},
	}
}

// refused is what a machine reads of a bundle that is not good.
type refused struct {
	Dir   string `json:"dir"`
	Fault string `json:"fault"` // expired, changed, wrong-key, …
	Error string `json:"error"`
}

func (a *app) verify(dir, key string, asJSON bool) error {
	b, files, err := bundle.Verify(dir, key, a.now())
	if err != nil {
		return a.refuse(dir, err, asJSON)
	}
	_, rows, err := readable(files)
	if err != nil {
		return a.refuse(dir, err, asJSON)
	}
	m := b.Meta
	expires := m.Expires.UTC().Format(time.RFC3339)
	if m.ExpiresSoon(a.now()) {
		fmt.Fprintf(a.err, textExpiresSoon+"\n", int(m.Expires.Sub(a.now())/(24*time.Hour)))
	}
	if asJSON {
		return a.json(built{dir, m.Tenant, m.Name, m.Version, expires, true, rows})
	}
	fmt.Fprintf(a.out, textGood, dir, m.Name, m.Version, expires)
	return nil
}

func (a *app) refuse(dir string, err error, asJSON bool) error {
	fmt.Fprintf(a.err, "tempa-admin: %v\n", err)
	r := refused{dir, "unreadable", err.Error()}
	if e := (*bundle.Error)(nil); errors.As(err, &e) {
		r.Fault = e.Fault.String()
	}
	if asJSON {
		if err := a.json(r); err != nil {
			return err
		}
	}
	return errNo
}
