package state

import (
	"crypto/sha256"
	"encoding/hex"
)

// fileName makes a file name of an id that a client chose: the id itself when
// it is [A-Za-z0-9_-]{1,128}, else a hash of it. The hash has a dot in front,
// so that no id can be spelled like the hash of another.
func fileName(id string) string {
	if isPlain(id) {
		return id
	}
	return ".x" + hash(id)
}

func isPlain(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
