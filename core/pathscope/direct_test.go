package pathscope

import "testing"

// chosen is a file system in which a few paths are something special.
type chosen map[string]link

func (c chosen) Link(path string) (string, State) {
	if l, ok := c[path]; ok {
		return l.target, l.state
	}
	return "", Plain
}

// TestDirectIsWhatTheWalkSays compares the short way with the long one, in a
// scope of its own and in one that has seen the paths before it.
func TestDirectIsWhatTheWalkSays(t *testing.T) {
	disk := chosen{
		"/a/link": {"/b", Link}, "/a/up": {"..", Link}, "/a/none": {"", Missing}, "/a/closed": {"", Unreadable},
	}
	seen := &Scope{Dir: "/a", Links: disk}
	for _, p := range []string{
		"", "/", "//", "/a", "/a/", "/a//b", "/a/./b", "/a/../b", "/a/b/c", "/a/link", "/a/link/x", "/a/up/x",
		"/a/none", "/a/none/x/y", "/a/none/../x", "/a/closed", "/a/closed/x", "/proc/self/root/a", "/proc/1/cwd/x",
		"/dev/fd/3", "/dev/null", "/System/Volumes/Data/a", "/.vol/1/2", "/a/b..", "/a/...", "/a/.b", "a/b",
		"/a/none", "/a/nonesuch", "/a/none/x", "/a/link", "/a/b/link", "/a/b/c/d", "/a/b/cd", "/a/closed/y", "/a/none/x/y/z",
	} {
		s := &Scope{Dir: "/a", Links: disk}
		w := walk{scope: s, exact: true}
		w.enter(p)
		for len(w.todo) > 0 && w.links <= maxLinks {
			w.step()
		}
		if w.out == w.volume {
			w.out += "/"
		}
		for _, s := range []*Scope{{Dir: "/a", Links: disk}, seen} {
			if real, exact := s.Real(p); real != w.out || exact != w.exact {
				t.Errorf("%q: %q, %v, the walk says %q, %v", p, real, exact, w.out, w.exact)
			}
		}
	}
}
