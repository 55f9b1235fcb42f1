package render

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
)

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

// step is one file and what is to be done about it.
type step struct {
	do     action
	path   string
	file   *File // nil for what is dropped
	old    []byte
	mode   fs.FileMode
	reason string
}

// ruleStep is the same for the client's settings, of which only our rules are
// ours.
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
		if len(own.Sums) > 0 {
			s.reason = changed
		}
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
	for dir := path.Dir(p); dir != "." && !slices.Contains(w.next.Dirs, dir); dir = path.Dir(dir) {
		if _, err := w.tree.lstat(dir); !errors.Is(err, fs.ErrNotExist) {
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
