package bundle

import (
	"crypto/rand"
	"crypto/sha256"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Sign returns the content of bundle.sig for the files. Of m it takes tenant,
// name, version and expiry; a zero expiry becomes the version's time plus
// Lifetime. privateKey is what GenerateKey returned.
func Sign(files map[string][]byte, m Meta, privateKey string) ([]byte, error) {
	signer, err := note.NewSigner(privateKey)
	if err != nil {
		return nil, fault(BadKey, "the private key is malformed (%v); it is the one line that `tempa-admin bundle keygen` wrote", err)
	}
	if m.Expires.IsZero() {
		m.Expires = time.Unix(m.Version, 0).Add(Lifetime)
	}
	m.Files = nil
	for name, data := range files {
		if int64(len(data)) > limit(name) {
			return nil, fault(Unreadable, "%s has %d bytes, more than the %d a bundle may have", name, len(data), limit(name))
		}
		m.Files = append(m.Files, File{name, sha256.Sum256(data), int64(len(data))})
	}
	sortFiles(m.Files)
	if err := m.check(); err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: m.text()}, signer)
}

// GenerateKey makes a key pair: the private key for a file, the verifier
// string for hook lines.
func GenerateKey(name string) (privateKey, verifierKey string, err error) {
	return note.GenerateKey(rand.Reader, name)
}
