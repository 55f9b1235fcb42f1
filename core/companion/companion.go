// Package companion is the command line of tempa: commands about every client
// at once. What it knows of a client it asks that client's hook binary, so
// there is one implementation of it.
package companion

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/core/attend"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/inquiry"
)

// The exit statuses.
const (
	statusOK    = 0
	statusFound = 1 // something is wrong, or nothing is there
	statusUsage = 2 // the command was not understood, or could not be done
)

const usage = `tempa looks after the Tempa hooks of every client.

  tempa doctor [--json]           check every installed client
  tempa doctor --prove            try the hook lines; --with-client also
                                  starts each client once, after a typed yes
  tempa status                    say which policy is in force
  tempa init [FLAGS]              write a local policy
  tempa explain [FLAGS] -- 'CMD'  say what Tempa decides about a command
  tempa render [--diff]           write the policy's standards, skills, commands
                                  and agents into this repository, for every
                                  client whose hook binary it asks
  tempa attest [FLAGS]            confirm that no data is used for training
  tempa version [--json]          the versions of all binaries, a line each

It asks the hook binaries (tempa-claudecode, tempa-codex, …) beside it, else
those in ~/.tempa/bin. Exit status: 0 all is well, 1 something is wrong,
2 the command was not understood.
`

// harnesses are the names of the hook binaries behind "tempa-".
var harnesses = []string{"claudecode", "copilot", "codex", "gemini", "antigravity"}

// Main runs the companion and returns its exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	c := &companion{stdin: os.Stdin, terminal: attend.IsTerminal(os.Stdin), stdout: stdout, stderr: stderr, binaries: find()}
	flags := pflag.NewFlagSet("tempa", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SetInterspersed(false)
	help := flags.BoolP("help", "h", false, "")
	if err := flags.Parse(args); err != nil {
		return c.fail(err)
	}
	if *help || flags.NArg() == 0 {
		fmt.Fprint(stdout, usage)
		return statusOK
	}
	return c.command(flags.Arg(0), flags.Args()[1:])
}

type companion struct {
	stdin          io.Reader
	terminal       bool // a person is at stdin
	stdout, stderr io.Writer
	binaries       []string
}

func (c *companion) command(name string, args []string) int {
	switch name {
	case "doctor":
		return c.doctor(args)
	case "version":
		return c.version(args)
	case inquiry.Command:
		return c.sessionStart(args)
	case "render":
		return c.render(args)
	case "init", "explain", "status", "attest":
		return c.pass(append([]string{name}, args...))
	case "help":
		fmt.Fprint(c.stdout, usage)
		return statusOK
	}
	return c.fail(fmt.Errorf("there is no command %q; `tempa help` lists them", name))
}

func (c *companion) fail(err error) int {
	fmt.Fprintf(c.stderr, "tempa: %v\n", err)
	return statusUsage
}

var errNoBinary = errors.New("there is no hook binary beside this program or in ~/.tempa/bin; run `tempa-<client> install` first")

// pass hands a command that is the same for every client to the first binary.
func (c *companion) pass(args []string) int {
	if len(c.binaries) == 0 {
		return c.fail(errNoBinary)
	}
	cmd := exec.Command(c.binaries[0], args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, c.stdout, c.stderr
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		return c.fail(err)
	}
	return cmd.ProcessState.ExitCode()
}

// render has the binary of every client that Tempa is installed for render its
// part.
func (c *companion) render(args []string) int {
	flags := pflag.NewFlagSet("render", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Bool("diff", false, "")
	flags.String("state", "", "")
	flags.String("bundle", "", "")
	flags.String("bundle-key", "", "")
	if status, done := c.parse(flags, args); done {
		return status
	}
	if len(c.binaries) == 0 {
		return c.fail(errNoBinary)
	}
	status, rendered := statusOK, false
	for _, b := range c.binaries {
		if r := c.examine(b, false); r.absent() {
			continue
		}
		rendered = true
		cmd := exec.Command(b, append([]string{"render"}, args...)...)
		cmd.Stdout, cmd.Stderr = c.stdout, c.stderr
		if err := cmd.Run(); err != nil {
			status = statusUsage
		}
	}
	if !rendered {
		return c.fail(errors.New("there is nothing to render, because Tempa is installed for no client here; run `tempa-<client> install` first, or `tempa-<client> render`"))
	}
	return status
}

// parse reads a command's flags; done says that there is nothing left to do.
func (c *companion) parse(flags *pflag.FlagSet, args []string) (status int, done bool) {
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprint(c.stdout, usage)
		return statusOK, true
	case err != nil:
		return c.fail(err), true
	case flags.NArg() > 0:
		return c.fail(fmt.Errorf("%s takes no %q", flags.Name(), flags.Arg(0))), true
	}
	return statusOK, false
}

// version prints what every binary says of itself.
func (c *companion) version(args []string) int {
	flags := pflag.NewFlagSet("version", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	asJSON := flags.Bool("json", false, "")
	if status, done := c.parse(flags, args); done {
		return status
	}
	if len(c.binaries) == 0 {
		return c.fail(errNoBinary)
	}
	ask := []string{"version"}
	if *asJSON {
		ask = append(ask, "--json")
	}
	status := statusOK
	for _, b := range c.binaries {
		out, err := exec.Command(b, ask...).Output()
		if err != nil {
			fmt.Fprintf(c.stderr, "tempa: %s: %v\n", b, err)
			status = statusFound
			continue
		}
		fmt.Fprintln(c.stdout, strings.TrimSpace(string(out)))
	}
	return status
}

// find lists the hook binaries beside this program, else in ~/.tempa/bin;
// never those on PATH, which anybody can put in front.
func find() []string {
	var dirs []string
	if exe, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			exe = real
		}
		dirs = append(dirs, filepath.Dir(exe))
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".tempa", "bin"))
	}
	return findIn(dirs)
}

func findIn(dirs []string) []string {
	var found []string
	for _, name := range harnesses {
		for _, dir := range dirs {
			file := filepath.Join(dir, harness.Executable("tempa-"+name, runtime.GOOS))
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
				found = append(found, file)
				break
			}
		}
	}
	return found
}
