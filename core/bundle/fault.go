package bundle

import "fmt"

// Fault is what is wrong with a bundle.
type Fault uint8

// The faults. Every one of them means that the bundle must not be used.
const (
	BadKey     Fault = iota + 1 // the key on the hook line is no verifier string
	Missing                     // the folder or a file is not there
	Unreadable                  // not a regular file, too big, or not readable
	Malformed                   // bundle.sig is not a bundle's signature
	NewFormat                   // made for a newer Tempa
	WrongKey                    // signed, but not by this key
	Changed                     // a byte differs from what was signed
	Extra                       // a file that the signature does not list
	Expired                     // past its expiry
	Older                       // older than a version that was in use before, or than asked for
	NoMemory                    // the highest version seen cannot be read
)

var faults = [...]string{
	BadKey: "bad-key", Missing: "missing", Unreadable: "unreadable", Malformed: "malformed", NewFormat: "new-format",
	WrongKey: "wrong-key", Changed: "changed", Extra: "extra", Expired: "expired", Older: "older", NoMemory: "no-memory",
}

func (f Fault) String() string { return faults[f] }

// Error says what is wrong with a bundle and what to do.
type Error struct {
	Fault Fault
	text  string
}

func (e *Error) Error() string { return e.text }

// Is makes errors.Is(err, &Error{Fault: Expired}) true for every error of that
// fault.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Fault == e.Fault
}

func fault(f Fault, format string, args ...any) *Error {
	return &Error{f, fmt.Sprintf(format, args...)}
}
