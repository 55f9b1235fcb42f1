// Package inquiry is what the start of a session has the companion find out by
// running the client's own program: how it says it is logged in, and its
// version. A hook starts nothing but the companion, and waits for it no longer
// than Limit.
package inquiry

import "time"

// Command is the companion's command that answers: a Request on stdin, its
// Findings on stdout.
const Command = "session-start"

// Limit is how long a session start waits for all answers together.
const Limit = 3 * time.Second

// LoginLimit and VersionLimit are how long the client may take for one answer.
// gemini-cli 0.61.0 took 5 to 8 s for its version on a loaded machine: it is
// then known from the client's package, or not at all.
const (
	LoginLimit   = 1500 * time.Millisecond
	VersionLimit = 2500 * time.Millisecond
)

// Request names the client's commands, each a program and its arguments. An
// empty one is not run.
type Request struct {
	Login   []string `json:"login,omitempty"`
	Version []string `json:"version,omitempty"`
}

// Empty reports whether there is nothing to find out.
func (r Request) Empty() bool { return len(r.Login)+len(r.Version) == 0 }

// Findings is what the commands printed; empty for one that failed, hung, or
// whose client was not found.
type Findings struct {
	Login   string `json:"login"`
	Version string `json:"version"`
}
