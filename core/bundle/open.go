package bundle

import (
	"errors"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Options are what opening a bundle depends on besides the bundle.
type Options struct {
	Now        time.Time
	MinVersion int64 // refuse anything older; 0 takes every version
	Seen       Seen  // nil remembers nothing
}

// Seen remembers the highest version that was in use per key and folder, so
// that an old bundle with a looser policy cannot be put back.
type Seen interface {
	// SeenVersion returns 0 for a folder that was never seen. An error means
	// that the memory is there and cannot be read: the bundle is then refused.
	SeenVersion(key, folder string) (int64, error)
	// SaveSeenVersion is called only for a version above the one seen. Its
	// failure never changes an answer.
	SaveSeenVersion(key, folder string, version int64) error
}

// Open verifies the signature and the rule table of the bundle in dir with
// the verifier string key, and reads nothing else.
func Open(dir, key string, o Options) (*Bundle, error) {
	v, err := verifier(key)
	if err != nil {
		return nil, err
	}
	b, err := openSigned(dir, v)
	if err != nil {
		return nil, err
	}
	if err := b.checkAge(o); err != nil {
		return nil, err
	}
	seen, folder, err := b.checkSeen(key, o.Seen)
	if err != nil {
		return nil, err
	}
	if b.Table, err = b.Read(TableFile); err != nil {
		return nil, err
	}
	if o.Seen != nil && b.Meta.Version > seen {
		_ = o.Seen.SaveSeenVersion(key, folder, b.Meta.Version)
	}
	return b, nil
}

// openSigned reads bundle.sig and verifies it.
func openSigned(dir string, v note.Verifier) (*Bundle, error) {
	if dir == "" {
		return nil, fault(Missing, "no bundle folder: --bundle needs the path of a folder")
	}
	sig, err := readFile(dir, SignatureFile)
	if err != nil {
		return nil, err
	}
	n, err := note.Open(sig, note.VerifierList(v))
	if err != nil {
		return nil, signatureFault(dir, v, err)
	}
	m, err := parseText(n.Text)
	if err != nil {
		return nil, err
	}
	return &Bundle{Meta: m, Digest: digest(n.Text), Dir: dir}, nil
}

func signatureFault(dir string, v note.Verifier, err error) error {
	var unverified *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unverified) && len(unverified.Note.UnverifiedSigs) > 0:
		s := unverified.Note.UnverifiedSigs[0]
		return fault(WrongKey, "bundle %s is signed by %s+%08x, not by the key on the hook line (%s+%08x); use the right key, or have the bundle signed with this one",
			dir, s.Name, s.Hash, v.Name(), v.KeyHash())
	case errors.As(err, &invalid):
		return fault(Changed, "%s in bundle %s was changed after signing; restore it or sign the bundle again", SignatureFile, dir)
	}
	return fault(Malformed, "%s in bundle %s is not a signature (%v); sign the bundle again", SignatureFile, dir, err)
}

func (b *Bundle) checkAge(o Options) error {
	switch {
	case o.Now.IsZero():
		return fault(Expired, "bundle %s: the time is not known, so it counts as expired", b.Dir)
	case !o.Now.Before(b.Meta.Expires):
		return fault(Expired, "bundle %s expired on %s; build and sign it again", b.Dir, b.Meta.Expires.UTC().Format(time.DateOnly))
	case b.Meta.Version < o.MinVersion:
		return fault(Older, "bundle %s has version %d, older than --bundle-min-version %d; put the newer bundle back", b.Dir, b.Meta.Version, o.MinVersion)
	}
	return nil
}

// checkSeen returns the highest version seen and the folder it is filed under.
func (b *Bundle) checkSeen(key string, s Seen) (int64, string, error) {
	if s == nil {
		return 0, "", nil
	}
	folder, err := filepath.Abs(b.Dir)
	if err != nil {
		return 0, "", fault(Unreadable, "bundle folder %s: %v", b.Dir, err)
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	seen, err := s.SeenVersion(key, folder)
	switch {
	case err != nil:
		return 0, "", fault(NoMemory, "the highest version seen of bundle %s cannot be read (%v); repair or remove that file yourself", b.Dir, err)
	case b.Meta.Version < seen:
		return 0, "", fault(Older, "bundle %s has version %d, but version %d was in use here; bring the newer bundle into this branch", b.Dir, b.Meta.Version, seen)
	}
	return seen, folder, nil
}
