package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word analyses the commands inside a word and the assignments that its
// expansion makes. The value of the word is the expander's work.
func (a *analyser) word(sc *scope, st *state, w *syntax.Word) {
	if w != nil {
		a.parts(sc, st, w.Parts)
	}
}

func (a *analyser) parts(sc *scope, st *state, parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.DblQuoted:
			a.parts(sc, st, p.Parts)
		case *syntax.ParamExp:
			a.paramParts(sc, st, p)
		case *syntax.ArithmExp:
			a.arith(sc, st, p.X)
		case *syntax.CmdSubst:
			if !a.step() {
				a.backquotes(sc, p)
				a.list(sc.inContext("substitution"), st.clone(), p.Stmts)
			}
		case *syntax.ProcSubst:
			a.processSubstitution(sc, st, p)
		case *syntax.ExtGlob: // the parser keeps its text as it is
			a.document(sc, st, p.Pattern.Value)
			a.globQualifier(sc, st, p.Pattern.Value)
		}
	}
}

// backquotes notes backquotes inside backquotes inside backquotes, which
// mvdan.cc/sh v3.14.1 reads as text.
func (a *analyser) backquotes(sc *scope, c *syntax.CmdSubst) {
	if c.Backquotes && strings.Contains(sc.src.typed(c), "\\\\\\`") {
		a.unresolved(sc, "backquotes nested deeper than two", sc.src.typed(c), sc.src.pos(c.Pos()))
	}
}

// globQualifier analyses the code in a qualifier of zsh: *(e:'rm x':), *(+name).
func (a *analyser) globQualifier(sc *scope, st *state, text string) {
	inner := sc.inContext("glob qualifier")
	if _, name, ok := strings.Cut(text, "+"); ok && syntax.ValidName(name) {
		a.nested(inner, st.clone(), name, "glob qualifier", "")
		return
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, `'`, ""), `"`, "") // quotes are gone by then
	for i := 0; i+2 < len(text); i++ {
		if text[i] != 'e' {
			continue
		}
		closing := text[i+1]
		switch closing {
		case '{', '[', '<':
			closing += 2 // } ] >
		case ':', '/', ',', '=', '@':
		default:
			continue
		}
		if end := strings.LastIndexByte(text[i+2:], closing); end > 0 {
			a.nested(inner, st.clone(), text[i+2:i+2+end], "glob qualifier", "")
			return
		}
	}
}

func (a *analyser) processSubstitution(sc *scope, st *state, p *syntax.ProcSubst) {
	if a.step() {
		return
	}
	sub := sc.inContext("process substitution")
	if p.Op == syntax.CmdOut {
		sub.in = unknownPipe
	}
	a.list(sub, st.clone(), p.Stmts)
}

func (a *analyser) paramParts(sc *scope, st *state, p *syntax.ParamExp) {
	if p.NestedParam != nil {
		a.parts(sc, st, []syntax.WordPart{p.NestedParam})
	}
	a.arith(sc, st, p.Index)
	if p.Slice != nil {
		a.arith(sc, st, p.Slice.Offset)
		a.arith(sc, st, p.Slice.Length)
	}
	if p.Repl != nil {
		a.word(sc, st, p.Repl.Orig)
		a.word(sc, st, p.Repl.With)
	}
	if p.Exp == nil {
		return
	}
	a.word(sc, st, p.Exp.Word)
	a.ambiguousQuote(sc, p.Exp.Word)
	switch p.Exp.Op {
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		a.assignDefault(sc, st, p)
	case syntax.OtherParamOps:
		if p.Exp.Word != nil && p.Exp.Word.Lit() == "P" {
			a.prompt(sc, st, p)
		}
	}
}

// ambiguousQuote notes a closing brace in single quotes in ${x:-…}: inside
// double quotes dash and zsh end the expansion there, Bash does not.
func (a *analyser) ambiguousQuote(sc *scope, w *syntax.Word) {
	if w == nil {
		return
	}
	for _, part := range w.Parts {
		if q, ok := part.(*syntax.SglQuoted); ok && strings.Contains(q.Value, "}") {
			a.unresolved(sc, "a quoted brace that shells read differently", sc.src.typed(w), sc.src.pos(w.Pos()))
		}
	}
}

