package pathscope

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
)

// State is what is at a path.
type State uint8

// The states.
const (
	Missing    State = iota // nothing
	Plain                   // something that is no link
	Link                    // a symbolic link or a junction
	Unreadable              // cannot be told
)

// Links is all that is asked of the file system.
type Links interface {
	// Link says what is at a path, and where a link leads.
	Link(path string) (target string, state State)
}

// Disk is the running system's file system.
type Disk struct{}

// Link asks lstat, and readlink for what may be a link: junctions of Windows
// are "irregular" for Go.
func (Disk) Link(path string) (string, State) {
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) == 0:
		return "", Plain
	case err == nil:
		if target, err := os.Readlink(path); err == nil {
			return target, Link
		}
		return "", Unreadable
	case errors.Is(err, fs.ErrNotExist), notDirectory(err):
		return "", Missing
	}
	return "", Unreadable
}

type link struct {
	target string
	state  State
}

// maxLinks is how many links are followed; systems give up at 32 or 40.
const maxLinks = 40

// Places are the resolved paths that an absolute path can mean: with .. behind
// a link as the system reads it, and as tools do that tidy a path before they
// use it; on Windows /c/x as a drive of Git Bash and as a folder. exact is
// false when one of them could not be told.
func (s *Scope) Places(abs string) (places []string, exact bool) {
	if !s.Windows && !hasParent(abs) {
		real, exact := s.Real(abs)
		return []string{real}, exact
	}
	exact = true
	for _, reading := range s.readings(abs) {
		real, ok := s.Real(reading)
		exact = exact && ok
		if len(places) == 0 || places[0] != real {
			places = append(places, real)
		}
	}
	return places, exact
}

func (s *Scope) readings(abs string) []string {
	if s.Windows {
		abs = slashes(abs)
	}
	list := []string{abs}
	if s.Windows {
		if drive, ok := mounted(abs); ok {
			list = append(list, drive)
		}
	}
	for _, p := range list {
		if !strings.Contains(p, "..") {
			continue
		}
		if tidy := path.Clean(p); tidy != p {
			list = append(list, tidy)
		}
	}
	return list
}

// Real follows every link of an absolute path. What does not exist is appended
// as it is. exact is false when the place cannot be told: too many links, a
// folder that may not be looked into, another process's view.
func (s *Scope) Real(p string) (real string, exact bool) {
	if !s.Windows && !hasParent(p) {
		if tidy := Clean(p); s.direct(tidy) {
			return tidy, true
		}
	}
	w := walk{scope: s, exact: true, todo: make([]string, 0, 12)}
	w.enter(p)
	for len(w.todo) > 0 && w.links <= maxLinks {
		w.step()
	}
	for i := len(w.todo) - 1; i >= 0; i-- {
		w.exact = false // links were left over
		w.out += "/" + w.todo[i]
	}
	if w.out == w.volume {
		w.out += "/"
	}
	return w.out, w.exact
}

// Clean is path.Clean, which goes through a path byte by byte, for paths that
// mostly are clean.
func Clean(p string) string {
	if p == "" || p[0] == '.' || len(p) > 1 && p[len(p)-1] == '/' || strings.Contains(p, "//") || hasDots(p) {
		return path.Clean(p)
	}
	return p
}

// hasDots reports whether a name of a path behind its first is "." or "..".
func hasDots(p string) bool {
	for {
		i := strings.Index(p, "/.")
		if i < 0 {
			return false
		}
		if p = p[i+2:]; p == "" || p[0] == '/' || p == "." || strings.HasPrefix(p, "./") {
			return true
		}
	}
}

// hasParent reports whether one of the names of a path is "..".
func hasParent(p string) bool {
	for from := 0; ; {
		i := strings.Index(p[from:], "..")
		if i < 0 {
			return false
		}
		i += from
		if from = i + 2; (i == 0 || p[i-1] == '/') && (from == len(p) || p[from] == '/') {
			return true
		}
	}
}

// direct reports whether a clean path without .. leads nowhere else: no name in
// it is a link or a view of the system. Most paths are so, and then nothing has
// to be put together; most lie in the folder of the one before.
func (s *Scope) direct(p string) bool {
	if !strings.HasPrefix(p, "/") || mayBeView(p) {
		return false
	}
	if lies(p, s.missing) {
		return true
	}
	start := 1
	if lies(p, s.folder) {
		start = len(s.folder) + 1
	}
	for start < len(p) {
		end := len(p)
		if i := strings.IndexByte(p[start:], '/'); i >= 0 {
			end = start + i
		}
		switch _, state := s.link(p[:end]); {
		case state == Link || state == Unreadable:
			return false
		case state == Missing:
			s.missing = p[:end]
			return true
		case end < len(p):
			s.folder = p[:end]
		}
		start = end + 1
	}
	return true
}

