package command

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// The walk keeps two states behind each statement: ok where it succeeded and
// fail where it did not, so that "cd x && y" and "cd x || exit" are read as
// the shell runs them. Both are the same pointer when nothing tells them
// apart; whoever needs a state afterwards clones it before running from it.

// list analyses statements in order.
func (a *analyser) list(sc *scope, st *state, stmts []*syntax.Stmt) (ok, fail *state) {
	ok, fail = st, st
	for i, s := range stmts {
		if i > 0 {
			if st = ok; !ok.errexit || sc.cond {
				st = join(ok, fail)
			}
		}
		if ok, fail = a.stmt(sc, st, s); a.stopped {
			break
		}
	}
	return ok, fail
}

// after is list where the status does not matter.
func (a *analyser) after(sc *scope, st *state, stmts []*syntax.Stmt) *state {
	return join(a.list(sc, st, stmts))
}

func (a *analyser) stmt(sc *scope, st *state, s *syntax.Stmt) (ok, fail *state) {
	if a.step() || s == nil {
		return st, st
	}
	if s.Background || s.Coprocess || s.Disown {
		a.plainStmt(sc, st.clone(), s)
		return st, st
	}
	if s.Negated {
		ok, fail = a.plainStmt(sc.with(func(c *scope) { c.cond = true }), st, s)
		return fail, ok
	}
	return a.plainStmt(sc, st, s)
}

func (a *analyser) plainStmt(sc *scope, st *state, s *syntax.Stmt) (ok, fail *state) {
	if call, is := s.Cmd.(*syntax.CallExpr); is {
		return a.call(sc, st, call, s.Redirs)
	}
	if len(s.Redirs) > 0 {
		sc = a.redirected(sc, st, s)
	}
	switch c := s.Cmd.(type) {
	case nil:
		return st, st
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			return a.pipeline(sc, st, s)
		}
		return a.andOr(sc, st, s)
	case *syntax.Block:
		return a.list(sc, st, c.Stmts)
	case *syntax.Subshell:
		return a.subshell(sc, st, c.Stmts)
	case *syntax.IfClause:
		return a.ifClause(sc, st, c)
	case *syntax.WhileClause:
		return a.whileClause(sc, st, c)
	case *syntax.ForClause:
		return a.forClause(sc, st, c)
	case *syntax.CaseClause:
		return a.caseClause(sc, st, c)
	case *syntax.FuncDecl:
		a.define(sc, st, c)
	case *syntax.DeclClause:
		if v := c.Variant.Value; sc.posix && (v == "declare" || v == "typeset" || v == "nameref") {
			before := st.clone()
			ok, _ := a.declare(sc, st, c)
			st = join(before, ok)
			return st, st
		}
		return a.declare(sc, st, c)
	case *syntax.ArithmCmd:
		a.plainShell(sc, st, c)
		a.arith(sc, st, c.X)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			a.arith(sc, st, x)
		}
	case *syntax.TestClause:
		a.plainShell(sc, st, c)
		a.test(sc, st, c.X)
	case *syntax.TimeClause:
		return a.stmt(sc.through("time"), st, c.Stmt)
	case *syntax.CoprocClause:
		a.coproc(sc, st, c)
	case *syntax.TestDecl:
		a.stmt(sc, st.clone(), c.Body)
	}
	return st, st
}

// redirected is the scope of a compound command with redirections. One that
// runs nothing itself is listed as ":".
func (a *analyser) redirected(sc *scope, st *state, s *syntax.Stmt) *scope {
	for _, r := range s.Redirs {
		a.redirWords(sc, st, r)
	}
	var redirs []Redir
	in := sc.in
	a.each(sc, st, func(e *expander) {
		rs, input := e.redirs(s.Redirs, sc.in)
		redirs = append(redirs, rs...)
		in = input
	})
	sub := sc.with(func(c *scope) {
		c.redirs = append(slices.Clip(c.redirs), redirs...)
		c.in = in
	})
	switch s.Cmd.(type) {
	case nil, *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause, *syntax.FuncDecl:
		pos := sc.src.pos(s.Pos())
		a.emit(sub, st, Command{Program: ":", Word: Word{Value: ":"}, Pos: pos})
	}
	return sub
}

