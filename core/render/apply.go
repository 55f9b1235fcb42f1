package render

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
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
}

// Report is what stands where after a plan was applied.
type Report struct {
	Paths   map[Doc]string // where each document is; the others are for the summary
	Written []string       // paths that were written in this run
	Removed []string
	Skipped []Skip // what is not rendered
}

// theirs is the reason of a file that is not ours.
const theirs = "is not Tempa's file, so it stays as it is"

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
		err = w.run()
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
		w.git, err = openTree(gitDir)
	}
	if err != nil {
		w.close()
		return nil, errors.New("nothing is rendered into this repository: its folder " + problem(err, "opened"))
	}
	return w, nil
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
			t.root.Close()
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

// action is what happens to one file.
type action uint8

const (
	keepAs  action = iota // it is as it should be
	create                // it is not there
	replace               // it is ours and holds something else
	drop                  // it is ours and no longer wanted
	forget                // it was ours and is not any more
	skip                  // it is the person's
)

type step struct {
	do     action
	path   string
	file   *File // nil for what is dropped
	old    []byte
	mode   fs.FileMode
	reason string
}

type ruleStep struct {
	old, text []byte
	mode      fs.FileMode
	reason    string
}

// look finds what is to be done; it changes nothing.
func (w *work) look() (err error) {
	if w.had, err = load(w.state, w.name, w.root); err != nil {
		return err
	}
	w.next = w.had.clone()
	w.next.Unfinished = false
	planned := map[string]bool{}
	for i := range w.plan.Files {
		planned[w.plan.Files[i].Path] = true
		w.steps = append(w.steps, w.lookAt(&w.plan.Files[i]))
	}
	for _, p := range slices.Sorted(maps.Keys(w.had.Files)) {
		if !planned[p] && slices.Contains(w.had.Files[p].Clients, w.plan.Client) {
			w.lookAtOld(p)
		}
	}
	w.rules = w.lookAtRules()
	return nil
}

func (w *work) lookAt(f *File) step {
	s := step{path: f.Path, file: f}
	own, want := w.had.Files[f.Path], sum(f.Content)
	if own.Seen != "" && slices.Equal(own.Sums, []string{want}) && slices.Contains(own.Clients, w.plan.Client) && own.Seen == w.stamp(f.Path) {
		return s
	}
	next := owned{Sums: []string{want}, Clients: with(own.Clients, w.plan.Client)}
	data, mode, err := w.tree.read(f.Path)
	s.old, s.mode = data, mode
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.do, s.mode = create, newFile
		w.missingDirs(f.Path)
	case err != nil:
		s.do, s.reason = skip, problem(err, "read")
	case string(data) == string(f.Content):
		next.Seen = w.stamp(f.Path)
	case slices.Contains(own.Sums, sum(data)):
		s.do = replace
	default:
		s.do, s.reason = skip, theirs
		delete(w.next.Files, f.Path)
	}
	if s.do != skip {
		w.next.Files[f.Path] = next
	}
	return s
}

func (w *work) stamp(p string) string { return stamp(filepath.Join(w.root, filepath.FromSlash(p))) }

// missingDirs notes the folders that will be made.
func (w *work) missingDirs(p string) {
	for dir := path.Dir(p); dir != "." && !w.tree.plain[dir]; dir = path.Dir(dir) {
		if _, err := w.tree.root.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return
		}
		w.next.Dirs = with(w.next.Dirs, dir)
	}
}

func (w *work) lookAtOld(p string) {
	own := w.had.Files[p]
	if others := without(own.Clients, w.plan.Client); len(others) > 0 {
		w.next.Files[p] = owned{own.Sums, others, own.Seen}
		return
	}
	delete(w.next.Files, p)
	s := step{do: forget, path: p}
	if data, mode, err := w.tree.read(p); err == nil && slices.Contains(own.Sums, sum(data)) {
		s.do, s.old, s.mode = drop, data, mode
	}
	w.steps = append(w.steps, s)
}

func (w *work) lookAtRules() ruleStep {
	var s ruleStep
	file := w.plan.Rules.File
	if file == "" {
		return s
	}
	had := w.had.Rules[file]
	var err error
	s.old, s.mode, err = w.tree.read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.old, s.mode = nil, newFile
	case err != nil:
		s.reason = problem(err, "read")
		return s
	case s.old == nil:
		s.old = []byte{}
	}
	text, now, err := merge(s.old, w.plan.Rules, had)
	if err != nil {
		s.text, s.reason = s.old, err.Error()
		return s
	}
	s.text = text
	if len(now.Deny)+len(now.Ask) == 0 {
		delete(w.next.Rules, file)
		return s
	}
	w.next.Rules[file] = now
	if s.old == nil {
		w.missingDirs(file)
	}
	return s
}

func (s ruleStep) changes() bool { return s.reason == "" && string(s.old) != string(s.text) }

