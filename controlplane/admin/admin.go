// Package admin is the command line of tempa-admin.
package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/bundle"
)

// The exit statuses; usageMain documents them.
const (
	exitOK     = 0
	exitNo     = 1 // the answer is no
	exitUsage  = 2 // the command line is wrong
	exitFailed = 3 // it could not be done
)

// Main runs tempa-admin and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&app{stdin, stdout, stderr, time.Now}).main(args)
}

// app is what a run has of the world.
type app struct {
	in       io.Reader
	out, err io.Writer
	now      func() time.Time
}

// command is one command: its usage and what it does with flags and operands.
type command struct {
	usage string
	flags func(*pflag.FlagSet)
	run   func(args []string) error
}

func (a *app) main(args []string) int {
	if len(args) == 0 {
		return a.status(usageError(textNoCommand))
	}
	switch args[0] {
	case "help", "--help", "-h":
		fmt.Fprint(a.out, usageMain)
		return exitOK
	case "version", "--version":
		fmt.Fprintln(a.out, version())
		return exitOK
	}
	name := strings.Join(args[:min(2, len(args))], " ")
	c, ok := a.command(name)
	if !ok {
		if len(args) > 1 && (args[1] == "--help" || args[1] == "-h") {
			fmt.Fprint(a.out, usageMain)
			return exitOK
		}
		return a.status(usageError(textUnknown, name))
	}
	return a.status(a.runCommand(name, c, args[2:]))
}

func (a *app) command(name string) (command, bool) {
	switch name {
	case "policy check":
		return a.policyCheck(), true
	case "policy test":
		return a.policyTest(), true
	case "policy build":
		return a.policyBuild(), true
	case "bundle keygen":
		return a.bundleKeygen(), true
	case "bundle build":
		return a.bundleBuild(), true
	case "bundle sign":
		return a.bundleSign(), true
	case "bundle verify":
		return a.bundleVerify(), true
	}
	return command{}, false
}

func (a *app) runCommand(name string, c command, args []string) error {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	c.flags(flags)
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(a.out, c.usage)
		return nil
	}
	if err != nil {
		return usageError("%v; see tempa-admin %s --help", err, name)
	}
	return c.run(flags.Args())
}

// status tells an error and turns it into an exit status.
func (a *app) status(err error) int {
	var use *usage
	var wrong source.Errors
	var bad *bundle.Error
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &wrong):
		fmt.Fprintln(a.err, wrong)
		return exitNo
	}
	fmt.Fprintf(a.err, "tempa-admin: %v\n", err)
	switch {
	case errors.As(err, &use):
		return exitUsage
	case errors.As(err, &bad):
		return exitNo
	}
	return exitFailed
}

// errNo is a no that was told already.
var errNo = errors.New("no")

type usage struct{ text string }

func (u *usage) Error() string { return u.text }

func usageError(format string, args ...any) error { return &usage{fmt.Sprintf(format, args...)} }

// operand returns the one operand of a command.
func operand(args []string, text string) (string, error) {
	if len(args) != 1 || args[0] == "" {
		return "", usageError("%s", text)
	}
	return args[0], nil
}

func (a *app) json(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// progress tells a person on a terminal how far long work is; anything else
// that reads stderr sees nothing of it.
func (a *app) progress(done, total int, what string) {
	f, ok := a.err.(*os.File)
	if !ok || total < 20 {
		return
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return
	}
	fmt.Fprintf(f, "\r\x1b[K%s %d of %d", what, done, total)
	if done == total {
		fmt.Fprint(f, "\r\x1b[K")
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// version names the versions of tempa-admin and core: equal decisions hold
// between binaries of the same core.
func version() string {
	own, core := "(devel)", "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		own = info.Main.Version
		for _, m := range info.Deps {
			if m.Path == "github.com/tempahq/tempa/core" {
				core = m.Version
			}
		}
	}
	return fmt.Sprintf("tempa-admin %s, core %s", own, core)
}
