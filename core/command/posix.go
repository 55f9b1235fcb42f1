package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// plainShell analyses what a shell without ((…)) and [[…]] makes of them: two
// subshells, and a command [[ that is not there.
func (a *analyser) plainShell(sc *scope, st *state, c syntax.Command) {
	if !sc.posix {
		return
	}
	text := sc.src.typed(c)
	inner := sc.inContext("not Bash")
	switch c.(type) {
	case *syntax.ArithmCmd:
		text = strings.TrimSuffix(strings.TrimPrefix(text, "(("), "))")
		a.nested(inner, st.clone(), text, "a text in double parentheses", "")
	case *syntax.TestClause:
		for _, sign := range [...]string{"||", "&&"} {
			if _, rest, found := strings.Cut(text, sign); found {
				a.nested(inner, st.clone(), strings.TrimSuffix(rest, "]]"), "a text in double brackets", "")
			}
		}
	}
}

// behindAll analyses the words behind "&>": a shell that does not know it
// reads "ls &> f rm x" as "ls &" and "> f rm x".
func (a *analyser) behindAll(sc *scope, st *state, c *syntax.CallExpr, redirs []*syntax.Redirect) {
	for _, r := range redirs {
		if r.Op != syntax.RdrAll && r.Op != syntax.AppAll {
			continue
		}
		for i, w := range c.Args {
			if w.Pos().Offset() > r.Pos().Offset() {
				e := &expander{a: a, sc: sc, st: st, choose: &chooser{}}
				pos := sc.src.pos(w.Pos())
				a.command(sc.inContext("not Bash").with(func(c *scope) { c.pos = pos }), st.clone(), e.fields(c.Args[i:]))
				return
			}
		}
	}
}
