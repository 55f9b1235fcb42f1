//go:build unix

package hook

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/inquiry"
)

// beside puts a companion beside a hook and returns the hook's path.
func beside(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tempa"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "tempa-fake")
}

var request = inquiry.Request{Version: []string{"fake", "--version"}}

func TestAskCompanion(t *testing.T) {
	t.Setenv("SECRET", "value")
	exe := beside(t, `read -r line; printf '{"version":"%s %s [%s] ","login":""}' "$*" "$HOME" "$SECRET"`)
	f, ok := askCompanion(exe, "/home/dev", request)
	if want := "session-start /home/dev [] "; !ok || f.Version != want {
		t.Errorf("found %q, %v, want %q", f.Version, ok, want)
	}
	if f, ok := askCompanion(beside(t, `cat >&2; printf '{"version":"1"}'`), "", request); !ok || f.Version != "1" {
		t.Errorf("found %+v, %v", f, ok)
	}
}

func TestAskCompanionFails(t *testing.T) {
	for name, script := range map[string]string{
		"silence": "exit 0", "no answer": "cat >/dev/null; echo hello", "a torn answer": `cat >/dev/null; printf '{"version":"1`,
		"killed": "kill -9 $$",
	} {
		if f, ok := askCompanion(beside(t, script), "", request); !ok || f != (inquiry.Findings{}) {
			t.Errorf("%s: found %+v, %v", name, f, ok)
		}
	}
	home := t.TempDir()
	if _, ok := askCompanion(filepath.Join(home, "tempa-fake"), home, request); ok {
		t.Error("a companion that is not there answered")
	}
}

// A companion that hangs, with a child that holds the pipe, is killed and waited
// for no longer than the limit.
func TestAskCompanionHangs(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	exe := beside(t, `trap '' TERM INT HUP
sh -c 'echo $$ >>'"'`+pids+`'"'; sleep 60' &
echo $$ >>`+pids+`
wait`)
	begin := time.Now()
	if f, ok := askCompanion(exe, "", request); !ok || f != (inquiry.Findings{}) {
		t.Errorf("it answered %+v, %v", f, ok)
	}
	if d := time.Since(begin); d < inquiry.Limit || d > inquiry.Limit+2*time.Second {
		t.Errorf("it took %v", d)
	}
	data, err := os.ReadFile(pids)
	if n := strings.Count(string(data), "\n"); err != nil || n != 2 {
		t.Errorf("%d processes were started, %v", n, err)
	}
}

// A program that has left its process group is killed all the same.
func TestKillOutsideTheGroup(t *testing.T) {
	if os.Getenv("TEMPA_TEST_LEAVE") != "" {
		group, _ := syscall.Getpgid(os.Getppid())
		fmt.Print(syscall.Setpgid(0, group) == nil)
		os.Stdout.Close()
		select {}
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p, err := launch([]string{exe, "-test.run=^TestKillOutsideTheGroup$", "-test.timeout=10s"}, []string{"TEMPA_TEST_LEAVE=1"}, null, w, null)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	left, err := io.ReadAll(r)
	p.kill()
	begin := time.Now()
	if waitErr := p.wait(); string(left) != "true" || err != nil || waitErr != nil {
		t.Errorf("left its group: %s, %v, %v", left, err, waitErr)
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("it ended by itself after %v", d)
	}
}

func TestCompanionProgram(t *testing.T) {
	home := t.TempDir()
	exe := filepath.Join(t.TempDir(), "tempa-fake")
	if got := companionProgram(exe, home); got != "" {
		t.Errorf("found %q", got)
	}
	installed := filepath.Join(home, ".tempa", "bin", "tempa")
	put(t, installed, nil)
	if got := companionProgram(exe, home); got != installed {
		t.Errorf("found %q, want %q", got, installed)
	}
	put(t, filepath.Join(filepath.Dir(exe), "tempa"), nil)
	if got := companionProgram(exe, home); got != filepath.Join(filepath.Dir(exe), "tempa") {
		t.Errorf("found %q", got)
	}
	if got := companionProgram("", ""); got != "" {
		t.Errorf("found %q", got)
	}
}
