package pathscope

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/event"
)

// tree is a file system of links; "" is something that is no link, "!" may not
// be looked at, what is not listed is missing.
type tree map[string]string

func (t tree) Link(path string) (string, State) {
	target, ok := t[path]
	switch {
	case !ok:
		return "", Missing
	case target == "":
		return "", Plain
	case target == "!":
		return "", Unreadable
	}
	return target, Link
}

var linux = tree{
	"/home": "", "/home/dev": "", "/home/dev/project": "", "/home/dev/project/src": "", "/home/dev/.ssh": "",
	"/home/dev/project/link":     "/home/dev/.ssh",
	"/home/dev/project/up":       "../other",
	"/home/dev/project/in":       "src",
	"/home/dev/project/loop":     "loop",
	"/home/dev/project/a":        "b",
	"/home/dev/project/b":        "a",
	"/home/dev/project/closed":   "!",
	"/home/dev/project/rootlink": "/",
	"/checkout":                  "/home/dev/project",
	"/proc":                      "", "/dev": "",
	"/dev/stdin": "/proc/self/fd/0",
}

func posix() *Scope {
	return &Scope{
		Home: "/home/dev", Dir: "/home/dev/project/src", Roots: []string{"/srv/extra"}, Repo: "/home/dev/project",
		StateDir: "/home/dev/.tempa", Links: linux,
	}
}

func TestInside(t *testing.T) {
	for _, tt := range []struct {
		path string
		want Verdict
	}{
		{"", Inside},
		{".", Inside},
		{"main.go", Inside},
		{"./a//b/./c", Inside},
		{"../README.md", Inside}, // the repository is the scope, not only the directory
		{"/home/dev/project", Inside},
		{"/home/dev/project/", Inside},
		{"//home//dev/project/x", Inside},
		{"/checkout/src/main.go", Inside},
		{"/srv/extra/x", Inside},
		{"~/project/x", Inside},
		{"~+/x", Inside},
		{"../in/x", Inside},
		{"not/there/yet", Inside},
		{"app/[id]/page.tsx", Inside},
		{"what?.md", Inside},
		{"file:///home/dev/project/x", Inside},
		{"/proc/self/cwd/x", Inside},
		{"/proc/self/root/home/dev/project/x", Inside},

		{"../..", Outside},
		{"../../other/x", Outside},
		{"~", Outside},
		{"~/.ssh/id_ed25519", Outside},
		{"~/projectx/y", Outside}, // names, not letters
		{"/home/dev/project2", Outside},
		{"/etc/passwd", Outside},
		{"/srv/extrax", Outside},
		{"../link/id_ed25519", Outside},
		{"../up/x", Outside},
		{"../rootlink/etc/passwd", Outside},
		{"../rootlink/home/dev/project/../.ssh", Outside},
		{"/proc/self/root/etc/passwd", Outside},
		{"/proc/1/root/etc/passwd", Outside},
		{"/proc/self/task/1/root/etc/passwd", Outside},
		{"/proc/self/cwd/../../../x", Outside},
		{"/proc/self/environ", Outside},
		{"/System/Volumes/Data/etc/x", Outside},
		{"/home/dev/.tempa/config.json", Outside},
		// .. behind a link is one place for the system and another for a tool
		// that tidies first: both must be inside.
		{"../link/../x", Outside},
		{"../link/../project/x", Inside},

		{"~root/x", Unknown},
		{"~-/x", Unknown},
		{"$HOME/project/x", Unknown},
		{"src/$id.ts", Unknown},
		{"`pwd`/x", Unknown},
		{"{src,../../other}/x", Unknown},
		{"a\x00b", Unknown},
		{"a\nb", Unknown},
		{"../loop/x", Unknown},
		{"../a/x", Unknown},
		{"../closed/x", Unknown},
		{"/dev/stdin", Unknown},
		{"/dev/fd/3", Unknown},
		{"/proc/self/fd/3", Unknown},
		{"/proc/17/cwd/x", Unknown},
		{"/.vol/1/2", Unknown},
		{strings.Repeat("a/", maxPath), Unknown},
	} {
		if got := posix().Inside(event.Path{Path: tt.path, Access: event.AccessRead}); got != tt.want {
			t.Errorf("%.60q: %d, want %d", tt.path, got, tt.want)
		}
	}
}

