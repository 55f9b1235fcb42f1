package bundle

import (
	"errors"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// verifier reads the verifier string of the hook line. Only the literal string
// is a key: a path would let whoever can write that file choose the signer.
func verifier(key string) (note.Verifier, error) {
	const wanted = "the bundle key is the verifier string that `tempa-admin bundle keygen` printed (name+hash+base64)"
	switch {
	case key == "":
		return nil, fault(BadKey, "no bundle key: %s; give it with --bundle-key", wanted)
	case strings.HasPrefix(key, "PRIVATE+"):
		return nil, fault(BadKey, "the bundle key is a private key, which must never stand on a hook line: %s", wanted)
	}
	v, err := note.NewVerifier(key)
	if strings.ContainsAny(key, "\r\n") {
		err = errors.New("it has a line break") // base64 skips it: a second spelling of the key
	}
	switch {
	case err == nil:
		return v, nil
	case strings.Count(key, "+") < 2 && strings.ContainsAny(key, `/\.~`):
		return nil, fault(BadKey, "the bundle key %.80q looks like a path: %s, not a file", key, wanted)
	}
	return nil, fault(BadKey, "the bundle key is malformed (%v): %s", err, wanted)
}
