package sources

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/json"
)

// ManagedFile is what an administrator pins, in the managed folder.
const ManagedFile = "managed.json"

// managed reads the administrator's folder, nil when there is none. A folder
// that others may write, or that cannot be read, blocks: whoever removed the
// administrator's rules must not get rid of them by breaking the file.
func (m Machine) managed() (*managedRules, error) {
	if m.Managed == "" {
		return nil, nil
	}
	if _, err := os.Lstat(m.Managed); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err := ownedByAdmin(m.Managed); err != nil {
		return nil, fmt.Errorf("the managed policy cannot be used: %v", err)
	}
	r := &managedRules{dir: m.Managed}
	data, err := readPrivate(m.Managed, ManagedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the managed policy cannot be used: %v", err)
	}
	if err := json.UnmarshalStrict(data, r); err != nil {
		return nil, fmt.Errorf("%s in %s cannot be read: %v", ManagedFile, m.Managed, err)
	}
	if r.Schema != managedSchema {
		return nil, fmt.Errorf("%s in %s has schema %q, this Tempa reads %q; update Tempa", ManagedFile, m.Managed, r.Schema, managedSchema)
	}
	return r, nil
}

// policy is the administrator's own policy, nil when there is none.
func (r *managedRules) policy(m Machine) (*Policy, error) {
	if r == nil {
		return nil, nil
	}
	data, err := readPrivate(m.Managed, bundle.TableFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the managed policy cannot be used: %v", err)
	}
	var in InForce
	if err := in.addOwned(Managed, m.Managed, data); err != nil {
		return nil, err
	}
	return &in.Policies[0], nil
}
