package table

import (
	"strings"

	"github.com/tempahq/tempa/core/cmdlet"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// Host is a host that a command asks.
type Host struct {
	Name  string
	Known bool // false: the text does not tell it
}

// Call is a command with what else is known of it.
type Call struct {
	*command.Command
	Hosts []Host
}

// Command visits the rows that speak about a command. deny, ask and guidance
// rows match every way to run it; allow rows only a command that stands alone
// as it is typed, so that who looks for allow still has to look at the rest of
// the line.
func (t *Table) Command(c Call, place *Place, visit func(Match)) {
	q := place.query(t)
	if !t.outdated {
		q.command(&c, place)
	}
	q.each(func(d *decoded) (string, result) {
		if d.Command == nil {
			return "", no
		}
		if d.Effect == rule.Allow {
			return d.Rule, allows(d.Command, &c, place)
		}
		m := matcher{row: d.Command, c: &c, place: place}
		r := m.match()
		return m.text(r), r
	}, visit)
}

// command collects the rows filed under the program, and under the program
// with any of its words.
func (q *query) command(c *Call, place *Place) {
	if c.Program != "" {
		q.program(c, programKey(c.Program))
		if full := cmdlet.Full(c.Program); full != c.Program && powerShell(c, place) {
			q.program(c, programKey(full))
		}
	}
	if typed := programKey(c.Word.Value); typed != programKey(c.Program) {
		q.find(byProgram, typed) // an allow rule with a path
	}
	name := programKey(c.Program)
	q.scan(scanProg, func(glob string) bool { return glob == "" || Like(glob, name) })
}

func (q *query) program(c *Call, name string) {
	q.find(byProgram, name)
	prefix := name + "\x00"
	lo, hi := q.under(byProgram, prefix)
	if lo == hi {
		return // no row asks for a word
	}
	for i := range c.Args {
		w := c.Args[i].Value
		if strings.IndexByte(w, 0) >= 0 {
			q.below(byProgram, prefix)
			return
		}
		if w != "" && w[0] != '-' {
			q.findIn(byProgram, lo, hi, len(prefix), strings.ToLower(w))
		}
	}
	if c.Opaque {
		q.below(byProgram, prefix)
	}
}

func powerShell(c *Call, place *Place) bool {
	return place.Language == event.PowerShell || through(c.Via, "pwsh") || through(c.Via, "powershell")
}

// through reports whether a wrapper or context is in the list, as a whole or
// by its first word: "bash" for "bash -c".
func through(list []string, name string) bool {
	for _, have := range list {
		if have == name || len(have) > len(name) && have[len(name)] == ' ' && have[:len(name)] == name {
			return true
		}
	}
	return false
}
