package cli

import (
	"path/filepath"

	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/repo"
	"github.com/tempahq/tempa/core/sources"
)

// policyFlags are the flags that choose which policy a command asks.
type policyFlags struct {
	state, bundle, key string
	minVersion         int64
}

func (p *policyFlags) on(fs *flagSet) {
	fs.on("state", &p.state)
	fs.on("bundle", &p.bundle)
	fs.on("bundle-key", &p.key)
	fs.on("bundle-min-version", &p.minVersion)
}

// inForce finds the policies that a hook would find.
func (r *run) inForce(p *policyFlags) (*sources.InForce, error) {
	dir, err := r.stateDir(p.state)
	if err != nil {
		return nil, err
	}
	bundleDir := p.bundle
	if bundleDir != "" {
		if bundleDir, err = filepath.Abs(bundleDir); err != nil {
			return nil, err
		}
	}
	return sources.Find(sources.Machine{
		State: dir, Managed: hook.ManagedDir(), Now: r.Now,
		Bundle: bundleDir, BundleKey: p.key, MinVersion: p.minVersion,
		RepoKey: func() (string, error) {
			_, key, err := repo.Find(r.Dir)
			return key, err
		},
	})
}
