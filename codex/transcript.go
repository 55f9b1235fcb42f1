package codex

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/semver"
)

// Bounds of a transcript that is read.
const (
	maxTranscript = 256 << 20
	maxEntry      = 32 << 20
)

// sinceOwnAsks is the first version that was seen to ask as it does here.
const sinceOwnAsks = "0.171.0"

// entry is one line of a transcript, as far as it tells who is asked
// (codex-cli 0.171.0).
type entry struct {
	Type    string `json:"type"`
	Payload struct {
		// The session.
		ID         string          `json:"id"`
		At         time.Time       `json:"timestamp"`
		Originator string          `json:"originator"`
		Version    string          `json:"cli_version"`
		Source     json.RawMessage `json:"source"`
		Thread     string          `json:"thread_source"`
		// A turn.
		Turn     string          `json:"turn_id"`
		Approval json.RawMessage `json:"approval_policy"`
		Reviewer string          `json:"approvals_reviewer"`
		// Both.
		Dir string `json:"cwd"`
	} `json:"payload"`
}

// personsThread reports whether the client's own record says that the session
// is a person's at a terminal, and that in this turn that person is asked; and
// when the session began. It lies in the home that the settings are read from.
func personsThread(a *harness.OwnAsk) (began time.Time, ok bool) {
	file := a.Event.Session.Transcript
	if !strings.HasPrefix(filepath.Clean(file), filepath.Join(a.Home, ".codex", "sessions")+string(filepath.Separator)) {
		return began, false
	}
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxTranscript {
		return began, false
	}
	f, err := os.Open(file)
	if err != nil {
		return began, false
	}
	defer f.Close()
	session, turn, ok := lastTurn(f)
	if !ok {
		return began, false
	}
	s, t := session.Payload, turn.Payload
	ok = s.ID == a.Event.Session.ID && s.Originator == "codex-tui" && string(s.Source) == `"cli"` && s.Thread == "user" &&
		!semver.Less(s.Version, sinceOwnAsks) && s.Dir == a.Event.Dir && !s.At.IsZero() &&
		t.Turn == a.Event.Turn && t.Dir == a.Event.Dir && string(t.Approval) == `"on-request"` && t.Reviewer == "user"
	return s.At, ok
}

// lastTurn reads the first line, which is about the session, and the last that
// is about a turn.
func lastTurn(f *os.File) (session, turn entry, ok bool) {
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 0, 64<<10), maxEntry)
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &session) != nil || session.Type != "session_meta" {
		return session, turn, false
	}
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte("turn_context")) {
			continue
		}
		var e entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			return session, turn, false
		}
		if e.Type == "turn_context" {
			turn = e
		}
	}
	return session, turn, lines.Err() == nil && turn.Type != ""
}
