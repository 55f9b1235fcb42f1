// Package pathscope answers one question: does a path lie inside the session's
// workspace? It knows what a path can mean (links, .., ~, wildcards, drive
// letters, /proc/self/root) and says Unknown where that cannot be told.
//
// Only links are looked up on the machine, through Links; everything else is
// computed from the text, for POSIX and for Windows paths alike.
package pathscope

import (
	"runtime"
	"strings"

	"github.com/tempahq/tempa/core/event"
)

// Verdict is where a path lies.
type Verdict uint8

// The verdicts. Only Inside is good news: Unknown is treated as Outside by
// everything that grants.
const (
	Unknown Verdict = iota
	Inside
	Outside
)

// Scope is a session's workspace. It remembers the links that it has looked
// up, so that one decision sees one state of the machine; it is not for
// concurrent use.
type Scope struct {
	Home  string   // for ~; empty when unknown
	Dir   string   // the session's directory; empty means that nothing is inside
	Roots []string // further workspace folders
	Repo  string   // root of the repository around Dir; empty when there is none
	// StateDir is never inside, wherever it lies.
	StateDir string
	Fold     bool // names differ by more than case: macOS, Windows
	Windows  bool // drive letters, backslashes, streams
	Links    Links

	seen  map[string]link
	bases []string

	// Of the paths that direct has looked at, the last folder that is none but
	// itself, and the last name at which nothing was.
	folder, missing string
}

// New is a Scope with the rules of the running system.
func New(home, dir string, roots []string, repo, state string) *Scope {
	windows := runtime.GOOS == "windows"
	return &Scope{
		Home: home, Dir: dir, Roots: roots, Repo: repo, StateDir: state,
		Fold: windows || runtime.GOOS == "darwin", Windows: windows, Links: Disk{},
	}
}

// Inside says whether a path lies in the session's directory, its roots or its
// repository, with every link followed. A relative path starts at Dir; resolve
// one that starts elsewhere with Abs first. A glob counts by its part before
// the first wildcard. Where a path has two readings, both must be inside.
func (s *Scope) Inside(p event.Path) Verdict {
	if s.Dir == "" {
		return Unknown
	}
	text := p.Path
	if p.Glob {
		head, rest := s.Static(text)
		if mayClimb(rest) {
			return Unknown
		}
		text = head
	}
	abs, ok := s.Abs(text, "")
	if !ok {
		return Unknown
	}
	places, exact := s.Places(abs)
	if !exact {
		return Unknown
	}
	for _, place := range places {
		if !s.covers(place) {
			return Outside
		}
	}
	return Inside
}

// covers reports whether a resolved path lies in the workspace.
func (s *Scope) covers(place string) bool {
	if s.StateDir != "" && s.Under(place, s.real(s.StateDir)) {
		return false
	}
	if s.bases == nil {
		s.bases = s.workspace()
	}
	for _, base := range s.bases {
		if s.Under(place, base) {
			return true
		}
	}
	return false
}

// workspace resolves the folders that make up the workspace. The home
// directory and what lies above it never do: they hold other things than the
// work, ~/.ssh first.
func (s *Scope) workspace() []string {
	bases := make([]string, 0, 2+len(s.Roots))
	for _, dir := range append([]string{s.Dir, s.Repo}, s.Roots...) {
		if dir == "" || !s.isAbs(dir) {
			continue
		}
		real := s.real(dir)
		if s.Home != "" && s.Under(s.real(s.Home), real) || s.Under("/", real) {
			continue
		}
		bases = append(bases, real)
	}
	return bases
}

// real is Real for a folder that the caller names: whether it can be resolved
// makes no difference.
func (s *Scope) real(path string) string {
	real, _ := s.Real(path)
	return real
}

// Under reports whether a path is base or lies below it, both as Real returns
// them. It compares names, never letters: /a/bc does not lie below /a/b.
func (s *Scope) Under(path, base string) bool {
	base = strings.TrimSuffix(base, "/")
	if !s.Fold {
		return strings.HasPrefix(path, base) && (len(path) == len(base) || path[len(base)] == '/')
	}
	for base != "" {
		var want, have string
		want, base, _ = strings.Cut(base, "/")
		have, path, _ = strings.Cut(path, "/")
		if !strings.EqualFold(want, have) {
			return false
		}
	}
	return true
}
