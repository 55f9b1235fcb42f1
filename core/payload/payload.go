// Package payload reads the JSON that a client hands to a hook, strictly: one
// object, bounded depth, valid UTF-8, no key twice, keys compared exactly. A
// payload is hostile input: whoever can make two readers see two different
// calls has found a way around every rule.
package payload

// MaxBytes and MaxDepth bound what is read. Nothing real comes near them.
const (
	MaxBytes = 32 << 20
	MaxDepth = 200
)

// Object is a JSON object whose members are read by their exact key.
type Object struct{ members []member }

type member struct {
	key   string
	value Value
}

// Value is one JSON value; the zero Value is an absent one.
type Value struct{ raw []byte }
