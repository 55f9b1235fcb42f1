package render

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/state"
)

// TestMain makes this binary a session start when it is told to be one.
func TestMain(m *testing.M) {
	if root := os.Getenv("TEST_RENDER_ROOT"); root != "" {
		os.Exit(session(root, os.Getenv("TEST_RENDER_STATE"), os.Getenv("TEST_RENDER_AS"), os.Getenv("TEST_RENDER_VERSION")))
	}
	os.Exit(m.Run())
}

// session applies a profile of many documents as one of the two clients.
func session(root, dir, client, version string) int {
	l := one
	if client == "two" {
		l = two
	}
	r, err := Apply(Target{Root: root, State: state.At(dir), Wait: 20 * time.Second}, New(many(version), l, now))
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Print(reasons(r))
	return 0
}

func many(version string) *profile.Profile {
	p := sample()
	p.Tenant.Name = version
	for i := range 20 {
		d := profile.Document{Name: fmt.Sprintf("doc-%d", i), Content: strings.Repeat(version+"\n", 50)}
		p.Standards, p.Skills, p.Agents = append(p.Standards, d), append(p.Skills, d), append(p.Agents, d)
	}
	return p
}

// start runs a session in a process of its own.
func (c checkout) start(client, version string) (*exec.Cmd, *strings.Builder) {
	c.Helper()
	self, err := os.Executable()
	if err != nil {
		c.Fatal(err)
	}
	cmd, out := exec.Command(self), new(strings.Builder)
	cmd.Env = append(os.Environ(), "TEST_RENDER_ROOT="+c.Root, "TEST_RENDER_STATE="+c.State.Path(), "TEST_RENDER_AS="+client, "TEST_RENDER_VERSION="+version)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	return cmd, out
}

// Sessions that start at once leave what one after the other would.
func TestSessionsAtOnce(t *testing.T) {
	c := newCheckout(t)
	for _, version := range []string{"7", "8"} {
		type run struct {
			*exec.Cmd
			out *strings.Builder
		}
		var all []run
		for i := range 8 {
			cmd, out := c.start([]string{"one", "two"}[i%2], version)
			all = append(all, run{cmd, out})
		}
		for _, r := range all {
			if err := r.Wait(); err != nil || r.out.Len() > 0 {
				t.Errorf("version %s: %v, %s", version, err, r.out)
			}
		}
		alone := newCheckout(t)
		alone.apply(many(version), one)
		alone.apply(many(version), two)
		if got, want := c.files(), alone.files(); !maps.Equal(got, want) {
			t.Errorf("version %s: %d files, want %d", version, len(got), len(want))
		}
		if strings.Count(c.read(".git/info/exclude"), "\n") != strings.Count(alone.read(".git/info/exclude"), "\n") {
			t.Error(c.read(".git/info/exclude"))
		}
	}
}

// Sessions that are killed anywhere cost nothing: the next one has every file
// in its hand, and everything goes when it is dropped.
func TestSessionsKilled(t *testing.T) {
	c := newCheckout(t)
	c.write("TWO.md", "mine")
	c.write(".one/settings.local.json", `{"permissions":{"deny":["mine"]}}`)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range 30 {
		cmd, _ := c.start([]string{"one", "two"}[i%2], fmt.Sprint(i))
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		if got := c.read("TWO.md"); got != "mine" {
			t.Fatalf("a person's file is %q", got)
		}
	}
	for _, l := range []Layout{one, two} {
		r := c.apply(many("last"), l)
		want := ""
		if l.Client == "two" {
			want = "TWO.md " + theirs
		}
		if reasons(r) != want {
			t.Errorf("%s: %s", l.Client, reasons(r))
		}
	}
	c.apply(nil, one)
	c.apply(nil, two)
	left := slices.Sorted(maps.Keys(c.files()))
	if want := []string{".one/", ".one/settings.local.json", "TWO.md"}; !slices.Equal(left, want) {
		t.Errorf("left: %v", left)
	}
	if got := flat([]byte(c.read(".one/settings.local.json"))); got != `{"permissions":{"deny":["mine"]}}` {
		t.Errorf("settings: %s", got)
	}
	if got := c.read(".git/info/exclude"); got != "" {
		t.Errorf("exclude: %q", got)
	}
	if temps, _ := filepath.Glob(c.State.Path("render", ".tmp-*")); len(temps) > 5 {
		t.Errorf("%d temporary files", len(temps))
	}
}

// A session that cannot get the lock says where things will be, and writes
// nothing.
func TestLockHeld(t *testing.T) {
	c := newCheckout(t)
	plan := New(sample(), one, now)
	w, err := open(c.Target, plan)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if ok, err := w.lock(time.Second); !ok || err != nil {
		t.Fatal(ok, err)
	}
	c.Wait = 10 * time.Millisecond
	r := c.apply(sample(), one)
	if len(r.Written) != 0 || len(c.files()) != 0 || r.Paths[Doc{Standard, "go"}] != ".one/rules/tempa-go.md" {
		t.Errorf("%+v", r)
	}
}

func BenchmarkNothingToDo(b *testing.B) {
	dir := b.TempDir()
	root := filepath.Join(dir, "app")
	os.MkdirAll(filepath.Join(root, ".git"), 0o755)
	os.WriteFile(filepath.Join(root, ".git", "HEAD"), nil, 0o644)
	p := sample()
	for i := range 50 {
		p.Skills = append(p.Skills, profile.Document{Name: fmt.Sprintf("skill-%d", i), Content: strings.Repeat("text of a skill\n", 200)})
	}
	target := Target{Root: root, State: state.At(filepath.Join(dir, "state"))}
	for b.Loop() {
		if _, err := Apply(target, New(p, one, now)); err != nil {
			b.Fatal(err)
		}
	}
}
