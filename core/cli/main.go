// Package cli is the command line of a hook binary: "hook" for the client,
// everything else for people. One implementation serves all harnesses.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/json"
)

// The exit statuses of people's commands. A hook has its own two.
const (
	statusOK    = 0
	statusFound = 1 // doctor: something is wrong; status, attest, --repair: nothing is there
	statusUsage = 2 // the command was not understood, or could not be done
)

// Env is everything a command for people has from the outside.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string

	Home       string // empty when unknown
	Dir        string // the working directory
	Executable string // this binary, links resolved
	GOOS       string
	Now        time.Time
	// Terminal reports whether stdin is a terminal, so that a person can be
	// asked.
	Terminal bool
}

// Main runs the binary of one harness and returns its exit status.
func Main(d harness.Dialect, extras ...Extra) int {
	if len(os.Args) > 1 && os.Args[1] == "hook" {
		return hook.Run(hook.Process(os.Args[2:]), d)
	}
	return Run(process(), d, os.Args[1:], extras...)
}

// Extra is a form of install that few clients have. A binary is given those it
// needs, so that the others do not carry them.
type Extra struct {
	flag string
	run  func(*run, []string) error
}

// InRepository is "install --repo", for a client whose agent in the cloud runs
// the hooks of the repository.
func InRepository() Extra { return Extra{"--repo", (*run).installRepo} }

// command is one command for people.
type command struct {
	name    string
	summary string
	run     func(*run, []string) error
}

var commands = []command{
	{"install", "put the hook into the client's own settings", (*run).install},
	{"uninstall", "take it out again", (*run).uninstall},
	{"init", "write a local policy: a starter profile, or a built one", (*run).init},
	{"explain", "say what Tempa decides about a command, and why", (*run).explain},
	{"render", "write the policy's texts into this repository", (*run).render},
	{"doctor", "check the installation", (*run).doctor},
	{"attest", "confirm that no data is used for training", (*run).attest},
	{"status", "say which policy is in force", (*run).status},
	{"version", "print the versions of this binary and of its core", (*run).version},
}

// run is one run of a command.
type run struct {
	*Env
	dialect harness.Dialect
	extras  []Extra
	name    string
}

// Run runs a command for people and returns its exit status.
func Run(env *Env, d harness.Dialect, args []string, extras ...Extra) int {
	r := &run{Env: env, dialect: d, extras: extras}
	if len(args) == 0 {
		fmt.Fprint(env.Stderr, r.usage())
		return statusUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		fmt.Fprint(env.Stdout, r.usage())
		return statusOK
	case "--version", "-version":
		args[0] = "version"
	}
	for _, c := range commands {
		if c.name == args[0] {
			r.name = c.name
			return r.exitStatus(c.run(r, args[1:]))
		}
	}
	fmt.Fprintf(env.Stderr, "%s: there is no command %q; `%s help` lists them\n", d.Info().Program, args[0], d.Info().Program)
	return statusUsage
}

// errFound is the error of a command that did its work and has bad news; the
// news is printed already.
var errFound = errors.New("found")

// exitStatus prints an error and returns the status that goes with it.
func (r *run) exitStatus(err error) int {
	switch {
	case err == nil, errors.Is(err, errHelp):
		return statusOK
	case errors.Is(err, errFound):
		return statusFound
	}
	fmt.Fprintf(r.Stderr, "%s %s: %v\n", r.dialect.Info().Program, r.name, err)
	return statusUsage
}

// flags is a flag set of this command, with the usage that people read.
func (r *run) flags(usage string) *flagSet {
	return &flagSet{usage: func() { r.printf(usage, r.dialect.Info().Program) }}
}

// parse reads the flags of a command that takes nothing else.
func (r *run) parse(fs *flagSet, args []string) error {
	if err := fs.parse(args); err != nil {
		return err
	}
	if len(fs.rest) > 0 {
		return fmt.Errorf("there is no %q to it; -h tells what it takes", fs.rest[0])
	}
	return nil
}

// printJSON writes a line for machines.
func (r *run) printJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = r.Stdout.Write(append(text, '\n'))
	return err
}

func (r *run) printf(format string, args ...any) { fmt.Fprintf(r.Stdout, format, args...) }