// run does the steps. On an error none was done.
func (w *work) run() error {
	if w.had.Unfinished {
		w.tidy()
	}
	changes := w.changes()
	if changes {
		// Before anything of ours is in the repository: who owns it, and that
		// git does not see it.
		if err := w.ahead().save(w.state, w.name); err != nil {
			return errors.New("nothing is rendered: the state folder " + problem(err, "written"))
		}
	}
	err := exclude(w.git, w.id, w.next.ignored())
	switch {
	case !changes && !w.had.Unfinished && w.next.equal(w.had):
		return nil
	case changes && err != nil:
		return errors.New("nothing is rendered into this repository: " + err.Error())
	}
	for i := range w.steps {
		if w.steps[i].writes() {
			w.do(&w.steps[i])
		}
	}
	w.doRules()
	w.removeDirs()
	// What fails now is made good by the next run: the manifest written ahead
	// names everything that is ours.
	_ = exclude(w.git, w.id, w.next.ignored())
	_ = w.next.save(w.state, w.name)
	return nil
}

func (w *work) changes() bool {
	return w.rules.changes() || slices.ContainsFunc(w.steps, step.writes)
}

func (s step) writes() bool { return s.do == create || s.do == replace || s.do == drop }

// ahead is the manifest that holds before the steps and behind them.
func (w *work) ahead() *manifest {
	m := w.next.clone()
	m.Unfinished = true
	for p, own := range w.had.Files {
		next, stays := m.Files[p]
		switch {
		case stays:
			for _, s := range own.Sums {
				next.Sums = with(next.Sums, s)
			}
			m.Files[p] = next
		case slices.ContainsFunc(w.steps, func(s step) bool { return s.path == p && s.do == drop }):
			m.Files[p] = own
		}
	}
	if had, ok := w.had.Rules[w.plan.Rules.File]; ok {
		now := m.Rules[w.plan.Rules.File]
		now.Created = had.Created
		for _, s := range had.Deny {
			now.Deny = with(now.Deny, s)
		}
		for _, s := range had.Ask {
			now.Ask = with(now.Ask, s)
		}
		m.Rules[w.plan.Rules.File] = now
	}
	return m
}

func (w *work) do(s *step) {
	var err error
	switch s.do {
	case create:
		if err = w.tree.makeParents(s.path); err == nil {
			err = w.tree.create(s.path, s.file.Content, newFile)
		}
	case replace:
		err = w.tree.replace(s.path, s.file.Content, s.mode)
	case drop:
		err = w.tree.remove(s.path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil {
		if own, ok := w.next.Files[s.path]; ok {
			own.Seen = w.stamp(s.path)
			w.next.Files[s.path] = own
		}
		return
	}
	switch s.do {
	case create:
		delete(w.next.Files, s.path)
	case replace, drop: // still ours
		w.next.Files[s.path] = w.had.Files[s.path]
	}
	did := "written"
	if s.do == drop {
		did = "removed"
	}
	s.do, s.reason = skip, problem(err, did)
}

func (w *work) doRules() {
	if !w.rules.changes() {
		return
	}
	// The client itself writes this file when the person allows something, so
	// it is read once more just before.
	w.rules = w.lookAtRules()
	if w.rules.changes() {
		if err := w.writeRules(); err != nil {
			w.rules.reason = problem(err, "written")
		}
	}
	if w.rules.reason == "" {
		return
	}
	file := w.plan.Rules.File
	if had, ok := w.had.Rules[file]; ok {
		w.next.Rules[file] = had
	} else {
		delete(w.next.Rules, file)
	}
}

func (w *work) writeRules() error {
	file := w.plan.Rules.File
	switch {
	case w.rules.text == nil:
		return w.tree.remove(file)
	case w.rules.old != nil:
		return w.tree.replace(file, w.rules.text, w.rules.mode)
	}
	if err := w.tree.makeParents(file); err != nil {
		return err
	}
	return w.tree.create(file, w.rules.text, newFile)
}

// removeDirs removes the folders that were made for files which are gone,
// unless somebody else uses them.
func (w *work) removeDirs() {
	slices.Sort(w.next.Dirs)
	slices.Reverse(w.next.Dirs) // inner ones first
	w.next.Dirs = slices.DeleteFunc(w.next.Dirs, func(dir string) bool {
		if w.next.uses(dir) {
			return false
		}
		info, err := w.tree.root.Lstat(dir)
		if err == nil && info.IsDir() {
			w.tree.remove(dir) // fails when it is not empty
		}
		return true
	})
	if len(w.next.Dirs) == 0 {
		w.next.Dirs = nil
	}
}

func (m *manifest) uses(dir string) bool {
	in := func(p string) bool { return strings.HasPrefix(p, dir+"/") }
	for p := range m.Files {
		if in(p) {
			return true
		}
	}
	for p := range m.Rules {
		if in(p) {
			return true
		}
	}
	return false
}

// tidy removes what a killed process left.
func (w *work) tidy() {
	for _, p := range w.had.ignored() {
		w.tree.remove(path.Join(path.Dir(p), tempName))
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
