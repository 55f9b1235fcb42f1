package cli

import (
	"time"

	"github.com/tempahq/tempa/core/sources"
)

// policyStatus is one policy in force, for machines.
type policyStatus struct {
	Mode    sources.Mode `json:"mode"`
	From    string       `json:"from"`
	Version string       `json:"version"`
	Rules   int          `json:"rules"`
	Default string       `json:"default_decision"`
	Expires *time.Time   `json:"expires,omitempty"`
}

func statusOf(p *sources.Policy) policyStatus {
	s := policyStatus{Mode: p.Mode, From: p.From, Version: p.Header.Version, Rules: p.Table.Len(), Default: p.Header.DefaultDecision}
	if !p.Expires.IsZero() {
		s.Expires = &p.Expires
	}
	return s
}

func (r *run) status(args []string) error {
	fs := r.flags(usageStatus)
	asJSON := fs.bool("json")
	var flags policyFlags
	flags.on(fs)
	if err := r.parse(fs, args); err != nil {
		return err
	}
	in, err := r.inForce(&flags)
	if err != nil {
		return err
	}
	list := []policyStatus{}
	for i := range in.Policies {
		list = append(list, statusOf(&in.Policies[i]))
	}
	if *asJSON {
		err = r.printJSON(map[string]any{"policies": list, "logged_in": in.Login != nil})
	} else {
		r.printStatus(list)
	}
	if err == nil && len(list) == 0 {
		return errFound
	}
	return err
}

func (r *run) printStatus(list []policyStatus) {
	if len(list) == 0 {
		r.printf(textNoPolicy, r.dialect.Info().Program)
	}
	for _, p := range list {
		r.printf("%s policy %s: %d rules, default %s, from %s\n", p.Mode, p.Version, p.Rules, p.Default, p.From)
		if p.Expires != nil {
			r.printf("  expires %s\n", p.Expires.Format(time.DateOnly))
		}
	}
}
