// Package powershell reads PowerShell and cmd.exe lines as far as it takes to
// list every program they can run. Expressions are not evaluated beyond
// constants; what is not understood and could run something is Unresolved.
package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// The bounds of one analysis, as for Bash. Past one the text is unresolved.
const (
	maxText    = 64 << 10
	maxDepth   = 200 // nested constructs
	maxNested  = 16  // texts inside texts: iex "iex …"
	maxWork    = 256 << 10
	maxValue   = 4 << 10 // of a constant
	maxResults = 4000    // commands listed
)

// Analyse lists every command that a PowerShell line can run.
func Analyse(text string, env command.Env) command.Analysis {
	a := newAnalyser(env)
	a.powershell(text, place{dirKnown: true, dir: "."})
	return a.out
}

// AnalyseCmd lists every command that a cmd.exe line can run.
func AnalyseCmd(text string, env command.Env) command.Analysis {
	a := newAnalyser(env)
	a.cmd(text, place{dirKnown: true, dir: "."})
	return a.out
}

// analyser collects what one line can run, over all texts nested in it.
type analyser struct {
	env     command.Env
	out     command.Analysis
	work    int // bytes read and built so far
	full    bool
	vars    map[string]variable
	aliases map[string]string // made by the line itself, lower case
}

func newAnalyser(env command.Env) *analyser {
	return &analyser{env: env, vars: map[string]variable{}, aliases: map[string]string{}}
}

// variable is what is known of a variable: the one constant it is assigned,
// or a script block, which was analysed where it stands.
type variable struct {
	value string
	kind  kind
}

// kind is what an expression is known to be.
type kind byte

const (
	unknown kind = iota
	constant
	block
)

// place is where a text stands.
type place struct {
	via      []string
	context  []string
	dir      string
	dirKnown bool
	remote   bool
	nested   int
	pos      *command.Pos // of the command the text belongs to; nil for the line itself
}

// through is the place inside a wrapper.
func (pl place) through(wrapper string) place {
	pl.via = append(pl.via[:len(pl.via):len(pl.via)], wrapper)
	return pl
}

// inside is the place inside a construct.
func (pl place) inside(context string) place {
	pl.context = append(pl.context[:len(pl.context):len(pl.context)], context)
	return pl
}

// spend counts work and reports whether there is some left.
func (a *analyser) spend(n int, pl place, text string, pos command.Pos) bool {
	if a.full {
		return false
	}
	if a.work += n; a.work > maxWork || len(a.out.Commands) > maxResults {
		a.full = true
		a.unresolved("more nested text than can be analysed", text, pl, pos)
		return false
	}
	return true
}

// admit checks the bounds of a text before it is read.
func (a *analyser) admit(text string, pl place) bool {
	pos := command.Pos{Line: 1, Col: 1}
	if pl.pos != nil {
		pos = *pl.pos
	}
	switch {
	case len(text) > maxText:
		a.unresolved("a command text longer than 64 KiB", text, pl, pos)
		return false
	case pl.nested > maxNested:
		a.unresolved("text nested deeper than 16 levels", text, pl, pos)
		return false
	case strings.IndexByte(text, 0) >= 0:
		a.unresolved("text with an unknown part", text, pl, pos)
		return false
	}
	return a.spend(len(text), pl, text, pos)
}

// powershell analyses a PowerShell text.
func (a *analyser) powershell(text string, pl place) place {
	if !a.admit(text, pl) {
		pl.dirKnown = false
		return pl
	}
	p := &parser{analyser: a, place: pl, text: text}
	p.forgetReassigned()
	p.statements(0)
	return p.place
}

// unresolved notes something that runs and cannot be known.
func (a *analyser) unresolved(construct, text string, pl place, pos command.Pos) {
	if n := len(a.out.Unresolved); n > maxResults {
		return
	}
	a.out.Unresolved = append(a.out.Unresolved, command.Unresolved{
		Construct: construct, Text: printable(text), Pos: pos, Via: pl.via,
	})
}
