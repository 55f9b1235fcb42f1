package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assigned is what the loops and functions of a text may change between two
// rounds. It is collected once for the whole text, which forgets a little too
// much and keeps the time linear.
type assigned struct {
	names []string
	again []string // those of names that are assigned in several places
	all   bool     // code that cannot be read runs in the shell
	dir   bool
	args  bool
}

// settled are the variables that the text of sc assigns in one place only, so
// that they keep their value once they have it.
func (a *analyser) settled(sc *scope) []string {
	if slices.Contains(sc.via, "eval") || slices.Contains(sc.via, "source") {
		return nil // the text around it may assign them, too
	}
	if sc.src.settled == nil {
		sc.src.settled = sc.src.assignedOnce()
	}
	return sc.src.settled
}

// assignedOnce is nothing where code that cannot be read here may assign.
func (s *source) assignedOnce() []string {
	out := &assigned{}
	once, hidden := []string{}, false
	for _, stmt := range s.all {
		out.inside(stmt)
		syntax.Walk(stmt, func(n syntax.Node) bool {
			hidden = hidden || s.assignsUnseen(n)
			return !hidden
		})
	}
	for _, name := range out.names {
		if !hidden && !slices.Contains(out.again, name) {
			once = append(once, name)
		}
	}
	return once
}

// assignsUnseen reports whether a command may assign to a variable that its
// text does not name: eval and source, a trap with an assignment in it, a
// declaration of a reference or by a quoted word.
func (s *source) assignsUnseen(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.CallExpr:
		if len(n.Args) == 0 {
			return false
		}
		switch n.Args[0].Lit() {
		case "":
			return !strings.Contains(s.typed(n.Args[0]), "/") // a path is no builtin
		case "eval", "source", ".", "command", "builtin":
			return true
		case "trap":
			text := s.typed(n)
			return strings.Contains(text, "=") || strings.Contains(text, "read")
		}
	case *syntax.DeclClause:
		for _, as := range n.Args {
			if as.Name == nil && strings.Trim(as.Value.Lit(), "-xrgaAilu") != "" || as.Name == nil && as.Value.Lit() == "" {
				return true
			}
		}
	}
	return false
}

// enterLoop forgets what an earlier round may have changed.
func (a *analyser) enterLoop(sc *scope, st *state) *state {
	if sc.src.loop == nil {
		sc.src.loop = collectAssigned(sc.src.all)
	}
	l := sc.src.loop
	if l.all {
		st.forgetAll()
	}
	for i, v := range st.vars {
		if slices.Contains(l.names, v.name) {
			st.vars[i] = v.maybeOther()
		}
	}
	if l.args {
		st.args = positional{zero: st.args.zero}
	}
	st.dirLost = st.dirLost || l.dir
	return st
}

func collectAssigned(stmts []*syntax.Stmt) *assigned {
	out := &assigned{}
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.WhileClause, *syntax.ForClause, *syntax.FuncDecl:
				out.inside(n)
				return false
			}
			return true
		})
	}
	return out
}

// inside collects from the body of a loop or function.
func (out *assigned) inside(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil {
				out.add(n.Name.Value)
			}
		case *syntax.WordIter:
			out.add(n.Name.Value)
		case *syntax.ParamExp:
			if n.Param != nil && n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				out.add(n.Param.Value)
			}
		case *syntax.BinaryArithm:
			if w, ok := n.X.(*syntax.Word); ok && assigns(n.Op) {
				out.add(w.Lit())
			}
		case *syntax.UnaryArithm:
			if w, ok := n.X.(*syntax.Word); ok {
				out.add(w.Lit())
			}
		case *syntax.CallExpr:
			out.call(n)
		}
		return true
	})
}

func (out *assigned) add(name string) {
	for _, have := range out.names {
		if have == name {
			if !slices.Contains(out.again, name) {
				out.again = append(out.again, name)
			}
			return
		}
	}
	if out.names = append(out.names, name); len(out.names) > 4*maxVars {
		out.all = true
		out.names = out.names[:4*maxVars]
	}
}

func (out *assigned) call(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		return
	}
	switch name := c.Args[0].Lit(); name {
	case "eval", "source", ".", "trap":
		out.all = true
	case "cd", "pushd", "popd":
		out.dir = true
	case "set", "shift":
		out.args = true
	case "builtin", "command", "read", "mapfile", "readarray", "getopts", "unset", "printf", "let", "wait", "export", "declare", "typeset", "local", "readonly":
		out.dir = out.dir || name == "builtin" || name == "command"
		for _, w := range c.Args[1:] {
			if lit := w.Lit(); syntax.ValidName(lit) {
				out.add(lit)
			} else if lit == "" {
				out.all = out.all || name != "printf"
			}
		}
		out.add("REPLY")
		out.add("MAPFILE")
		out.add("OPTARG")
	}
}
