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
	name := programKey(c.Program)
	if c.Program != "" {
		q.program(c, name)
		if full := cmdlet.Full(c.Program); full != c.Program && powerShell(c, place) {
			q.program(c, programKey(full))
		}
	}
	if typed := programKey(c.Word.Value); typed != name {
		q.find(byProgram, typed) // an allow rule with a path
	}
	q.anyProgram(c.Inline != "")
	q.scan(scanProg, func(glob string) bool { return glob != "" && Like(glob, name) })
}

// programLines are the lines of a program: its own, or -1, and from lo to hi
// those that ask for a word too.
type programLines struct{ own, lo, hi int }

// programLines looks a program up, once for all the times that a call names it.
func (q *query) programLines(name string) programLines {
	if l, ok := q.place.memo.programs[name]; ok {
		return l
	}
	l := programLines{own: -1}
	end := q.t.lines(byProgram)
	if i, ok := q.exact(byProgram, 0, end, 0, name); ok {
		l.own = i
	}
	l.lo, l.hi = q.under(byProgram, 0, end, 0, name+"\x00")
	if q.place.memo.programs == nil {
		q.place.memo.programs = make(map[string]programLines)
	}
	q.place.memo.programs[name] = l
	return l
}

func (q *query) program(c *Call, name string) {
	l := q.programLines(name)
	if l.own >= 0 {
		q.line(byProgram, l.own)
	}
	if l.lo == l.hi {
		return // no row asks for a word
	}
	for i := range c.Args {
		w := c.Args[i].Value
		if strings.IndexByte(w, 0) >= 0 {
			q.between(byProgram, l.lo, l.hi)
			return
		}
		if w != "" && w[0] != '-' {
			q.findIn(byProgram, l.lo, l.hi, len(name)+1, strings.ToLower(w))
		}
	}
	if c.Opaque {
		q.between(byProgram, l.lo, l.hi)
	}
}

// anyProgram collects the rows that name no program. Most of them are about
// code, and most commands carry none.
func (q *query) anyProgram(code bool) {
	i, ok := q.exact(scanProg, 0, q.t.lines(scanProg), 0, "")
	switch {
	case !ok:
	case code:
		q.line(scanProg, i)
	default:
		if q.place.memo.codeless == nil {
			q.place.memo.codeless = q.codeless(scanProg, i)
		}
		for _, n := range q.place.memo.codeless {
			q.row(n)
		}
	}
}

// codeless are the rows of a line that speak about commands without code, too;
// never nil.
func (q *query) codeless(index, line int) []uint32 {
	all := query{t: q.t}
	all.line(index, line)
	q.damaged = q.damaged || all.damaged
	rows := []uint32{}
	for _, n := range all.found {
		if !q.t.aboutCode(n) {
			rows = append(rows, n)
		}
	}
	return rows
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
