package command

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// input is what a command reads from its standard input.
type input struct {
	kind  inputKind
	texts []string // inputText: the possible texts; parts may be Unknown
	name  string   // for people: "a here-document", "a pipe"
}

type inputKind uint8

const (
	inputNone inputKind = iota // whatever the line itself reads
	inputText                  // a text of the line
	inputPipe                  // output that only the running command knows
	inputFile                  // a file, named by a redirection
)

var unknownPipe = input{kind: inputPipe, name: "a pipe"}

// redirs expands redirections and says what standard input becomes.
func (e *expander) redirs(list []*syntax.Redirect, in input) ([]Redir, input) {
	var out []Redir
	for _, r := range list {
		stdin := r.N == nil || r.N.Value == "0"
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if stdin {
				in = input{kind: inputText, texts: []string{e.hereDoc(r)}, name: "a here-document"}
			}
			continue
		case syntax.WordHdoc:
			if stdin {
				in = input{kind: inputText, texts: []string{e.single(r.Word).Value + "\n"}, name: "a here-string"}
			}
			continue
		}
		f := e.single(r.Word)
		if stdin && (r.Op == syntax.RdrIn || r.Op == syntax.RdrInOut) {
			in = e.fileInput(f)
		}
		if r.Op == syntax.DplIn && stdin && f.Value != "0" {
			in = input{kind: inputPipe, name: "descriptor " + printable(f.Value)}
		}
		if (r.Op == syntax.DplIn || r.Op == syntax.DplOut) && isDescriptor(f.Value) {
			continue
		}
		out = append(out, Redir{Op: r.Op.String(), Target: f.Word, Write: r.Op != syntax.RdrIn && r.Op != syntax.DplIn})
	}
	return out, in
}

func (e *expander) fileInput(f field) input {
	if f.proc == nil {
		return input{kind: inputFile, name: "a file"}
	}
	return e.a.outputs(e.sc, e.st, f.proc.Stmts, "a process substitution", e.depth+1)
}

func isDescriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	if s == "" || strings.IndexByte("+-0123456789", s[0]) < 0 {
		return s == ""
	}
	_, err := strconv.Atoi(s)
	return err == nil
}

// hereDoc is the body of a here-document, expanded unless its delimiter is
// quoted.
func (e *expander) hereDoc(r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	if quotedWord(r.Word) {
		return e.sc.src.returns(r.Hdoc.Lit())
	}
	return e.text(r.Hdoc)
}

