package main

import (
	"fmt"
	"io"
)

// check counts what was looked at and keeps what was wrong.
type check struct {
	looked int
	faults []error
}

func (c *check) add(err error) { c.addMany(err, 1) }

// addMany counts several things that are right together, or wrong.
func (c *check) addMany(err error, n int) {
	c.looked += n
	c.fault(err)
}

func (c *check) fault(err error) {
	if err != nil {
		c.faults = append(c.faults, err)
	}
}

// report is what a run found.
type report struct {
	processes, killed           int // of the crowds
	killedWrote, killedAnswered int

	answers, twins, lines, torn, parsed, locks, cleaned, fresh check
}

func (r *report) checks() []struct {
	name string
	*check
} {
	return []struct {
		name string
		*check
	}{
		{"hooks that ended: answered as expected", &r.answers},
		{"twins: both answered, a guidance told once", &r.twins},
		{"lines that have to be there, each once", &r.lines},
		{"lines that are whole, none about a failure", &r.torn},
		{"JSON files that can be read", &r.parsed},
		{"files that nobody holds locked", &r.locks},
		{"claims and half files, gone with the next start", &r.cleaned},
		{"events of a session afterwards", &r.fresh},
	}
}

func (r *report) failed() bool {
	for _, c := range r.checks() {
		if len(c.faults) > 0 {
			return true
		}
	}
	return false
}

// shown is how many faults of a check are printed.
const shown = 10

// print writes the table, faults below their check, and returns the last word.
func (r *report) print(w io.Writer) string {
	fmt.Fprintf(w, "%-48s %d, %d killed: %d of them behind their line, %d behind their answer\n", "hooks in crowds", r.processes, r.killed, r.killedWrote, r.killedAnswered)
	word := "PASS"
	for _, c := range r.checks() {
		verdict := "ok"
		if len(c.faults) > 0 {
			verdict, word = fmt.Sprintf("FAIL: %d", len(c.faults)), "FAIL"
		}
		fmt.Fprintf(w, "%-48s %-6d %s\n", c.name, c.looked, verdict)
		for _, err := range c.faults[:min(shown, len(c.faults))] {
			fmt.Fprintf(w, "    %v\n", err)
		}
	}
	return word
}
