// Package bundle is the signed folder that carries one policy to a machine
// without a server: profile.json, rules.table, policies.wasm where there are
// custom rules, and bundle.sig over all of them.
//
// A tool call opens a bundle: the signature and the rule table are verified,
// nothing else is read. Whoever reads another file gets it through
// Bundle.Read, which compares its digest first. Verify checks everything.
package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// The files of a bundle.
const (
	ProfileFile   = "profile.json"
	TableFile     = "rules.table"
	ModuleFile    = "policies.wasm"
	SignatureFile = "bundle.sig"
)

// Format is the version of the signed text that this code writes and reads.
const Format = 1

// Lifetime is how long a bundle holds unless its author says otherwise, and
// WarnAhead how long before the end people are told.
const (
	Lifetime  = 90 * 24 * time.Hour
	WarnAhead = 14 * 24 * time.Hour
)

// Meta is what the signature says about a bundle.
type Meta struct {
	Tenant  string
	Name    string    // "tenant/repo": a label, not compared with git remotes, so that forks work
	Version int64     // the time it was built, in seconds since 1970; only ever grows
	Expires time.Time // not valid from here on
	Files   []File    // sorted by name
}

// File is one signed file.
type File struct {
	Name   string
	SHA256 [sha256.Size]byte
	Size   int64
}

// ExpiresSoon reports whether people should be told to renew the bundle.
func (m Meta) ExpiresSoon(now time.Time) bool {
	return m.Expires.Sub(now) < WarnAhead
}

// file returns the entry of a file, or nil when the signature does not list it.
func (m Meta) file(name string) *File {
	for i := range m.Files {
		if m.Files[i].Name == name {
			return &m.Files[i]
		}
	}
	return nil
}

// Bundle is an opened bundle: its signature and its table are verified.
type Bundle struct {
	Meta   Meta
	Table  []byte
	Digest string // sha256 of the signed text: names this policy and no other
	Dir    string
}

// HasModule reports whether the policy has custom rules that need the engine.
func (b *Bundle) HasModule() bool { return b.Meta.file(ModuleFile) != nil }

// Read returns a further file of the bundle after comparing its digest.
func (b *Bundle) Read(name string) ([]byte, error) {
	f := b.Meta.file(name)
	if f == nil {
		return nil, fault(Missing, "bundle %s has no %s", b.Dir, name)
	}
	return f.read(b.Dir)
}

// read reads the file once; the bytes that are hashed are the bytes returned.
func (f *File) read(dir string) ([]byte, error) {
	data, err := readFile(dir, f.Name)
	if err != nil {
		return nil, err
	}
	if int64(len(data)) != f.Size || sha256.Sum256(data) != f.SHA256 {
		return nil, fault(Changed, "%s in bundle %s was changed after signing; restore the signed file or build and sign the bundle again", f.Name, dir)
	}
	return data, nil
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
