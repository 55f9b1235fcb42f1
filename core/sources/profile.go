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
	list, faults := in.Profiles()
	return in.combined(list), faults
}

// Profiles are the profiles of the policies in force, nil for one that has
// none, or whose profile cannot be used.
func (in *InForce) Profiles() ([]*profile.Profile, []Fault) {
	list := make([]*profile.Profile, len(in.Policies))
	var faults []Fault
	for i := range in.Policies {
		p, err := in.Policies[i].profile()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			// a table alone; a signed policy says it otherwise
		case err != nil:
			faults = append(faults, Fault{&in.Policies[i], err})
		default:
			list[i] = p
		}
	}
	return list, faults
}

// combined joins those profiles.
func (in *InForce) combined(list []*profile.Profile) *profile.Profile {
	var ends time.Time
	var known []*profile.Profile
	for i, p := range list {
		if p == nil {
			continue
		}
		known = append(known, p)
		if e := in.Policies[i].Expires; !e.IsZero() && (ends.IsZero() || e.Before(ends)) {
			ends = e
		}
	}
	all := profile.Combine(known...)
	if all != nil && !ends.IsZero() {
		all.ExpiresAt = ends.UTC().Format(time.RFC3339)
	}
	return all
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
