package account

import (
	"strings"
	"time"

	"github.com/tempahq/tempa/core/state"
)

// The files of the account check in the state folder.
const (
	File            = "account.json"
	AttestationFile = "attestation.json"
)

// remembered is the verdict about the last session whose account could be
// told, for the heartbeat and for sessions that lost their file.
type remembered struct {
	Kind   string    `json:"kind"`
	Signal string    `json:"signal"`
	At     time.Time `json:"at"`
}

// Remember keeps a verdict. One about a client whose account nobody can tell
// is not kept: it would hide what is known.
func Remember(d state.Dir, v Verdict, now time.Time) error {
	if v.Signal == SignalOther {
		return nil
	}
	return d.WriteJSON(File, remembered{v.Kind, v.Signal, now.UTC()})
}

// recall returns what was remembered, empty when there is nothing.
func recall(d state.Dir) (remembered, error) {
	var r remembered
	err := d.ReadJSON(File, &r)
	return r, err
}

// WithoutRunning tells the kind of account from the environment, the
// administrator's files and account.json alone, for a tool call whose session
// was never checked or whose file is gone. in.Method is not used.
func WithoutRunning(in In, d state.Dir) Verdict {
	in.Method = ""
	v := Classify(in)
	if v.Signal != SignalNone {
		return v
	}
	r, err := recall(d)
	// What rested on a variable that is not set now says nothing.
	method, told := strings.CutPrefix(r.Signal, SignalStatus)
	if err != nil || !told {
		return v
	}
	in.Method = method
	return Classify(in)
}

// Attestation is a person's confirmation.
type Attestation struct {
	NoTraining bool      `json:"no_training"`
	AttestedAt time.Time `json:"attested_at"`
	CLIVersion string    `json:"cli_version"`
}

// ReadAttestation returns the confirmation, an empty one when there is none.
func ReadAttestation(d state.Dir) (Attestation, error) {
	var a Attestation
	err := d.ReadJSON(AttestationFile, &a)
	return a, err
}

// SaveAttestation keeps a confirmation, for the person's eyes only.
func SaveAttestation(d state.Dir, a Attestation) error { return d.WriteJSON(AttestationFile, a) }

// Attested reports whether a person has confirmed that no data is used for
// training. What cannot be read was not confirmed.
func Attested(d state.Dir) bool {
	a, err := ReadAttestation(d)
	return err == nil && a.NoTraining
}
