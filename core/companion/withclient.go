package companion

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/attend"
	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/prove"
)

// clientLimit is how long a client may take to start and to ask its hooks.
const clientLimit = 90 * time.Second

const askClients = `This starts each of these clients once, in an empty folder, with your login and
settings, and sends it a prompt with a made-up access key:
  %s
A hook that works blocks that prompt, and no model is called. One that does not
run lets it through: the client then sends it to its model, which costs you one
short answer.
Type yes to go on: `

// withClients makes every client whose lines would run call its hooks once,
// and looks whether the calls arrive.
func (c *companion) withClients(reports []report) error {
	if m := attend.Agent(os.Getenv); m != "" {
		return fmt.Errorf("this starts clients in a person's name, so a person has to run it in a terminal of their own (%s is set: an agent started this)", m)
	}
	if !c.terminal {
		return errors.New("--with-client asks a person: run it in a terminal")
	}
	var lines []string
	for i := range reports {
		if argv := clientOf(&reports[i]); argv != nil {
			lines = append(lines, argv[0])
		}
	}
	if len(lines) == 0 {
		fmt.Fprintln(c.stdout, "No client can be started: none of them is on the PATH and has lines that would run.")
		return nil
	}
	fmt.Fprintf(c.stdout, askClients, strings.Join(lines, "\n  "))
	if line, _ := bufio.NewReader(c.stdin).ReadString('\n'); strings.TrimSpace(line) != "yes" {
		return errors.New("no client was started")
	}
	for i := range reports {
		if argv := clientOf(&reports[i]); argv != nil {
			c.withClient(&reports[i], argv)
		}
	}
	return nil
}

// clientOf is how a client is started, nil when it is not worth while.
func clientOf(r *report) []string {
	o := r.Outcome
	if o == nil || len(o.Try) == 0 || o.Stage != prove.WouldRun && o.Stage != prove.Proved {
		return nil
	}
	file, err := exec.LookPath(o.Try[0]) // the person's own PATH, in their own terminal
	if err != nil || !filepath.IsAbs(file) {
		return nil
	}
	return append([]string{file}, o.Try[1:]...)
}

func (c *companion) withClient(r *report, argv []string) {
	ctx := context.Background()
	fmt.Fprintf(c.stdout, "%s: starting %s …\n", r.Outcome.Client, argv[0])
	dir, err := os.MkdirTemp("", "tempa-client-")
	if err != nil {
		fmt.Fprintf(c.stdout, "  BAD  %v\n", err)
		return
	}
	defer os.RemoveAll(dir)
	start := time.Now().Add(-time.Second) // file systems round
	result, err := child.Command{Path: argv[0], Args: argv[1:], Env: os.Environ(), Dir: dir, Limit: clientLimit}.Output(ctx)
	rep, repErr := prove.Report(ctx, r.Binary)
	if repErr != nil {
		fmt.Fprintf(c.stdout, "  BAD  %v\n", repErr)
		return
	}
	r.Report = rep // what was found before may no longer hold
	var seen []string
	for name, at := range rep.Events {
		if at.After(start) {
			seen = append(seen, name)
		}
	}
	if len(seen) > 0 {
		slices.Sort(seen)
		r.Outcome.Stage, r.Outcome.Text = prove.Proved, fmt.Sprintf("%s has just called the hook for %s", r.Outcome.Client, strings.Join(seen, ", "))
		fmt.Fprintf(c.stdout, "  ok   proved: %s\n", r.Outcome.Text)
		return
	}
	r.Outcome.Stage, r.Outcome.Text = prove.Configured, "the client ran and did not call the hook"
	fmt.Fprintf(c.stdout, "  BAD  configured: %s called no hook (%s).\n", r.Outcome.Client, ended(result, err))
	fmt.Fprintln(c.stdout, "       It may need a login, trust in the folder, or approval of the hooks: start it by hand, run a command, then run tempa doctor.")
}

// ended says how a client ended.
func ended(r *child.Result, err error) string {
	if err != nil {
		return err.Error()
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(r.Stderr)), "\n")
	return fmt.Sprintf("it ended with status %d: %.200s", r.Exit, first)
}