func TestInsideGlob(t *testing.T) {
	for _, tt := range []struct {
		path string
		want Verdict
	}{
		{"*.go", Inside},
		{"**/*", Inside},
		{"/home/dev/project/**", Inside},
		{"~/project/*", Inside},
		{"a/[bc]/d", Inside},
		{"**/*.{ts,tsx}", Inside},
		{"**/*.{test.ts,spec.ts}", Inside},
		{"src/@(a|b)/c", Inside},
		{`a\*b/x`, Inside},
		{"no-wildcard/x", Inside},
		{"link?/x", Inside},

		{"/home/dev/proj*", Outside}, // counts by its folder
		{"/**", Outside},
		{"~/*", Outside},
		{"../../*/x", Outside},
		{"../link/*", Outside},
		{"../**", Inside},

		{"*/../../../x", Unknown},
		{"*/{.,x}{.,y}/z", Unknown},
		{"*/{a/../../..,b}", Unknown},
		{"*/@(.)@(.)/x", Unknown},
		{`*/.\./x`, Unknown},
		{"{a,b}/*", Unknown},
		{"$X/*", Unknown},
	} {
		if got := posix().Inside(event.Path{Path: tt.path, Access: event.AccessList, Glob: true}); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.path, got, tt.want)
		}
	}
}

// No workspace is no directory, and the home directory is no workspace.
func TestNoWorkspace(t *testing.T) {
	for name, s := range map[string]*Scope{
		"no directory":       {Home: "/home/dev", Roots: []string{"/home/dev/project"}, Links: linux},
		"home":               {Home: "/home/dev", Dir: "/home/dev", Links: linux},
		"above home":         {Home: "/home/dev", Dir: "/home", Links: linux},
		"root":               {Home: "/home/dev", Dir: "/", Links: linux},
		"link to root":       {Home: "/home/dev", Dir: "/home/dev/project/rootlink", Links: linux},
		"relative directory": {Home: "/home/dev", Dir: "project", Links: linux},
	} {
		for _, p := range []string{"", "x", "/home/dev/project/x", "~/.ssh/id"} {
			if got := s.Inside(event.Path{Path: p}); got == Inside {
				t.Errorf("%s: %q is inside", name, p)
			}
		}
	}
	s := &Scope{Home: "/home/dev", Dir: "/home/dev", Repo: "/home/dev/project", Links: linux}
	if got := s.Inside(event.Path{Path: "/home/dev/project/x"}); got != Inside {
		t.Errorf("a repository counts by itself: %d", got)
	}
}

func TestAbs(t *testing.T) {
	s := posix()
	for _, tt := range []struct {
		path, dir, want string
		ok              bool
	}{
		{"x", "", "/home/dev/project/src/x", true},
		{"x", "sub", "/home/dev/project/src/sub/x", true},
		{"x", "/tmp", "/tmp/x", true},
		{"x", "~", "/home/dev/x", true},
		{"../x", "/tmp", "/tmp/../x", true},
		{"x", "$D", "x", false},
		{"/x", "$D", "/x", true},
		{"~/x", "$D", "/home/dev/x", true},
		{"~other/x", "", "~other/x", false},
		{"a~b", "/tmp", "/tmp/a~b", true},
		{"", "/tmp", "/tmp", true},
	} {
		got, ok := s.Abs(tt.path, tt.dir)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("Abs(%q, %q) = %q, %v, want %q, %v", tt.path, tt.dir, got, ok, tt.want, tt.ok)
		}
	}
	if _, ok := new(Scope).Abs("x", "sub"); ok {
		t.Error("without a directory a relative path is nowhere")
	}
	if _, ok := new(Scope).Abs("~/x", ""); ok {
		t.Error("without a home ~ is nowhere")
	}
}

func TestFold(t *testing.T) {
	s := posix()
	s.Fold = true
	for p, want := range map[string]Verdict{
		"/HOME/Dev/PROJECT/x":    Inside,
		"/home/dev/PROJECTX":     Outside,
		"/home/dev/.TEMPA/x":     Outside,
		"/home/dev/project/SRC":  Inside,
		"/home/dev/\u212ared":    Outside,
		"/home/dev/pro\u017fect": Outside,
	} {
		if got := s.Inside(event.Path{Path: p}); got != want {
			t.Errorf("%q: %d, want %d", p, got, want)
		}
	}
	if s.Fold = false; s.Inside(event.Path{Path: "/home/dev/PROJECT/x"}) != Outside {
		t.Error("where case counts another case is another place")
	}
}

func windows() *Scope {
	return &Scope{
		Home: `C:\Users\dev`, Dir: `C:\Users\dev\project`, StateDir: `C:\Users\dev\.tempa`,
		Fold: true, Windows: true, Links: tree{
			"C:/Users": "", "C:/Users/dev": "", "C:/Users/dev/project": "",
			"C:/Users/dev/project/junction": `C:\Users\dev\.ssh`,
			"C:/Users/dev/project/rel":      `..\other`,
		},
	}
}

