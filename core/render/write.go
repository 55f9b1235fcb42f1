package render

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// run does the steps, as many as there is time for. On an error none was done.
func (w *work) run(until time.Time) error {
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
		switch s := &w.steps[i]; {
		case !s.writes():
		case until.IsZero() || time.Now().Before(until):
			w.do(s)
		default:
			w.undone(s, late)
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
		if err = w.same(s); err == nil {
			err = w.tree.replace(s.path, s.file.Content, s.mode)
		}
	case drop:
		if err = w.same(s); err == nil {
			err = w.tree.remove(s.path)
		}
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
	did := "written"
	if s.do == drop {
		did = "removed"
	}
	w.undone(s, problem(err, did))
}

// late is the reason of what there was no time for.
const late = "waits for the next session, because rendering took too long"

// undone makes a skip of a step that was not done.
func (w *work) undone(s *step, reason string) {
	switch s.do {
	case create:
		delete(w.next.Files, s.path)
	case replace, drop: // still ours
		w.next.Files[s.path] = w.had.Files[s.path]
	}
	s.do, s.reason = skip, reason
}

// same is an error for a file that was edited since it was looked at.
func (w *work) same(s *step) error {
	data, _, err := w.tree.read(s.path)
	if err == nil && string(data) != string(s.old) {
		err = fs.ErrExist // somebody else's
	}
	return err
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
		info, err := w.tree.lstat(dir)
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
