// Package child runs another program for a short time and leaves nothing of it
// behind: the program gets a process group of its own, which is killed when
// the time is up or the program has ended. It is for the companion; a hook
// starts nothing in this way.
package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// Command is a program to run.
type Command struct {
	Path  string // absolute, so that nobody's PATH decides what is run
	Args  []string
	Env   []string // all of it: nothing is inherited
	Limit time.Duration
	Stdin []byte
	Dir   string // empty means the root directory: not a project
}

// Result is what a program did that ended by itself.
type Result struct {
	Stdout, Stderr []byte // the beginning
	Exit           int    // -1 when a signal ended it
}

// maxOutput bounds what is kept of the output.
const maxOutput = 64 << 10

// patience is how long a pipe may stay open when the program has ended; a
// grandchild that holds it is killed.
const patience = 100 * time.Millisecond

// ErrTooLate is the error of a program that did not end in time.
var ErrTooLate = errors.New("did not end in time and was killed")

// Output runs the program and returns what it said and how it ended. A status
// other than 0 is no error.
func (c Command) Output(ctx context.Context) (*Result, error) {
	if !filepath.IsAbs(c.Path) {
		return nil, fmt.Errorf("%q is not an absolute path", c.Path)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	var out, errOut capped
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if len(c.Stdin) > 0 {
		cmd.Stdin = bytes.NewReader(c.Stdin)
	}
	cmd.Env = c.Env
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would inherit
	}
	if cmd.Dir = c.Dir; cmd.Dir == "" {
		cmd.Dir = root
	}
	cmd.WaitDelay = patience
	own(cmd)
	err := cmd.Run()
	if cmd.Process != nil {
		killGroup(cmd.Process.Pid)
	}
	_, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", filepath.Base(c.Path), ErrTooLate)
	case ended, errors.Is(err, exec.ErrWaitDelay):
		err = nil // it has ended; what it left behind is gone
	case cmd.ProcessState == nil:
		return nil, err
	}
	return &Result{out.kept, errOut.kept, cmd.ProcessState.ExitCode()}, err
}

// capped keeps the beginning of what is written and takes the rest.
type capped struct{ kept []byte }

func (c *capped) Write(p []byte) (int, error) {
	c.kept = append(c.kept, p[:min(len(p), maxOutput-len(c.kept))]...)
	return len(p), nil
}
