package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/prove"
)

// report is what a hook binary's doctor says.
type report struct {
	Binary string `json:"binary"`
	*diagnosis.Report
	Outcome *prove.Outcome `json:"prove,omitempty"`
	Error   string         `json:"error,omitempty"`
}

func (r *report) good() bool {
	if r.Error != "" || r.Outcome != nil && !r.Outcome.Good() {
		return false
	}
	return diagnosis.Worst(r.Findings) != diagnosis.Bad
}

// doctor asks the doctor of every client, and tries the lines it found.
func (c *companion) doctor(args []string) int {
	flags := pflag.NewFlagSet("doctor", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	asJSON := flags.Bool("json", false, "")
	try := flags.Bool("prove", false, "")
	with := flags.Bool("with-client", false, "")
	if status, done := c.parse(flags, args); done {
		return status
	}
	switch {
	case *with && !*try:
		return c.fail(errors.New("--with-client goes with --prove"))
	case *with && *asJSON:
		return c.fail(errors.New("--with-client asks a person, so it does not go with --json"))
	case len(c.binaries) == 0:
		return c.fail(errNoBinary)
	}
	var reports []report
	for _, b := range c.binaries {
		reports = append(reports, c.examine(b, *try))
		if !*asJSON {
			c.print(&reports[len(reports)-1])
		}
	}
	if !*asJSON {
		c.compareCores(reports)
	}
	if *with {
		if err := c.withClients(reports); err != nil {
			return c.fail(err)
		}
	}
	if *asJSON {
		if err := json.NewEncoder(c.stdout).Encode(reports); err != nil {
			return c.fail(err)
		}
	}
	return status(reports)
}

// status is bad when something is wrong with a client that Tempa is installed
// for, or when it is installed for none.
func status(reports []report) int {
	installed := false
	for i := range reports {
		if reports[i].absent() {
			continue
		}
		installed = true
		if !reports[i].good() {
			return statusFound
		}
	}
	if !installed {
		return statusFound
	}
	return statusOK
}

// absent reports whether the hook binary is there but not installed for its
// client.
func (r *report) absent() bool {
	if r.Error != "" || r.Report == nil {
		return false
	}
	return slices.ContainsFunc(r.Findings, func(f diagnosis.Finding) bool {
		return f.Check == "installation" && f.Level == diagnosis.Bad
	})
}

func (c *companion) examine(binary string, try bool) report {
	r := report{Binary: binary, Report: &diagnosis.Report{}}
	ctx := context.Background()
	rep, err := prove.Report(ctx, binary)
	if err == nil {
		r.Report = rep
		if try {
			r.Outcome, err = prove.Client(ctx, binary, prove.Limit)
		}
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

func (c *companion) print(r *report) {
	name := filepath.Base(r.Binary)
	if r.Versions.Version != "" {
		name += " " + r.Versions.Version + " (core " + r.Versions.Core + ")"
	}
	fmt.Fprintln(c.stdout, name)
	if r.Error != "" {
		fmt.Fprintf(c.stdout, "  BAD  %s\n", r.Error)
	}
	if r.absent() {
		fmt.Fprintf(c.stdout, "  --   not installed for its client; `%s doctor` tells more\n", filepath.Base(r.Binary))
		return
	}
	for _, f := range r.Findings {
		fmt.Fprintf(c.stdout, "  %s %s: %s\n", mark(f.Level), f.Check, f.Text)
	}
	if r.Outcome == nil {
		return
	}
	for _, l := range r.Outcome.Lines {
		fmt.Fprintf(c.stdout, "  %s %s line: %s\n       %s\n", mark(levelOf(l.Stage)), l.Kind, l.Stage, l.Text)
	}
	fmt.Fprintf(c.stdout, "  %s %s: %s\n       %s\n", mark(levelOf(r.Outcome.Stage)), r.Outcome.Client, r.Outcome.Stage, r.Outcome.Text)
}

// compareCores says when clients may be answered differently: equal decisions
// hold between binaries with the same core.
func (c *companion) compareCores(reports []report) {
	cores := map[string]bool{}
	for i := range reports {
		if core := reports[i].Versions.Core; core != "" {
			cores[core] = true
		}
	}
	if len(cores) > 1 {
		fmt.Fprintf(c.stdout, "  %s the hook binaries have %d core versions, so the same call may be decided differently; install the same release of all\n", mark(diagnosis.Warn), len(cores))
	}
}

func levelOf(s prove.Stage) diagnosis.Level {
	switch s {
	case prove.Proved:
		return diagnosis.OK
	case prove.WouldRun:
		return diagnosis.Warn
	}
	return diagnosis.Bad
}

func mark(l diagnosis.Level) string {
	switch l {
	case diagnosis.OK:
		return "ok  "
	case diagnosis.Warn:
		return "note"
	}
	return "BAD "
}
