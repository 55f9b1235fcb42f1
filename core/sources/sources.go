// Package sources finds the policies that are in force on a machine: the
// administrator's, the signed bundle on the hook line, the login's cached
// profile, the local one. It only reads.
package sources

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// Mode is where a policy comes from.
type Mode string

// The modes, in the order of their precedence.
const (
	Managed   Mode = "managed"
	Bundle    Mode = "bundle"
	Connected Mode = "connected"
	Local     Mode = "local"
)

// LocalFolder holds the local policy inside the state folder, LoginFile what
// "tempa login" remembers, CacheFolder the profiles it fetched.
const (
	LocalFolder = "local"
	LoginFile   = "login.json"
	CacheFolder = "cache"
)

// Machine is where policies are looked for.
type Machine struct {
	State   state.Dir
	Managed string // the administrator's folder
	Now     time.Time

	// The hook line's flags. A bundle is used alone.
	Bundle     string
	BundleKey  string
	MinVersion int64

	// RepoKey names the repository of the call; only a login asks for it.
	RepoKey func() (string, error)
}

// Policy is one policy in force.
type Policy struct {
	Mode    Mode
	From    string // the folder it was read from
	Digest  string // names this policy and no other
	Table   *table.Table
	Header  *table.Header
	Expires time.Time // zero means never

	read func(name string) ([]byte, error)
	// verify checks what a tool call leaves alone: of a bundle on the hook
	// line, every file, and that there is none besides. nil: nothing.
	verify func() error
}

// File reads a further file of the policy, verified like its table.
func (p *Policy) File(name string) ([]byte, error) { return p.read(name) }

// InForce is the outcome of a search. Without a policy, Login tells whether
// somebody is logged in and what that means.
type InForce struct {
	Policies []Policy
	Login    *Login
	// NeverSynced says that the login never had a profile on this machine.
	NeverSynced bool
	// OfflineDefault is what the tenant wants where its profile is missing.
	OfflineDefault string
}

// Login is what is remembered about a login. The tokens are elsewhere.
type Login struct {
	Tenant string `json:"tenant"`
	Key    string `json:"key"` // the tenant's verifier string, pinned at login
}

// Find returns the policies in force. An error means that there is one which
// cannot be read or trusted: the caller has to block.
func Find(m Machine) (*InForce, error) {
	rules, err := m.managed()
	if err != nil {
		return nil, err
	}
	in := &InForce{}
	if p, err := rules.policy(m); err != nil {
		return nil, err
	} else if p != nil {
		in.Policies = append(in.Policies, *p)
	}
	if m.Bundle != "" {
		return in, m.addBundle(in, rules)
	}
	if err := m.addLogin(in, rules); err != nil {
		return nil, err
	}
	return in, m.addLocal(in, rules)
}

func (m Machine) addBundle(in *InForce, rules *managedRules) error {
	if err := rules.allows(Bundle, m.BundleKey); err != nil {
		return err
	}
	b, err := bundle.Open(m.Bundle, m.BundleKey, bundle.Options{Now: m.Now, MinVersion: max(m.MinVersion, rules.minVersion()), Seen: m.State})
	if err != nil {
		return err
	}
	if b.HasModule() {
		return fmt.Errorf("bundle %s has custom rules (%s), which this hook cannot run; build the bundle without them, or log in", m.Bundle, bundle.ModuleFile)
	}
	if err := in.addSigned(Bundle, m.Bundle, b); err != nil {
		return err
	}
	in.Policies[len(in.Policies)-1].verify = func() error {
		_, _, err := bundle.Verify(m.Bundle, m.BundleKey, m.Now)
		return err
	}
	return nil
}

// addLogin adds the cached profile of the repository.
func (m Machine) addLogin(in *InForce, rules *managedRules) error {
	var l Login
	if err := m.State.ReadJSON(LoginFile, &l); err != nil {
		return fmt.Errorf("the login cannot be read (%v); log in again with tempa login", err)
	}
	if l.Key == "" {
		return nil
	}
	if err := rules.allows(Connected, l.Key); err != nil {
		return err
	}
	in.Login = &l
	key, err := m.RepoKey()
	if err != nil {
		return err
	}
	dir := m.State.Path(CacheFolder, repoFolder(key))
	b, err := bundle.Open(dir, l.Key, bundle.Options{Now: m.Now, MinVersion: rules.minVersion(), Seen: m.State})
	switch {
	case errors.Is(err, &bundle.Error{Fault: bundle.Missing}), errors.Is(err, &bundle.Error{Fault: bundle.Expired}):
		return m.noProfile(in)
	case err != nil:
		return err
	}
	return in.addSigned(Connected, dir, b)
}