// assignDefault is ${x:=w}: afterwards x has its old value or w.
func (a *analyser) assignDefault(sc *scope, st *state, p *syntax.ParamExp) {
	if p.Param == nil || p.Index != nil {
		return
	}
	name := p.Param.Value
	vals := []value{{text: Unknown}}
	if v := st.lookup(name); v != nil {
		vals = v.vals
	}
	out := []value{}
	for _, v := range vals {
		if !v.unset {
			out = append(out, v)
		}
	}
	a.each(sc, st, func(e *expander) { out = append(out, value{text: e.single(p.Exp.Word).Value}) })
	st.assign(name, out)
}

// prompt is ${x@P}, which runs the substitutions in the value of x.
func (a *analyser) prompt(sc *scope, st *state, p *syntax.ParamExp) {
	if p.Param == nil {
		return
	}
	v := st.lookup(p.Param.Value)
	if v == nil {
		a.unresolved(sc, "prompt expansion of "+printable(sc.src.typed(p)), sc.src.typed(p), sc.src.pos(p.Pos()))
		return
	}
	for _, v := range v.vals {
		if strings.Contains(v.text, Unknown) {
			a.unresolved(sc, "prompt expansion of "+printable(sc.src.typed(p)), sc.src.typed(p), sc.src.pos(p.Pos()))
		}
		a.document(sc.inContext("substitution"), st, v.text)
	}
}

// arith analyses an arithmetic expression: substitutions in it run, and it
// can assign.
func (a *analyser) arith(sc *scope, st *state, x syntax.ArithmExpr) {
	for x != nil && !a.step() {
		switch e := x.(type) {
		case *syntax.BinaryArithm:
			if w, ok := e.X.(*syntax.Word); ok && assigns(e.Op) {
				forgetTarget(st, w)
			}
			a.arith(sc, st, e.Y)
			x = e.X // the parser nests to the left
			continue
		case *syntax.UnaryArithm:
			if w, ok := e.X.(*syntax.Word); ok && (e.Op == syntax.Inc || e.Op == syntax.Dec) {
				forgetTarget(st, w)
			}
			x = e.X
			continue
		case *syntax.ParenArithm:
			x = e.X
			continue
		case *syntax.FlagsArithm:
			x = e.X
			continue
		case *syntax.Word:
			a.word(sc, st, e)
			a.evaluated(sc, st, e)
		}
		return
	}
}

func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

func forgetTarget(st *state, w *syntax.Word) {
	name := w.Lit()
	if len(w.Parts) == 1 {
		if pe, ok := w.Parts[0].(*syntax.ParamExp); ok && pe.Param != nil {
			name = pe.Param.Value
		}
	}
	if syntax.ValidName(name) {
		st.forget(name)
	}
}

// evaluated analyses a word that the shell evaluates as arithmetic: a
// subscript in its value is expanded, substitutions included.
func (a *analyser) evaluated(sc *scope, st *state, w *syntax.Word) {
	if w.Lit() != "" && !strings.Contains(w.Lit(), "[") && st.lookup(w.Lit()) == nil {
		return
	}
	a.each(sc, st, func(e *expander) {
		text := e.single(w).Value
		if v := st.lookup(text); v != nil && len(v.vals) > 0 {
			text = v.vals[0].text
		}
		a.subscripts(sc, st, text)
	})
}

// subscripts analyses the substitutions in a[…] of a variable name that a
// builtin or an arithmetic context evaluates.
func (a *analyser) subscripts(sc *scope, st *state, text string) {
	if strings.Contains(text, "[") && strings.ContainsAny(text, "$`") {
		a.document(sc.inContext("substitution"), st, text)
	}
}

// test analyses [[ … ]].
func (a *analyser) test(sc *scope, st *state, x syntax.TestExpr) {
	for x != nil && !a.step() {
		switch e := x.(type) {
		case *syntax.BinaryTest:
			a.test(sc, st, e.Y)
			if arithTest(e.Op) {
				a.evaluatedTest(sc, st, e.X)
				a.evaluatedTest(sc, st, e.Y)
			}
			x = e.X
			continue
		case *syntax.UnaryTest:
			if e.Op == syntax.TsVarSet || e.Op == syntax.TsRefVar {
				a.evaluatedTest(sc, st, e.X)
			}
			x = e.X
			continue
		case *syntax.ParenTest:
			x = e.X
			continue
		case *syntax.Word:
			a.word(sc, st, e)
		}
		return
	}
}

func (a *analyser) evaluatedTest(sc *scope, st *state, x syntax.TestExpr) {
	if w, ok := x.(*syntax.Word); ok {
		a.evaluated(sc, st, w)
	}
}

func arithTest(op syntax.BinTestOperator) bool {
	switch op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return true
	}
	return false
}