func TestInsideWindows(t *testing.T) {
	for _, tt := range []struct {
		path string
		want Verdict
	}{
		{`src\main.go`, Inside},
		{`src/main.go`, Inside},
		{`C:\Users\dev\project\x`, Inside},
		{`c:/users/DEV/Project/x`, Inside},
		{`\\?\C:\Users\dev\project\x`, Inside},
		{`\\.\C:\Users\dev\project\x`, Inside},
		{`\Users\dev\project\x`, Inside},
		{`~\project\x`, Inside},
		{`src\main.go.`, Inside},
		{`src\x:stream`, Inside},

		{`..\other`, Outside},
		{`C:\Users\dev\.ssh\id`, Outside},
		{`C:\Users\dev\project.\..\x`, Outside},
		{`C:\Users\dev\projectx`, Outside},
		{`D:\Users\dev\project\x`, Outside},
		{`\\server\share\x`, Outside},
		{`\\?\UNC\server\share\x`, Outside},
		{`junction\id`, Outside},
		{`rel\x`, Outside},
		{`~\.tempa\config.json`, Outside},
		{`C:\Users\dev\.tempa.\config.json`, Outside},
		// Git Bash reads /c/… as a drive, a native program as a folder.
		{`/c/Users/dev/project/x`, Outside},

		{`C:x`, Unknown},
		{`%USERPROFILE%\x`, Unknown},
		{`$env:USERPROFILE\x`, Unknown},
		{`\\localhost\c$\Users\dev\project\x`, Unknown},
		{`\\?\GLOBALROOT\Device\HarddiskVolume1\x`, Unknown},
		{`...\x`, Unknown},
	} {
		if got := windows().Inside(event.Path{Path: tt.path}); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.path, got, tt.want)
		}
	}
}

func TestPlacesWindows(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{`C:\Users\dev\.tempa\x`, "C:/Users/dev/.tempa/x"},
		{`c:\users\dev\.tempa.\x `, "C:/users/dev/.tempa/x"},
		{`C:\Users\dev\.tempa::$INDEX_ALLOCATION\x`, "C:/Users/dev/.tempa/x"},
		{`C:\Users\dev\.tempa\x::$DATA`, "C:/Users/dev/.tempa/x"},
		{`\\?\c:\Users\dev\.tempa`, "C:/Users/dev/.tempa"},
		{`\\localhost\C$\Users\dev\.tempa`, "C:/Users/dev/.tempa"},
		{`/c/Users/dev/.tempa/x`, "C:/Users/dev/.tempa/x"},
		{`/mnt/c/Users/dev/.tempa/x`, "C:/Users/dev/.tempa/x"},
		{`\\Server\Share\..\x`, "//server/share/x"},
		{`C:\`, "C:/"},
	} {
		places, _ := windows().Places(tt.path)
		found := false
		for _, p := range places {
			found = found || p == tt.want
		}
		if !found {
			t.Errorf("%q: %q, want %q", tt.path, places, tt.want)
		}
	}
}

func TestReal(t *testing.T) {
	s := posix()
	for _, tt := range []struct {
		path, want string
		exact      bool
	}{
		{"/", "/", true},
		{"/..", "/", true},
		{"/checkout/src", "/home/dev/project/src", true},
		{"/checkout/../x", "/home/dev/x", true}, // .. is taken behind the link
		{"/home/dev/project/in/x", "/home/dev/project/src/x", true},
		{"/nowhere/../checkout/x", "/home/dev/project/x", true},
		{"/nowhere/x", "/nowhere/x", true},
		{"/home/dev/project/closed/x", "/home/dev/project/closed/x", false},
	} {
		if got, exact := s.Real(tt.path); got != tt.want || exact != tt.exact {
			t.Errorf("Real(%q) = %q, %v, want %q, %v", tt.path, got, exact, tt.want, tt.exact)
		}
	}
}

// The real file system says the same as the table.
func TestDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(dir, "project")
	os.MkdirAll(filepath.Join(project, "src"), 0o755)
	os.MkdirAll(filepath.Join(dir, ".ssh"), 0o700)
	os.WriteFile(filepath.Join(project, "file"), nil, 0o644)
	os.Symlink("../.ssh", filepath.Join(project, "out"))
	os.Symlink("src", filepath.Join(project, "in"))
	s := New(dir, project, nil, "", filepath.Join(dir, ".tempa"))
	for p, want := range map[string]Verdict{
		"in/x": Inside, "out/x": Outside, "file/below": Inside, "missing/x": Inside, "..": Outside,
	} {
		if got := s.Inside(event.Path{Path: p}); got != want {
			t.Errorf("%q: %d, want %d", p, got, want)
		}
	}
}

func FuzzInside(f *testing.F) {
	for _, seed := range []string{"../x", "~/x", `C:\x`, "/proc/self/root/etc", "*/{.,a}{.,b}", `\\?\UNC\a\b`, "link/../x"} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, path string, glob bool) {
		windows().Inside(event.Path{Path: path, Glob: glob})
		s := posix()
		if s.Inside(event.Path{Path: path, Glob: glob}) != Inside || glob {
			return
		}
		// What is inside resolves to a place inside, by the reading of the system.
		abs, _ := s.Abs(path, "")
		real, _ := s.Real(abs)
		if !strings.HasPrefix(real+"/", "/home/dev/project/") && !strings.HasPrefix(real+"/", "/srv/extra/") {
			t.Fatalf("%q is inside and means %q", path, real)
		}
	})
}
