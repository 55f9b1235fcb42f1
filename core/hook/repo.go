package hook

import (
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/repo"
)

// noRepo is the key of a call whose client does not tell where it works
// (measured: agy without a workspace). No profile is filed under it.
const noRepo = "local/unknown"

// repoKey names the repository around the session's directory. A session keeps
// the key that it began with: a remote that is changed on the way moves it under
// no other profile.
func (h *handler) repoKey(ev *event.Event) (string, error) {
	if ev.Dir == "" {
		return noRepo, nil
	}
	root, key, err := repo.Find(ev.Dir)
	if err != nil || ev.Session.ID == "" {
		return key, err
	}
	dir, err := h.state()
	if err != nil {
		return key, err
	}
	if root == "" {
		root = ev.Dir
	}
	return dir.FixRepo(flagsOf(ev), root, key)
}

// repoRoot is the root of that repository. One that cannot be read counts as
// none: only the session's directory is then the workspace.
func repoRoot(ev *event.Event) string {
	if ev.Dir == "" {
		return ""
	}
	root, _, err := repo.Find(ev.Dir)
	if err != nil {
		return ""
	}
	return root
}
