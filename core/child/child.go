// Package child runs another program for a short time and leaves nothing of it
// behind: the program gets a process group of its own, which is killed when
// the time is up or the program has ended. It is for the companion; a hook
// starts nothing in this way.
package child

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// Command is a program to run. It reads nothing, its error output is thrown
// away, and it works in the root directory: not in a project.
type Command struct {
	Path  string // absolute, so that nobody's PATH decides what is run
	Args  []string
	Env   []string // all of it: nothing is inherited
	Limit time.Duration
}

// maxOutput bounds what is kept of the output.
const maxOutput = 64 << 10

// patience is how long a pipe may stay open when the program has ended; a
// grandchild that holds it is killed.
const patience = 100 * time.Millisecond

// ErrTooLate is the error of a program that did not end in time.
var ErrTooLate = errors.New("did not end in time and was killed")

// Run runs the program and returns the beginning of its output. A program that
// ended by itself with a status other than 0 returns its output with the
// error, an *exec.ExitError.
func (c Command) Run(ctx context.Context) ([]byte, error) {
	if !filepath.IsAbs(c.Path) {
		return nil, fmt.Errorf("%q is not an absolute path", c.Path)
	}
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	out := &capped{}
	cmd.Stdout = out
	cmd.Env = c.Env
	if cmd.Env == nil {
		cmd.Env = []string{} // nil would inherit
	}
	cmd.Dir = root
	cmd.WaitDelay = patience
	own(cmd)
	err := cmd.Run()
	if cmd.Process != nil {
		killGroup(cmd.Process.Pid)
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", filepath.Base(c.Path), ErrTooLate)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil // it has ended; what it left behind is gone
	}
	return out.kept, err
}

// capped keeps the beginning of what is written and takes the rest.
type capped struct{ kept []byte }

func (c *capped) Write(p []byte) (int, error) {
	c.kept = append(c.kept, p[:min(len(p), maxOutput-len(c.kept))]...)
	return len(p), nil
}