func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); !ok || strings.Contains(lit.Value, `\`) {
			return true
		}
	}
	return false
}

// redirWords analyses the substitutions in a redirection.
func (a *analyser) redirWords(sc *scope, st *state, r *syntax.Redirect) {
	if r.N != nil && strings.HasPrefix(r.N.Value, "{") {
		st.forget(strings.Trim(r.N.Value, "{}"))
	}
	a.word(sc, st, r.Word)
	if r.Hdoc != nil && !quotedWord(r.Word) {
		a.word(sc.inContext("here-document"), st, r.Hdoc)
	}
}

// maxOutput bounds how deep the output of substitutions inside substitutions
// is computed.
const maxOutput = 6

// substitution expands $(…): its output where the commands are known to print
// a constant, a path that ends in a name for "command -v x", else unknown.
func (e *expander) substitution(c *syntax.CmdSubst, quoted bool) {
	origin := e.sc.src.typed(c)
	if e.depth < maxOutput {
		in := e.a.outputs(e.sc, e.st, c.Stmts, "", e.depth+1)
		if in.kind == inputText {
			i := e.choose.pick("", len(in.texts))
			if i >= 0 {
				e.expanded(strings.TrimRight(in.texts[i], "\n"), origin, quoted, !printsPath(c))
				return
			}
		}
	}
	e.unknown(origin, quoted, !printsPath(c))
}

// printsPath reports whether the substitution prints one path by its nature,
// so that a word that it starts ends in the name that is typed behind it.
func printsPath(c *syntax.CmdSubst) bool {
	if len(c.Stmts) != 1 {
		return false
	}
	call, ok := c.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	var words []string
	for _, w := range call.Args[:min(3, len(call.Args))] {
		words = append(words, w.Lit())
	}
	switch strings.Join(words, " ") {
	case "git rev-parse --show-toplevel", "pwd", "pwd -P", "brew --prefix", "npm bin", "npm root", "yarn bin", "go env GOPATH", "go env GOBIN", "go env GOROOT", "mktemp -d", "npm prefix -g", "python -m site":
		return true
	}
	switch words[0] + " " + words[min(1, len(words)-1)] {
	case "command -v", "type -P", "type -p":
		return true
	}
	return words[0] == "which" || words[0] == "dirname" || words[0] == "realpath" || words[0] == "readlink"
}

// output is what a member of a pipe writes, as input of the next.
func (a *analyser) output(sc *scope, st *state, s *syntax.Stmt) input {
	return a.outputs(sc, st, []*syntax.Stmt{s}, "a pipe", 0)
}

// outputs computes what statements print when all of them print constants.
func (a *analyser) outputs(sc *scope, st *state, stmts []*syntax.Stmt, name string, depth int) input {
	unknown := input{kind: inputPipe, name: name}
	texts := []string{""}
	for _, s := range stmts {
		in := a.stmtOutput(sc, st, s, depth)
		if in.kind != inputText || len(texts)*len(in.texts) > maxChoices {
			return unknown
		}
		var next []string
		for _, head := range texts {
			for _, tail := range in.texts {
				if len(head)+len(tail) > maxValue {
					return unknown
				}
				next = append(next, head+tail)
			}
		}
		texts = next
	}
	return input{kind: inputText, texts: texts, name: name}
}

func (a *analyser) stmtOutput(sc *scope, st *state, s *syntax.Stmt, depth int) input {
	if depth > maxOutput || a.step() {
		return unknownPipe
	}
	if _, isCall := s.Cmd.(*syntax.CallExpr); !isCall && len(s.Redirs) > 0 {
		return unknownPipe
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return a.callOutput(sc, st, c, s.Redirs, depth)
	case *syntax.Block:
		return a.outputs(sc, st, c.Stmts, "", depth+1)
	case *syntax.Subshell:
		return a.outputs(sc, st, c.Stmts, "", depth+1)
	case *syntax.BinaryCmd:
		if c.Op != syntax.Pipe && c.Op != syntax.AndStmt {
			return unknownPipe
		}
		left := a.stmtOutput(sc, st, c.X, depth+1)
		if left.kind != inputText {
			return unknownPipe
		}
		if c.Op == syntax.AndStmt {
			return concat(left, a.stmtOutput(sc, st, c.Y, depth+1))
		}
		return a.stmtOutput(sc.with(func(c *scope) { c.in = left }), st, c.Y, depth+1)
	}
	return unknownPipe
}

func concat(a, b input) input {
	if b.kind != inputText || len(a.texts) != 1 || len(b.texts) != 1 {
		return unknownPipe
	}
	a.texts = []string{a.texts[0] + b.texts[0]}
	return a
}

func (a *analyser) callOutput(sc *scope, st *state, c *syntax.CallExpr, redirs []*syntax.Redirect, depth int) input {
	if len(c.Args) == 0 {
		return unknownPipe
	}
	if name, _, ok := fixed(c.Args[0]); ok && !isPrinter(baseName(name)) {
		return unknownPipe
	}
	var texts []string
	known := true
	ch := &chooser{}
	ch.each(func() {
		if a.step() {
			known = false
			return
		}
		e := &expander{a: a, sc: sc, st: st, choose: ch, depth: depth}
		rs, in := e.redirs(redirs, sc.in)
		out, ok := a.prints(st, e.fields(c.Args), in)
		known = known && ok && !slices.ContainsFunc(rs, func(r Redir) bool { return r.Write && r.Target.Value != "/dev/null" })
		for _, text := range out {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	})
	if !known || len(texts) == 0 || len(texts) > maxChoices {
		return unknownPipe
	}
	return input{kind: inputText, texts: texts}
}

// isPrinter reports whether prints knows a program.
func isPrinter(name string) bool {
	switch name {
	case "echo", "mktemp", "pwd", "dirname", "basename", "whoami", "id", "printf", "command", "builtin", "which", "type", "true", ":", "cat", "tee", "rev", "base64", "base32", "xxd":
		return true
	}
	return false
}

// prints is the output of the few programs that print what they are given.
func (a *analyser) prints(st *state, words []field, in input) (texts []string, ok bool) {
	if len(words) == 0 || words[0].Dynamic || st.function(words[0].Value) != nil {
		return nil, false
	}
	args := make([]string, 0, len(words))
	for _, w := range words[1:] {
		if w.Glob && w.kept == "" || w.vanish && w.Value != Unknown {
			return nil, false
		}
		args = append(args, w.Value)
	}
	switch name := baseName(words[0].Value); name {
	case "echo":
		return echo(args), true
	case "printf":
		text, ok := printf(args)
		return []string{text}, ok
	case "command", "builtin", "\\command":
		if len(args) == 2 && (args[0] == "-v" || args[0] == "-V") {
			return located(args[1])
		}
		return a.prints(st, words[1:], in)
	case "which", "type":
		if n := len(args); n > 0 && !strings.HasPrefix(args[n-1], "-") {
			return located(args[n-1])
		}
		return nil, false
	case "true", ":":
		return []string{""}, true
	case "mktemp":
		return madeTemp(st, args)
	case "pwd":
		return workingDirs(a.env.Dir, st)
	case "dirname", "basename":
		return pathPart(name, args)
	case "whoami":
		return []string{a.env.User}, a.env.User != ""
	case "id":
		return []string{a.env.User}, a.env.User != "" && len(args) == 1 && (args[0] == "-un" || args[0] == "-nu")
	case "cat", "tee", "rev", "base64", "base32", "xxd":
		return filter(name, args, in)
	case "tr":
		return nil, false
	}
	return nil, false
}

// workingDirs is the output of pwd.
func workingDirs(start string, st *state) (dirs []string, ok bool) {
	for _, d := range st.dirs {
		dirs = append(dirs, joinDir(start, d))
	}
	return dirs, start != "" && len(dirs) > 0 && !st.dirLost
}

// pathPart is the output of dirname or basename for one path that is known.
func pathPart(name string, args []string) ([]string, bool) {
	if len(args) == 2 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) != 1 || strings.Contains(args[0], Unknown) || strings.HasPrefix(args[0], "-") || args[0] == "" {
		return nil, false
	}
	if name == "dirname" {
		return []string{path.Dir(args[0])}, true
	}
	return []string{path.Base(args[0])}, true
}

// madeTemp is the output of mktemp: a new name in the folder for temporary
// files, or where the template says.
func madeTemp(st *state, args []string) ([]string, bool) {
	dir, template, inTemp := "/tmp", "tmp.X", true
	if v := st.lookup("TMPDIR"); v != nil {
		if len(v.vals) != 1 {
			return nil, false
		}
		dir = v.vals[0].text
	}
	for i := 0; i < len(args); i++ {
		switch v := args[i]; {
		case v == "-p" && i+1 < len(args):
			i++
			dir = args[i]
		case strings.HasPrefix(v, "--tmpdir="):
			dir = v[len("--tmpdir="):]
		case v == "--suffix" && i+1 < len(args):
			i++
		case v == "-p" || v == "-t" || v == "--tmpdir" || strings.HasPrefix(v, "-") && strings.Trim(v, "-dqt") == "" || v == "--directory" || v == "--quiet" || strings.HasPrefix(v, "--suffix="):
			inTemp = inTemp || strings.Contains(v, "t")
		case strings.HasPrefix(v, "-"):
			return nil, false
		default:
			template = v
			if inTemp = strings.ContainsAny(strings.Join(args[:i], " "), "pt"); strings.HasPrefix(v, "/") {
				inTemp = false
			}
		}
	}
	name, _, _ := strings.Cut(template, "X")
	if name += Unknown; inTemp {
		name = strings.TrimSuffix(dir, "/") + "/" + name
	}
	return []string{name}, !strings.HasPrefix(name, Unknown)
}

// located is the output of "command -v name": a path that ends in name.
func located(name string) ([]string, bool) {
	if name == "" || strings.ContainsAny(name, Unknown+" \t\n") {
		return nil, false
	}
	if strings.Contains(name, "/") {
		return []string{name}, true
	}
	return []string{Unknown + "/" + name}, true
}

// filter is the output of a program that passes its input on.
func filter(name string, args []string, in input) ([]string, bool) {
	if in.kind != inputText {
		return nil, false
	}
	decode := false
	for _, arg := range args {
		switch {
		case arg == "-d" || arg == "-D" || arg == "--decode" || arg == "-di" || arg == "-r" || arg == "-p" || arg == "-rp" || arg == "-r -p":
			decode = true
		case arg == "-" || arg == "-a" || arg == "-i" || arg == "-w0" || arg == "-u":
		case name == "tee" && !strings.HasPrefix(arg, "-"):
		default:
			return nil, false
		}
	}
	var out []string
	for _, text := range in.texts {
		text, ok := passOn(name, text, decode)
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}

func passOn(name, text string, decode bool) (string, bool) {
	switch {
	case name == "cat" || name == "tee":
		return text, true
	case strings.Contains(text, Unknown):
		return "", false
	case name == "rev":
		return reverseLines(text), true
	case !decode:
		return "", false
	}
	packed := strings.Join(strings.Fields(text), "")
	var raw []byte
	var err error
	switch name {
	case "base64":
		raw, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(packed, "="))
	case "base32":
		raw, err = base32.StdEncoding.DecodeString(packed)
	case "xxd":
		raw, err = hex.DecodeString(packed)
	}
	return strings.ReplaceAll(string(raw), Unknown, ""), err == nil && utf8.Valid(raw)
}

func reverseLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		r := []rune(l)
		slices.Reverse(r)
		lines[i] = string(r)
	}
	return strings.Join(lines, "\n")
}

// echo prints its arguments. Without an option it depends on the shell
// whether escapes count, so both are possible.
func echo(args []string) []string {
	newline, escapes, plain := true, false, false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes, plain = true, false
			case 'E':
				escapes, plain = false, true
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	end := ""
	if newline {
		end = "\n"
	}
	decoded, stop := echoEscapes(text)
	if !stop {
		decoded += end
	}
	switch {
	case escapes:
		return []string{decoded}
	case plain || decoded == text+end:
		return []string{text + end}
	}
	return []string{text + end, decoded}
}

// printf formats as far as %s, %b, %d, %c and %% go.
func printf(args []string) (string, bool) {
	dashed := len(args) > 0 && args[0] == "--"
	if dashed {
		args = args[1:]
	}
	if len(args) == 0 || !dashed && strings.HasPrefix(args[0], "-") {
		return "", false
	}
	format, args := args[0], args[1:]
	var b strings.Builder
	for {
		n, ok := printfOnce(&b, format, args)
		if !ok || b.Len() > maxValue {
			return "", false
		}
		if n == 0 || n >= len(args) {
			return b.String(), true
		}
		args = args[n:]
	}
}

func printfOnce(b *strings.Builder, format string, args []string) (used int, ok bool) {
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 || i+1 == len(format) {
			b.WriteString(unescape(format, false))
			return used, true
		}
		b.WriteString(unescape(format[:i], false))
		verb := format[i+1]
		format = format[i+2:]
		if verb == '%' {
			b.WriteByte('%')
			continue
		}
		arg := ""
		if used < len(args) {
			arg = args[used]
		}
		used++
		switch verb {
		case 's', 'd', 'i':
			b.WriteString(arg)
		case 'b':
			text, stop := echoEscapes(arg)
			b.WriteString(text)
			if stop {
				return len(args), true
			}
		case 'c':
			b.WriteString(arg[:min(1, len(arg))])
		default:
			return used, false
		}
	}
	return used, true
}