// each runs f with an expander for every combination of possible values. The
// expander is used again after that.
func (a *analyser) each(sc *scope, st *state, f func(*expander)) {
	e := a.expander(sc, st)
	a.eachWith(e, func() { f(e) })
	a.release(e)
}

func (a *analyser) eachWith(e *expander, f func()) {
	e.choose.each(func() {
		// Past the bound the first way is still taken, so that what stands
		// here is listed.
		if !a.step() || e.choose.runs == 0 {
			f()
		}
	})
}

// expander is one that nobody uses: expansions run inside each other. Give it
// back with release.
func (a *analyser) expander(sc *scope, st *state) *expander {
	last := len(a.spare) - 1
	if last < 0 {
		return &expander{a: a, sc: sc, st: st, choose: &chooser{}}
	}
	e := a.spare[last]
	a.spare = a.spare[:last]
	e.sc, e.st, e.words, e.ways = sc, st, e.words[:0], e.ways[:0]
	*e.choose = chooser{}
	return e
}

func (a *analyser) release(e *expander) { a.spare = append(a.spare, e) }

func (a *analyser) subshell(sc *scope, st *state, stmts []*syntax.Stmt) (ok, fail *state) {
	a.list(sc, st.clone(), stmts)
	return st, st
}

// andOr analyses a chain of && and ||, which the parser nests to the left.
func (a *analyser) andOr(sc *scope, st *state, s *syntax.Stmt) (ok, fail *state) {
	var chain []*syntax.BinaryCmd
	first := s
	for {
		b, is := first.Cmd.(*syntax.BinaryCmd)
		if !is || b.Op != syntax.AndStmt && b.Op != syntax.OrStmt || first != s && (first.Negated || first.Background || len(first.Redirs) > 0) {
			break
		}
		chain = append(chain, b)
		first = b.X
	}
	cond := sc.with(func(c *scope) { c.cond = true })
	ok, fail = a.stmt(cond, st, first)
	for i, b := range slices.Backward(chain) {
		if a.stopped {
			break
		}
		sub := cond
		if i == 0 {
			sub = sc
		}
		if b.Op == syntax.AndStmt {
			yok, yfail := a.stmt(sub, ok.clone(), b.Y)
			ok, fail = yok, join(fail, yfail)
		} else {
			yok, yfail := a.stmt(sub, fail.clone(), b.Y)
			ok, fail = join(ok, yok), yfail
		}
	}
	return ok, fail
}

// pipeline analyses the members of a pipe, each in a subshell. The last one
// runs in the shell itself in zsh, so both are kept.
func (a *analyser) pipeline(sc *scope, st *state, s *syntax.Stmt) (ok, fail *state) {
	members := pipeMembers(s)
	in := sc.in
	stage := [...]string{"pipe", "pipe-in"} // the first member reads from no pipe
	var last *state
	for i, m := range members {
		sub := sc.with(func(c *scope) {
			c.context = append(slices.Clip(c.context), stage[:min(i, 1)+1]...)
			c.in = in
			c.cond = c.cond || i < len(members)-1
		})
		last = st.clone()
		if i < len(members)-1 {
			in = a.output(sub, last, m)
		}
		last = join(a.stmt(sub, last, m))
		if a.stopped {
			break
		}
	}
	st = join(st, last)
	return st, st
}

func pipeMembers(s *syntax.Stmt) []*syntax.Stmt {
	var members []*syntax.Stmt
	first := s
	for {
		b, is := first.Cmd.(*syntax.BinaryCmd)
		if !is || b.Op != syntax.Pipe && b.Op != syntax.PipeAll || first != s && len(first.Redirs) > 0 {
			break
		}
		members = append(members, b.Y)
		first = b.X
	}
	members = append(members, first)
	slices.Reverse(members)
	return members
}

