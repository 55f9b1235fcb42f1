package sources

import (
	"errors"
	"io/fs"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/profile"
)

// Fault is a policy whose profile cannot be used, and why. Its rules still
// hold: the rule table was verified apart from it.
type Fault struct {
	Policy *Policy
	Err    error
}

// Profile is what the policies in force say together, nil when none of them has
// a profile. It ends when the first of them does.
func (in *InForce) Profile() (*profile.Profile, []Fault) {
	var list []*profile.Profile
	var faults []Fault
	var ends time.Time
	for i := range in.Policies {
		policy := &in.Policies[i]
		p, err := policy.profile()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // a table alone; a signed policy says it otherwise
		case err != nil:
			faults = append(faults, Fault{policy, err})
			continue
		}
		list = append(list, p)
		if e := policy.Expires; !e.IsZero() && (ends.IsZero() || e.Before(ends)) {
			ends = e
		}
	}
	all := profile.Combine(list...)
	if all != nil && !ends.IsZero() {
		all.ExpiresAt = ends.UTC().Format(time.RFC3339)
	}
	return all, faults
}

// profile reads the profile after everything that came with it was verified.
func (p *Policy) profile() (*profile.Profile, error) {
	if p.verify != nil {
		if err := p.verify(); err != nil {
			return nil, err
		}
	}
	data, err := p.File(bundle.ProfileFile)
	if err != nil {
		return nil, err
	}
	return profile.Read(data)
}
