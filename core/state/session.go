package state

import (
	"errors"
	"path/filepath"
	"time"
)

// Session is what is remembered about one conversation: flags that a later
// event needs. A decision that is missing here is worked out again.
type Session struct {
	Harness string `json:"harness,omitempty"`
	Parent  string `json:"parent,omitempty"` // the session whose flags hold for this one
	Repo    string `json:"repo,omitempty"`   // repo key, fixed per session
	Version string `json:"version,omitempty"`

	Account *Account `json:"account,omitempty"`

	// Asked holds the questions that are put once per session and were.
	Asked []string `json:"asked,omitempty"`
	// Recorded holds the offline modes that were counted.
	Recorded []string `json:"recorded,omitempty"`
	// DecideRetryAt is when the server may be asked again after a 429.
	DecideRetryAt time.Time `json:"decide_retry_at,omitzero"`
}

// Account is the verdict of the session's account check.
type Account struct {
	Kind     string `json:"kind"`
	Signal   string `json:"signal,omitempty"`
	Action   string `json:"action,omitempty"` // inform, ask, block; empty when nothing is wrong
	Guidance string `json:"guidance,omitempty"`
}

func sessionFile(id string) string {
	return filepath.Join("sessions", fileName(id)+".json")
}

// Session reads a session. One that has no file is empty, without an error;
// an error means that a file is there and cannot be read. One without an id is
// empty: another of that kind is another session.
func (d Dir) Session(id string) (Session, error) {
	var s Session
	if id == "" {
		return s, nil
	}
	err := d.ReadJSON(sessionFile(id), &s)
	return s, err
}

// SaveSession writes a session. One without an id cannot be kept.
func (d Dir) SaveSession(id string, s Session) error {
	if id == "" {
		return errors.New("a session without an id has no file")
	}
	return d.WriteJSON(sessionFile(id), s)
}

// RemoveSession forgets a session, with the repositories it was in.
func (d Dir) RemoveSession(id string) error {
	name := filepath.Join("sessions", fileName(id))
	return errors.Join(d.Remove(name+".json"), d.Remove(name+".repos.json"))
}