func (a *analyser) ifClause(sc *scope, st *state, c *syntax.IfClause) (ok, fail *state) {
	cond := sc.with(func(c *scope) { c.cond = true })
	var end *state
	for c != nil {
		if len(c.Cond) == 0 { // else
			st = a.after(sc, st, c.Then)
			break
		}
		yes, no := a.list(cond, st, c.Cond)
		st = no.clone()
		branch := a.after(sc, yes, c.Then)
		if end == nil {
			end = branch
		} else {
			end = join(end, branch)
		}
		c = c.Else
	}
	st = join(end, st)
	return st, st
}

func (a *analyser) whileClause(sc *scope, st *state, c *syntax.WhileClause) (ok, fail *state) {
	st = a.enterLoop(sc, st)
	cond := sc.with(func(c *scope) { c.cond = true })
	yes, no := a.list(cond, st, c.Cond)
	if c.Until {
		yes, no = no, yes
	}
	out := no.clone()
	out = join(out, a.after(sc, yes, c.Do))
	return out, out
}

func (a *analyser) forClause(sc *scope, st *state, c *syntax.ForClause) (ok, fail *state) {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		vals := a.items(sc, st, l)
		st = a.enterLoop(sc, st)
		st.assign(l.Name.Value, vals)
		if c.Select {
			st.assign(l.Name.Value, append(vals, value{}))
			st.forget("REPLY")
		}
	case *syntax.CStyleLoop:
		st = a.enterLoop(sc, st)
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			a.arith(sc, st, x)
		}
	}
	before := st.clone()
	st = join(before, a.after(sc, st, c.Do))
	return st, st
}

// items are the values that a for loop gives its variable.
func (a *analyser) items(sc *scope, st *state, l *syntax.WordIter) []value {
	if !l.InPos.IsValid() {
		if !st.args.known {
			return []value{{text: Unknown}}
		}
		var vals []value
		for _, w := range st.args.words {
			vals = append(vals, value{text: w})
		}
		return orUnknown(limitValues(vals))
	}
	for _, w := range l.Items {
		a.word(sc, st, w)
	}
	var vals []value
	a.each(sc, st, func(e *expander) {
		for _, f := range e.fields(l.Items) {
			text, ok := f.element()
			if !ok {
				text = Unknown
			}
			vals = append(vals, value{text: text})
		}
		vals = limitValues(vals)
	})
	return orUnknown(vals)
}

func orUnknown(vals []value) []value {
	if len(vals) == 0 {
		return []value{{text: Unknown}}
	}
	return vals
}

func (a *analyser) caseClause(sc *scope, st *state, c *syntax.CaseClause) (ok, fail *state) {
	a.word(sc, st, c.Word)
	end := st.clone()
	var through *state
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			a.word(sc, st, p)
		}
		start := st.clone()
		if through != nil {
			start = join(start, through)
		}
		branch := a.after(sc, start, item.Stmts)
		through = nil
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			through = branch.clone()
		}
		end = join(end, branch)
		if a.stopped {
			break
		}
	}
	return end, end
}

func (a *analyser) define(sc *scope, st *state, c *syntax.FuncDecl) {
	if c.Name == nil || c.Body == nil {
		return
	}
	f := function{name: c.Name.Value, body: c.Body, src: sc.src, sure: true}
	st.define(f)
	for i := range a.pending {
		if a.pending[i].body == c.Body {
			return
		}
	}
	a.spend(4)
	a.pending = append(a.pending, pending{function: f, sc: sc, st: st.clone()})
}

func (a *analyser) coproc(sc *scope, st *state, c *syntax.CoprocClause) {
	name := "COPROC"
	if c.Name != nil {
		name = c.Name.Lit()
		a.word(sc, st, c.Name)
	}
	st.forget(name)
	a.stmt(sc.inContext("coproc").with(func(c *scope) { c.in = unknownPipe }), st.clone(), c.Stmt)
}
