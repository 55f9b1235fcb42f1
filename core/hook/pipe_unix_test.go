//go:build unix

package hook

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe in the place of a file is refused at once, with its name.
func TestPipe(t *testing.T) {
	env, _, stderr := process(t, `{"command":"ls"}`, "--event", "Pre")
	withPolicy(t, env, "allow", nil, nil)
	pipe := filepath.Join(env.Home, ".tempa", "login.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if status := Run(env, fake{}); status != 2 || !strings.Contains(stderr.String(), "login.json is not a regular file") {
		t.Errorf("exit %d, %q", status, stderr.String())
	}
	if _, err := readSettled(pipe); err == nil {
		t.Error("a pipe was read as settings")
	}
	if took := time.Since(began); took > budget/2 {
		t.Errorf("answered after %v", took)
	}
}
