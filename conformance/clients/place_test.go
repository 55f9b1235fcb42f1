//go:build clients && linux

package clients

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// patience is how long a client may take for one story.
const patience = 90 * time.Second

// place is where one story is played: a home of its own, with a small project
// in it. Every command of the story sees it as homeDir.
type place struct{ home string }

var places atomic.Int32

// newPlace makes an empty place.
func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{filepath.Join(workDir, fmt.Sprintf("place-%03d", places.Add(1)))}
	for _, dir := range []string{p.at(projectDir), p.at(homeDir + "/.tmp"), p.at(homeDir + "/elsewhere"), p.at(commandDir)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.write(t, projectDir+"/notes.txt", "alpha\nbeta\n")
	p.mustRun(t, command{line: []string{"git", "init", "-q", "."}})
	return p
}

// copy makes a place like this one.
func (p *place) copy(t *testing.T) *place {
	t.Helper()
	to := &place{filepath.Join(workDir, fmt.Sprintf("place-%03d", places.Add(1)))}
	if out, err := exec.Command("cp", "-a", p.home, to.home).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v\n%s", err, out)
	}
	return to
}

// at is a path of the story as it stands outside.
func (p *place) at(path string) string {
	return filepath.Join(p.home, strings.TrimPrefix(resolve(path), homeDir))
}

// resolve is a path of a story as its commands see it: from the project's
// folder, or from the home when it begins with ~.
func resolve(path string) string {
	switch {
	case filepath.IsAbs(path):
		return path
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(homeDir, path[2:])
	}
	return filepath.Join(projectDir, path)
}

func (p *place) write(t *testing.T, path, content string) {
	t.Helper()
	file := p.at(path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (p *place) read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(p.at(path))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (p *place) exists(path string) bool {
	_, err := os.Lstat(p.at(path))
	return err == nil
}

// find lists the copies of a program, wherever the client has put them. There
// has to be one.
func (p *place) find(t *testing.T, program string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(p.home, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == program && d.Type().IsRegular() {
			list = append(list, path)
		}
		return err
	})
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s in the place: %v", program, err)
	}
	return list
}

// command is a command that runs in a place.
type command struct {
	env   []string
	line  []string
	dir   string // the project's folder when empty
	stdin string
}

// ending is how a command ended.
type ending struct {
	Stdout, Stderr string
	Status         int
	How            string // "exit status 0", "signal: killed"
}

// prepare is the command as a process that sees the place, with nothing of
// this machine's environment.
func (p *place) prepare(ctx context.Context, c command) *exec.Cmd {
	if c.dir == "" {
		c.dir = projectDir
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe", append([]string{roleEnter, p.home, c.dir}, c.line...)...)
	cmd.Env = append([]string{
		"HOME=" + homeDir, "USER=dev", "SHELL=/bin/bash", "TERM=xterm-256color", "LANG=C.UTF-8", "TMPDIR=" + homeDir + "/.tmp",
		"PATH=" + commandDir + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:" + filepath.Dir(node()),
	}, c.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	return cmd
}

// run runs a command to its end.
func (p *place) run(t *testing.T, c command) ending {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := p.prepare(ctx, c)
	cmd.SysProcAttr.Setpgid = true
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(c.stdin), &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s: %v", c.line[0], err)
	}
	sweep := sweeper(cmd.Process.Pid)
	err := cmd.Wait()
	sweep()
	if ctx.Err() != nil {
		t.Fatalf("%s did not end in %v\nstdout: %s\nstderr: %s", strings.Join(c.line, " "), patience, stdout.String(), stderr.String())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatalf("%s: %v", c.line[0], err)
	}
	if !cmd.ProcessState.Exited() {
		t.Errorf("%s did not end by itself: %v", c.line[0], cmd.ProcessState)
	}
	return ending{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode(), cmd.ProcessState.String()}
}

// mustRun is run for a command that may not fail.
func (p *place) mustRun(t *testing.T, c command) ending {
	t.Helper()
	o := p.run(t, c)
	if o.Status != 0 {
		t.Fatalf("%s: status %d\n%s%s", strings.Join(c.line, " "), o.Status, o.Stdout, o.Stderr)
	}
	return o
}

// sweeper returns what ends everything that a command has left behind: only
// its own processes are in its mount namespace. The namespace is held until
// then, because its number would be given to the next one.
func sweeper(pid int) func() {
	held, err := os.Open(mountFile(pid))
	if err != nil {
		return func() {} // it has ended already
	}
	name, err := os.Readlink(mountFile(pid))
	return func() {
		defer held.Close()
		entries, listErr := os.ReadDir("/proc")
		if err != nil || listErr != nil {
			return
		}
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			if err != nil {
				continue
			}
			if space, err := os.Readlink(mountFile(pid)); err == nil && space == name {
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

func mountFile(pid int) string { return fmt.Sprintf("/proc/%d/ns/mnt", pid) }

func node() string {
	path, err := exec.LookPath("node")
	if err != nil {
		return "/usr/bin/node"
	}
	return path
}
