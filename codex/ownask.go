package codex

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/unchanged"
)

var _ harness.Prompter = Dialect{}

// Interactive is the client itself. Where its daemon runs the hooks, as it does
// unless features.daemon_auto_start is false, nothing tells which terminal the
// session belongs to (codex-cli 0.171.0).
func (Dialect) Interactive() harness.Headless { return harness.Headless{Programs: []string{"codex"}} }

// PutsToPerson reports whether a prompt rule in the project's rule file is
// certain to put a shell call to the person at the terminal. The payload does
// not tell: it says "default" as well where a model answers instead. So all
// that Codex goes by is read, and has to be what it was when it started.
func (Dialect) PutsToPerson(a *harness.OwnAsk) bool {
	s := a.Event.Session
	switch {
	case a.Event.Tool.Name != "Bash", s.Agent != "", s.Mode != "default", a.Getenv("CODEX_HOME") != "":
		return false
	case !plainStart(a.Client.Args), !isProject(a.Root, a.Event.Dir):
		return false
	}
	thread, ok := personsThread(a)
	if !ok {
		return false
	}
	since := a.Client.Started
	if thread.Before(since) {
		since = thread
	}
	return hasRules(a, since) && settled(a, since)
}

// plainStart reports whether the arguments have no say in who is asked: a
// prompt, and a few flags. No other word passes: it may be a command.
func plainStart(args []string) bool {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; arg {
		case "--search", "--no-alt-screen":
		case "-m", "--model", "-C", "--cd":
			i++
		default:
			if strings.HasPrefix(arg, "-") || !strings.Contains(arg, " ") || i != len(args)-1 {
				return false
			}
		}
	}
	return true
}

// isProject reports whether Codex takes root for the project of dir: the
// nearest folder with a .git, which is no worktree's, and no link on the way.
func isProject(root, dir string) bool {
	if !isReal(root) || !isReal(dir) {
		return false
	}
	for ; dir != root; dir = filepath.Dir(dir) {
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return false
		}
	}
	info, err := os.Lstat(filepath.Join(root, ".git"))
	return err == nil && info.IsDir()
}

func isReal(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && real == dir && filepath.IsAbs(dir)
}

// hasRules reports whether the rule file is what the policy has in it, and has
// been since.
func hasRules(a *harness.OwnAsk, since time.Time) bool {
	for dir := filepath.Dir(a.File); dir != a.Root; dir = filepath.Dir(dir) {
		if !unchanged.Folder(dir, since) {
			return false
		}
	}
	data, err := unchanged.Read(a.File, since)
	return err == nil && bytes.Equal(data, a.Rules)
}

// settled reports whether the project is trusted by its exact root, and no
// file that Codex reads has a say in who is asked.
func settled(a *harness.OwnAsk, since time.Time) bool {
	folders := []string{filepath.Join(a.Home, ".codex"), "/etc/codex", filepath.Join(a.Root, ".codex")}
	for dir := a.Event.Dir; dir != a.Root; dir = filepath.Dir(dir) {
		folders = append(folders, filepath.Join(dir, ".codex"))
	}
	trusted := false
	for i, dir := range folders {
		trusts, ok := folderSettled(dir, a.Root, since)
		if !ok {
			return false
		}
		trusted = trusted || trusts && i == 0
	}
	return trusted
}

// folderSettled looks at the files of one folder. trusts says that its
// configuration trusts the project.
func folderSettled(dir, root string, since time.Time) (trusts, ok bool) {
	for _, name := range []string{"config.toml", "managed_config.toml", "requirements.toml"} {
		data, err := unchanged.Read(filepath.Join(dir, name), since)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return false, false
		}
		here, ok := harmlessConfig(data, root)
		if !ok {
			return false, false
		}
		trusts = trusts || here && name == "config.toml"
	}
	data, err := unchanged.Read(filepath.Join(dir, "hooks.json"), since)
	if errors.Is(err, fs.ErrNotExist) {
		return trusts, true
	}
	return trusts, err == nil && leavesRequests(data)
}

// leavesRequests reports whether no hook of a file answers PermissionRequest:
// such a hook says yes in the person's place.
func leavesRequests(hooks []byte) bool {
	var file struct {
		Hooks map[string]json.RawMessage `json:"hooks"`
	}
	if json.Unmarshal(hooks, &file) != nil {
		return false
	}
	_, answers := file.Hooks["PermissionRequest"]
	return !answers
}
