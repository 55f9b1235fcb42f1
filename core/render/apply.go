package render

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/repo"
	"github.com/tempahq/tempa/core/state"
)

// Target is where a plan is applied.
type Target struct {
	Root  string // the repository's root, empty outside of one
	Home  string // the person's home directory
	State state.Dir
	// Wait is how long another session that renders here is waited for, a
	// second when zero.
	Wait time.Duration
	// Until is when no further file is begun: what is left is for the next
	// session. Never when zero.
	Until time.Time
}

// Report is what stands where after a plan was applied.
type Report struct {
	Paths   map[Doc]string // where each document is; the others are for the summary
	Written []string       // paths that were written in this run
	Removed []string
	Skipped []Skip // what is not rendered
}

// The reasons of a file that is not ours, and of one that is not any more.
const (
	theirs  = "is not Tempa's file, so it stays as it is"
	changed = "was changed after Tempa had written it, so it stays as it is"
)

// Apply makes the repository hold what is planned for the client, and removes
// what was rendered for it before and is not planned any more. Outside a
// repository nothing is rendered, nor where the repository is the home
// directory: its folders are the person's own settings there.
//
// The report is never nil. An error means that nothing was rendered, and says
// why in words for people.
func Apply(t Target, p *Plan) (*Report, error) {
	r := &Report{Paths: map[Doc]string{}}
	w, err := open(t, p)
	if w == nil || err != nil {
		return r, err
	}
	defer w.close()
	locked, lockErr := w.lock(t.Wait)
	if err := w.look(); err != nil {
		return r, err
	}
	switch {
	case locked:
		err = w.run(t.Until)
	case w.changes():
		err = lockErr
	}
	if err == nil {
		w.report(r, locked)
	}
	return r, err
}

// work is one run in one checkout.
type work struct {
	plan  *Plan
	state state.Dir
	name  string // the manifest
	id    string // of the checkout in git's exclude file
	share string // the lock, one for all checkouts of a repository
	root  string

	tree, git *tree
	held      *os.File

	had, next *manifest
	steps     []step
	rules     ruleStep
}

// open returns nil where nothing is rendered.
func open(t Target, p *Plan) (*work, error) {
	root, err := filepath.EvalSymlinks(t.Root)
	if t.Root == "" || err != nil {
		return nil, nil
	}
	if home, err := filepath.EvalSymlinks(t.Home); t.Home != "" && err == nil {
		if rel, err := filepath.Rel(root, home); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return nil, nil
		}
	}
	gitDir, err := repo.GitDir(root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, repo.ErrForeignGitDir):
		return nil, fmt.Errorf("nothing is rendered into this repository: %v", err)
	case err != nil:
		return nil, errors.New("nothing is rendered into this repository: its .git " + problem(err, "read"))
	}
	w := &work{plan: p, state: t.State, root: root, id: sum([]byte(root))[:12]}
	w.name = filepath.Join("render", sum([]byte(root))[:32]+".json")
	w.share = filepath.Join("render", sum([]byte(gitDir))[:32]+".lock")
	if w.tree, err = openTree(root); err == nil {
		w.git, err = w.openGit(gitDir)
	}
	if err != nil {
		w.close()
		return nil, errors.New("nothing is rendered into this repository: its folder " + problem(err, "opened"))
	}
	return w, nil
}

// openGit opens git's data. In the tree that is the folder itself, should a
// symlink have taken its place since; a worktree's and a submodule's lie
// elsewhere.
func (w *work) openGit(dir string) (*tree, error) {
	const name = ".git"
	if dir != filepath.Join(w.root, name) {
		return openTree(dir)
	}
	root, err := openFolder(w.tree.at[0].Root, name, name)
	if err != nil {
		return nil, err
	}
	return newTree(root), nil
}

func openTree(dir string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return newTree(root), nil
}

func (w *work) close() {
	for _, t := range []*tree{w.tree, w.git} {
		if t != nil {
			t.close()
		}
	}
	if w.held != nil {
		w.held.Close() // and the lock with it
	}
}

// lock keeps other sessions from writing here. It gives up after a while: a
// session start must not hang on another one. Without the lock and without an
// error that other session is writing the same files right now.
func (w *work) lock(wait time.Duration) (bool, error) {
	file := w.state.Path(w.share)
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		w.held, err = os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return false, errors.New("nothing is rendered: the state folder " + problem(err, "written"))
	}
	if wait == 0 {
		wait = time.Second
	}
	for end := time.Now().Add(wait); ; time.Sleep(5 * time.Millisecond) {
		if tryLock(w.held) {
			return true, nil
		}
		if time.Now().After(end) {
			return false, nil
		}
	}
}

func (w *work) report(r *Report, done bool) {
	for _, s := range w.steps {
		switch {
		case s.do == skip:
			r.Skipped = append(r.Skipped, Skip{s.path, s.docs(), s.reason})
		case done && s.do == drop:
			r.Removed = append(r.Removed, s.path)
		case done && (s.do == create || s.do == replace):
			r.Written = append(r.Written, s.path)
		}
		if s.do != skip {
			for _, d := range s.docs() {
				r.Paths[d] = s.path
			}
		}
	}
	switch {
	case w.rules.reason != "":
		r.Skipped = append(r.Skipped, Skip{Path: w.plan.Rules.File, Reason: w.rules.reason})
	case done && w.rules.changes() && w.rules.text == nil:
		r.Removed = append(r.Removed, w.plan.Rules.File)
	case done && w.rules.changes():
		r.Written = append(r.Written, w.plan.Rules.File)
	}
	r.Skipped = append(r.Skipped, w.plan.Refused...)
}

func (s step) docs() []Doc {
	if s.file == nil {
		return nil
	}
	return s.file.Docs
}