// lies reports whether a clean path is dir or below it; dir is empty when there
// is none.
func lies(p, dir string) bool {
	return dir != "" && strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}

// mayBeView reports whether a path may lead through one that special handles.
func mayBeView(p string) bool {
	for _, view := range [...]string{"/proc/", "/dev/", "/System/", "/.vol"} {
		if strings.HasPrefix(p, view) {
			return true
		}
	}
	return false
}

// walk is one resolution: out is resolved, todo is what is left, last first.
type walk struct {
	scope   *Scope
	volume  string // "", "C:" or "//server/share"
	out     string
	todo    []string
	links   int
	missing bool // out does not exist, so nothing below it does
	exact   bool
}

// enter starts again at the root of an absolute path.
func (w *walk) enter(p string) {
	w.volume = ""
	if w.scope.Windows {
		var ok bool
		w.volume, p, ok = normal(p, w.scope.Dir)
		w.exact = w.exact && ok
	}
	w.out, w.missing = w.volume, false
	w.push(p)
}

// push puts a path in front of what is left.
func (w *walk) push(p string) {
	for end := len(p); end > 0; {
		start := strings.LastIndexByte(p[:end], '/') + 1
		if name := p[start:end]; name != "" && name != "." {
			w.todo = append(w.todo, name)
		}
		end = start - 1
	}
}

func (w *walk) step() {
	name := w.todo[len(w.todo)-1]
	w.todo = w.todo[:len(w.todo)-1]
	if name == ".." {
		if i := strings.LastIndexByte(w.out, '/'); i >= len(w.volume) {
			w.out = w.out[:i]
		}
		w.missing = false
		return
	}
	next := w.out + "/" + name
	if !w.scope.Windows && w.special(next) {
		return
	}
	target, state := "", Missing
	if !w.missing {
		target, state = w.scope.link(next)
	}
	switch state {
	case Link:
		w.follow(target)
		return
	case Unreadable:
		w.exact = false
	case Missing:
		w.missing = true
	}
	w.out = next
}

// follow goes where a link leads.
func (w *walk) follow(target string) {
	w.links++
	if w.scope.isAbs(target) {
		w.enter(target)
		return
	}
	if w.scope.Windows {
		target = slashes(target)
	}
	w.push(target)
}

// special handles what looks like a folder and is a view of the system. The
// links of /proc/self belong to the process that asks, which is the hook and
// not the tool.
func (w *walk) special(next string) bool {
	switch next {
	case "/proc/self", "/proc/thread-self":
		w.out = next
		return true
	case "/System/Volumes/Data": // macOS: the same files as below /
		w.out = ""
		return true
	case "/dev/fd", "/.vol": // open files; macOS: files by number
		w.exact = false
		w.out = next
		return true
	}
	process, view, ok := procView(next)
	if !ok {
		return false
	}
	switch {
	case view == "root":
		w.out, w.missing = "", false
	case view == "cwd" && strings.HasSuffix(process, "self") && w.scope.Dir != "" && w.scope.isAbs(w.scope.Dir):
		w.links++
		w.enter(w.scope.Dir)
	default:
		w.exact = false
		w.out = next
	}
	return true
}

// procView cuts /proc/<process>[/task/<thread>]/<view> for the views that lead
// elsewhere.
func procView(p string) (process, view string, ok bool) {
	rest, ok := strings.CutPrefix(p, "/proc/")
	if !ok {
		return "", "", false
	}
	process, view, ok = strings.Cut(rest, "/")
	if thread, found := strings.CutPrefix(view, "task/"); found {
		_, view, ok = strings.Cut(thread, "/")
	}
	switch view {
	case "root", "cwd", "fd", "exe", "map_files":
		return process, view, ok
	}
	return "", "", false
}

// Found is the part of a resolved path that was there when it was looked up.
func (s *Scope) Found(path string) string {
	if lies(path, s.missing) {
		return s.missing[:strings.LastIndexByte(s.missing, '/')]
	}
	for end := 0; end < len(path); {
		start := end + 1
		if i := strings.IndexByte(path[start:], '/'); i >= 0 {
			end = start + i
		} else {
			end = len(path)
		}
		if l, ok := s.seen[path[:end]]; ok && l.state == Missing {
			return path[:start-1]
		}
	}
	return path
}

// link is Links.Link, asked once per path.
func (s *Scope) link(path string) (string, State) {
	if l, ok := s.seen[path]; ok {
		return l.target, l.state
	}
	if s.Links == nil {
		s.Links = Disk{}
	}
	target, state := s.Links.Link(path)
	if s.seen == nil {
		s.seen = make(map[string]link, 32)
	}
	s.seen[path] = link{target, state}
	return target, state
}
