package hook

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/event"
)

// A session keeps the repository it began in, whatever becomes of the remote.
func TestRepoKeyIsFixed(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	h := &handler{env: env}
	key := func(session, dir string) string {
		t.Helper()
		k, err := h.repoKey(&event.Event{Dir: dir, Session: event.Session{ID: session}})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if got := key("s", dir); got != "git.example/o/r" {
		t.Errorf("the key is %q", got)
	}
	put(t, filepath.Join(dir, ".git", "config"), []byte("[remote \"origin\"]\n\turl = https://git.example/evil/r.git\n"))
	if got := key("s", filepath.Join(dir, "sub")); got != "git.example/o/r" {
		t.Errorf("after the remote was changed: %q", got)
	}
	if got := key("next", dir); got != "git.example/evil/r" {
		t.Errorf("the next session: %q", got)
	}
	if got := key("s", t.TempDir()); !strings.HasPrefix(got, "local/") {
		t.Errorf("another folder: %q", got)
	}
	if got := key("s", dir); got != "git.example/o/r" {
		t.Errorf("the first folder, after another: %q", got)
	}
	put(t, filepath.Join(env.Home, ".tempa", "sessions", "s.repos.json"), []byte(`{"x`))
	if k, err := h.repoKey(&event.Event{Dir: dir, Session: event.Session{ID: "s"}}); err == nil {
		t.Errorf("what is known and cannot be read gives %q", k)
	}
}
