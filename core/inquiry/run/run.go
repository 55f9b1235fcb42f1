// Package run answers an inquiry by running the client. It starts processes, so
// no hook links it.
package run

import (
	"context"
	"sync"
	"time"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/inquiry"
)

// Machine is where the client runs.
type Machine struct {
	Home string
	// Find is how a program is started: its file, and what belongs in front of
	// its arguments; nil when there is none.
	Find func(program string) []string
}

// Answer runs the commands of a request side by side. Each is killed, with all
// that it started, when its time is up.
func Answer(ctx context.Context, m Machine, r inquiry.Request) inquiry.Findings {
	var f inquiry.Findings
	var all sync.WaitGroup
	for _, q := range []struct {
		command []string
		limit   time.Duration
		answer  *string
	}{
		{r.Login, inquiry.LoginLimit, &f.Login},
		{r.Version, inquiry.VersionLimit, &f.Version},
	} {
		all.Go(func() { *q.answer = m.run(ctx, q.command, q.limit) })
	}
	all.Wait()
	return f
}

func (m Machine) run(ctx context.Context, command []string, limit time.Duration) string {
	if len(command) == 0 {
		return ""
	}
	start := m.Find(command[0])
	if len(start) == 0 {
		return ""
	}
	args := append(start[1:len(start):len(start)], command[1:]...)
	env := environment(m.Home, start[0])
	out, err := child.Command{Path: start[0], Args: args, Env: env, Limit: limit}.Output(ctx)
	if err != nil || out.Exit < 0 || out.Exit > maxExit {
		return ""
	}
	return string(out.Stdout)
}

// maxExit is the highest status of an answer: "claude auth status" ends with 1
// when nobody is logged in (claude-code 2.1.332).
const maxExit = 1
