package conformance

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/starter"
)

// On a full disk the decision stands, and what was there before stays.
func TestFullDisk(t *testing.T) {
	m := newMachine(t, starter.Profile(), starter.Table())
	state := filepath.Join(m.home, ".tempa")
	policy, _ := os.ReadFile(filepath.Join(state, "local", "rules.table"))
	if err := unix.Mount("tmpfs", state, "tmpfs", 0, "size=1m,mode=0700"); err != nil {
		t.Skipf("a file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(state, unix.MNT_DETACH) })
	if err := os.MkdirAll(filepath.Join(state, "local"), 0o700); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(state, "local", "rules.table")
	if err := os.WriteFile(table, policy, 0o600); err != nil {
		t.Fatal(err)
	}
	fillUp(t, filepath.Join(state, "ballast"))
	for _, c := range columns {
		if o := m.shell(t, c, "rm -rf ~"); o.Verdict != client.Blocked || !strings.Contains(o.Model, "tempa/destructive/") {
			t.Errorf("%s: %s, %q", c.name, o.Verdict, o.Model)
		}
		if o := m.shell(t, c, "ls"); o.Verdict != client.Runs {
			t.Errorf("%s: ls: %s", c.name, o.Verdict)
		}
	}
	if after, _ := os.ReadFile(table); string(after) != string(policy) {
		t.Error("the policy was changed")
	}
}

func fillUp(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.CopyN(f, zeros{}, 64<<20); err == nil {
		t.Fatal("the disk did not become full")
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