// noProfile finds out what a login without a valid profile means.
func (m Machine) noProfile(in *InForce) (err error) {
	in.NeverSynced = !m.synced()
	in.OfflineDefault, err = m.State.FailMode(in.Login.Tenant)
	return err
}

// synced reports whether the profile of any repository was ever fetched. The
// folder alone says nothing: what was announced lies there as well.
func (m Machine) synced() bool {
	folders, _ := m.State.List(CacheFolder)
	return slices.ContainsFunc(folders, func(name string) bool {
		_, err := os.Lstat(m.State.Path(CacheFolder, name, bundle.SignatureFile))
		return err == nil
	})
}

func repoFolder(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// addLocal adds the policy that a person wrote for themselves. Beside a login
// it only adds.
func (m Machine) addLocal(in *InForce, rules *managedRules) error {
	dir := m.State.Path(LocalFolder)
	data, err := readPrivate(dir, bundle.TableFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the local policy cannot be used: %v", err)
	}
	if err := rules.allows(Local, ""); err != nil {
		return err
	}
	return in.addOwned(Local, dir, data)
}

// addSigned adds a policy that its signature vouches for.
func (in *InForce) addSigned(mode Mode, from string, b *bundle.Bundle) error {
	return in.add(Policy{Mode: mode, From: from, Digest: b.Digest, Expires: b.Meta.Expires, read: b.Read}, b.Table)
}

// addOwned adds a policy that rests on who may write its folder.
func (in *InForce) addOwned(mode Mode, from string, data []byte) error {
	sum := sha256.Sum256(data)
	read := func(name string) ([]byte, error) { return readPrivate(from, name) }
	return in.add(Policy{Mode: mode, From: from, Digest: hex.EncodeToString(sum[:]), read: read}, data)
}

func (in *InForce) add(p Policy, data []byte) (err error) {
	if p.Table, err = table.Open(data); err == nil {
		p.Header, err = p.Table.Header()
	}
	if err != nil {
		return fmt.Errorf("the %s policy in %s cannot be read: %v", p.Mode, p.From, err)
	}
	in.Policies = append(in.Policies, p)
	return nil
}

// maxTable bounds a table that no signature vouches for.
const maxTable = 16 << 20

// readPrivate reads a file that only its owner may be able to write, in a
// folder that only its owner may be able to write.
func readPrivate(dir, name string) ([]byte, error) {
	file := filepath.Join(dir, name)
	f, err := state.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", file)
	case info.Size() > maxTable:
		return nil, fmt.Errorf("%s is larger than %d MiB", file, maxTable>>20)
	}
	if err := writableByOthers(file, info); err != nil {
		return nil, err
	}
	if folder, err := os.Stat(dir); err != nil {
		return nil, err
	} else if err := writableByOthers(dir, folder); err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	if err != nil && n < len(data) {
		return nil, err
	}
	return data, nil
}

// managedRules is what the administrator pins; the zero value pins nothing.
type managedRules struct {
	Schema     string   `json:"schema"`
	Modes      []Mode   `json:"modes"`       // allowed ones; empty means all
	Keys       []string `json:"keys"`        // verifier strings of policies that may be used; empty means all
	MinVersion int64    `json:"min_version"` // of a bundle or a profile
	dir        string
}

const managedSchema = "tempa.managed/1"

func (r *managedRules) minVersion() int64 {
	if r == nil {
		return 0
	}
	return r.MinVersion
}

func (r *managedRules) allows(mode Mode, key string) error {
	if r == nil {
		return nil
	}
	if len(r.Modes) > 0 && !slices.Contains(r.Modes, mode) {
		return fmt.Errorf("the administrator of this machine does not allow a %s policy (%s)", mode, r.dir)
	}
	if key != "" && len(r.Keys) > 0 && !slices.Contains(r.Keys, key) {
		return fmt.Errorf("the %s policy is not signed with a key that the administrator of this machine allows (%s)", mode, r.dir)
	}
	return nil
}
