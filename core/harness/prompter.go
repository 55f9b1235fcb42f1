package harness

import (
	"time"

	"github.com/tempahq/tempa/core/event"
)

// Prompter is a dialect whose client has rules of its own by which it asks a
// person, so that an ask may be left to it where nothing speaks against it.
type Prompter interface {
	// PutsToPerson reports whether the client itself is certain to put the call
	// to a person because of its rules. It reads what the client reads; in doubt
	// it says no.
	PutsToPerson(ask *OwnAsk) bool
	// Interactive says how the client's process is told.
	Interactive() Headless
}

// OwnAsk is an ask that a client may put to a person by itself: a rule in its
// own file covers the whole call.
type OwnAsk struct {
	Event  *event.Event
	Home   string // the person's home directory
	Root   string // of the repository around the session's directory
	File   string // the client's rule file, absolute
	Rules  []byte // what the policy has in that file
	Client Process
	Getenv func(string) string
}

// Process is a client at a terminal.
type Process struct {
	Args    []string // behind its name
	Started time.Time
}
