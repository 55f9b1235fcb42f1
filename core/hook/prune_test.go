package hook

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/state"
)

// The start of a session takes those of last week away: some clients have no
// event at the end of one.
func TestStartForgetsOldSessions(t *testing.T) {
	env, _, _ := process(t, "")
	dir := state.InHome(env.Home)
	for _, id := range []string{"old", "fresh"} {
		if err := dir.SaveSession(id, state.Session{Harness: "fake"}); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-8 * 24 * time.Hour)
	if err := os.Chtimes(filepath.Join(env.Home, ".tempa", "sessions", "old.json"), past, past); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := start(t, env, project(t, env)); status != 0 {
		t.Errorf("status %d", status)
	}
	for id, want := range map[string]string{"old": "", "fresh": "fake", "s": "fake"} {
		if s, err := dir.Session(id); err != nil || s.Harness != want {
			t.Errorf("session %s: %+v, %v", id, s, err)
		}
	}
}
