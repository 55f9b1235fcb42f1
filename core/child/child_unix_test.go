//go:build unix

package child

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// client writes a program that stands for a client.
func client(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "client")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// said is the output of a program, nothing where there is no result.
func said(r *Result) string {
	if r == nil {
		return ""
	}
	return string(r.Stdout)
}

func TestOutput(t *testing.T) {
	c := Command{Path: client(t, `pwd; echo "$A-$HOME"; echo noise >&2; cat`), Env: []string{"A=1"}, Limit: 5 * time.Second}
	out, err := c.Output(context.Background())
	if want := "/\n1-\n"; said(out) != want || err != nil {
		t.Errorf("Output = %q, %v, want %q", said(out), err, want)
	}
}

func TestOutputInheritsNothing(t *testing.T) {
	t.Setenv("SECRET", "value")
	out, err := Command{Path: client(t, `echo "[$SECRET]"`), Limit: 5 * time.Second}.Output(context.Background())
	if said(out) != "[]\n" || err != nil {
		t.Errorf("Output = %q, %v", said(out), err)
	}
}

func TestOutputKeepsTheOutputOfAFailure(t *testing.T) {
	out, err := Command{Path: client(t, `echo no; exit 1`), Limit: 5 * time.Second}.Output(context.Background())
	if said(out) != "no\n" || out.Exit != 1 || err != nil {
		t.Errorf("Output = %+v, %v", out, err)
	}
}

func TestOutputCapsTheOutput(t *testing.T) {
	out, err := Command{Path: client(t, `head -c 1000000 /dev/zero`), Env: []string{"PATH=/usr/bin:/bin"}, Limit: 5 * time.Second}.Output(context.Background())
	if len(said(out)) != maxOutput || err != nil {
		t.Errorf("%d bytes, %v", len(said(out)), err)
	}
}

func TestOutputWantsAnAbsolutePath(t *testing.T) {
	for _, path := range []string{"", "client", "./client"} {
		if _, err := (Command{Path: path, Limit: time.Second}).Output(context.Background()); err == nil {
			t.Errorf("%q was run", path)
		}
	}
}

// A client that ignores every signal it can, with a child that does the same,
// is gone when its time is up.
func TestOutputKillsTheGroup(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	c := Command{Path: client(t, `trap '' TERM INT HUP
sh -c 'trap "" TERM INT HUP; echo $$ >>"$1"; while :; do sleep 1; done' x "$PIDS" &
echo $$ >>"$PIDS"
echo early
while :; do sleep 1; done`), Env: []string{"PIDS=" + pids, "PATH=/usr/bin:/bin"}, Limit: 500 * time.Millisecond}
	start := time.Now()
	_, err := c.Output(context.Background())
	if !errors.Is(err, ErrTooLate) {
		t.Errorf("Output = %v, want %v", err, ErrTooLate)
	}
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("it took %v", d)
	}
	gone(t, pids, 2)
}

// A child that is left behind, with the output still open, neither holds the
// answer up nor stays.
func TestOutputLeavesNothingBehind(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	c := Command{Path: client(t, `sh -c 'echo $$ >>"$1"; sleep 60' x "$PIDS" &
while [ ! -s "$PIDS" ]; do sleep 0.01; done
echo 1.2.3`), Env: []string{"PIDS=" + pids, "PATH=/usr/bin:/bin"}, Limit: 20 * time.Second}
	start := time.Now()
	out, err := c.Output(context.Background())
	if said(out) != "1.2.3\n" || err != nil {
		t.Errorf("Output = %q, %v", said(out), err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("it took %v", d)
	}
	gone(t, pids, 1)
}

// gone reports processes of the file that still run. A killed one may wait a
// moment to be collected by its new parent.
func gone(t *testing.T, file string, want int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(data))
	if len(fields) != want {
		t.Fatalf("%d processes were started, want %d", len(fields), want)
	}
	for _, f := range fields {
		pid, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(5 * time.Second); running(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("process %d is left", pid)
				break
			}
		}
	}
}

// running reports whether a process runs; one that is dead and not collected
// does not.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}
