//go:build unix

package state

import (
	"os"
	"syscall"
	"testing"
)

// A pipe in the place of a file of ours is a fault that is named at once, not
// something to wait for.
func TestPipe(t *testing.T) {
	d := At(t.TempDir())
	if err := syscall.Mkfifo(d.Path("login.json"), 0o600); err != nil {
		t.Skip(err)
	}
	os.Mkdir(d.Path("sessions"), 0o700)
	syscall.Mkfifo(d.Path(sessionFile("s")), 0o600)
	if err := d.ReadJSON("login.json", &struct{}{}); err == nil {
		t.Error("a pipe was read")
	}
	if _, err := d.Session("s"); err == nil {
		t.Error("a pipe was read as a session")
	}
	syscall.Mkfifo(d.pending("s"), 0o600)
	if got, err := d.TakePending("s"); err == nil || len(got) > 0 {
		t.Errorf("took %q from a pipe", got)
	}
}
