package command

import (
	"slices"
	"strings"
)

// interpreterRow says how the code of an interpreter is given to it.
type interpreterRow struct {
	names    []string
	language string
	code     []string // options whose value is code; a short one also in a cluster
	values   string   // letters of short options that take a value, glued or not
	glued    string   // letters of short options whose value, if any, is glued
	longs    []string // long options that take the next word
	file     string   // letter of the option that names a code file
	operand  bool     // without a code option the first operand is code
	second   bool     // the second operand is code
	stdin    bool     // without an operand the code is read from standard input
}

var interpreters = []interpreterRow{
	{names: []string{"python", "python2", "python3", "pypy", "pypy3", "ipython"}, language: "python", code: []string{"-c"}, values: "mWX", stdin: true},
	{names: []string{"perl", "perl5"}, language: "perl", code: []string{"-e", "-E"}, glued: "iIMmFxDdCVl0", stdin: true},
	{names: []string{"ruby", "jruby"}, language: "ruby", code: []string{"-e"}, values: "IrEC", glued: "iFKT0x", stdin: true},
	{names: []string{"node", "nodejs"}, language: "node", code: []string{"-e", "-p", "--eval", "--print", "-pe"}, values: "rC", longs: []string{"--require", "--import", "--loader", "--env-file"}, stdin: true},
	{names: []string{"bun"}, language: "node", code: []string{"-e", "-p", "--eval", "--print"}},
	{names: []string{"tsx", "ts-node"}, language: "node", code: []string{"-e", "-p", "--eval", "--print"}, stdin: true},
	{names: []string{"php", "php8", "php7"}, language: "php", code: []string{"-r", "-B", "-R", "-E", "--run"}, values: "dcfzt", stdin: true},
	{names: []string{"lua", "luajit", "lua5.1", "lua5.3", "lua5.4"}, language: "lua", code: []string{"-e"}, values: "l", stdin: true},
	{names: []string{"awk", "gawk", "mawk", "nawk", "original-awk"}, language: "awk", code: []string{"-e", "--source"}, values: "Fvi", longs: []string{"--assign", "--field-separator", "--include"}, file: "f", operand: true},
	{names: []string{"sed", "gsed"}, language: "sed", code: []string{"-e", "--expression"}, values: "l", glued: "i", file: "f", operand: true},
	{names: []string{"osascript"}, language: "applescript", code: []string{"-e"}, values: "l", stdin: true},
	{names: []string{"Rscript", "R"}, language: "r", code: []string{"-e"}, values: "f", stdin: true},
	{names: []string{"julia"}, language: "julia", code: []string{"-e", "-E", "--eval", "--print"}, values: "LpJ", stdin: true},
	{names: []string{"elixir", "iex"}, language: "elixir", code: []string{"-e", "--eval", "--rpc-eval"}, values: "rS"},
	{names: []string{"erl"}, language: "erlang", code: []string{"-eval"}},
	{names: []string{"groovy"}, language: "groovy", code: []string{"-e"}},
	{names: []string{"scala", "kotlin", "ghc", "runghc", "ghci"}, language: "jvm", code: []string{"-e"}, stdin: true},
	{names: []string{"jshell", "jrunscript"}, language: "jvm", code: []string{"-e"}, stdin: true},
	{names: []string{"guile"}, language: "lisp", code: []string{"-c"}, stdin: true},
	{names: []string{"sbcl", "ecl", "clisp", "ccl"}, language: "lisp", code: []string{"--eval", "-e", "-x"}, longs: []string{"--load"}, stdin: true},
	{names: []string{"racket", "clojure", "clj", "bb", "janet", "gsi", "csi"}, language: "lisp", code: []string{"-e", "--eval"}, stdin: true},
	{names: []string{"octave", "octave-cli", "matlab"}, language: "r", code: []string{"--eval", "-r", "-batch"}, stdin: true},
	{names: []string{"slsh"}, language: "r", code: []string{"-e"}, stdin: true},
	{names: []string{"irb", "pry"}, language: "ruby", code: []string{"-e", "--exec"}, stdin: true},
	{names: []string{"rake"}, language: "ruby", code: []string{"-e", "-E", "-p", "--execute", "--execute-continue", "--execute-print"}},
	{names: []string{"puppet"}, language: "puppet", code: []string{"-e", "--execute"}},
	{names: []string{"swift"}, language: "swift", code: []string{"-e"}},
	{names: []string{"raku"}, language: "raku", code: []string{"-e"}, stdin: true},
	{names: []string{"tclsh", "wish"}, language: "tcl", stdin: true},
	{names: []string{"expect"}, language: "tcl", code: []string{"-c"}, values: "fb", stdin: true},
	{names: []string{"emacs", "emacsclient"}, language: "elisp", code: []string{"--eval", "-e", "-eval", "--execute"}},
	{names: []string{"psql"}, language: "sql", code: []string{"-c", "--command"}, values: "dhpUfvoLPRFT", longs: []string{"--dbname", "--host", "--port", "--username", "--file"}, stdin: true},
	{names: []string{"mysql", "mariadb"}, language: "sql", code: []string{"-e", "--execute"}, values: "hPuD", glued: "p", stdin: true},
	{names: []string{"sqlite3"}, language: "sql", code: []string{"-cmd"}, second: true, stdin: true},
	{names: []string{"clickhouse-client", "duckdb", "sqlcmd"}, language: "sql", code: []string{"-c", "-q", "-Q", "--query"}, stdin: true},
	{names: []string{"mongosh", "mongo"}, language: "node", code: []string{"--eval", "-eval"}, stdin: true},
	{names: []string{"pwsh", "powershell"}, language: "powershell", stdin: true}, // see pwshOption
	{names: []string{"cmd"}, language: "cmd", code: []string{"/c", "/C", "/k", "/K", "//c"}, stdin: true},
	{names: []string{"xonsh", "nu", "elvish", "rc", "es", "ion", "murex", "scsh"}, language: "shell", code: []string{"-c"}},
}

func interpreterOf(name string) *interpreterRow {
	base := strings.TrimRight(name, "0123456789.")
	if base == "" {
		return nil
	}
	for i := range interpreters {
		for _, have := range interpreters[i].names {
			if have[0] == base[0] && (have == name || have == base) {
				return &interpreters[i]
			}
		}
	}
	return nil
}

// inlineCode is the language and the text of code that is given as argument
// or on standard input. Commands in it that are analysed by themselves are
// left out.
func (a *analyser) inlineCode(name string, args []field, in input) (language, code string) {
	language, code = a.rawCode(name, args, in)
	if language == "awk" {
		code = readAwk(code).rest
	}
	return language, code
}

func (a *analyser) rawCode(name string, args []field, in input) (language, code string) {
	if name == "deno" {
		return denoEval(args)
	}
	if language, code := frameworkCode(name, args, in); code != "" {
		return language, code
	}
	row := a.tool(name).interpreter
	if row == nil {
		return "", ""
	}
	codes, operands, script := row.read(args)
	switch {
	case len(codes) > 0:
		return row.language, strings.Join(codes, "\n")
	case script && row.file != "" && readsScript(row, args):
		if in.kind == inputText {
			return row.language, strings.Join(in.texts, "\n")
		}
	case row.operand && !script && len(operands) > 0:
		return row.language, operands[0]
	case row.second && len(operands) > 1:
		return row.language, strings.Join(operands[1:], "\n")
	case row.stdin && !script && in.kind == inputText && readsStdin(row, operands):
		return row.language, strings.Join(in.texts, "\n")
	}
	return "", ""
}

// frameworkRow is a subcommand that is given code of a language.
type frameworkRow struct {
	name, sub, language string
	code                []string // options whose value is code
	operand, stdin      bool
}

var frameworks = []frameworkRow{
	{name: "artisan", sub: "tinker", language: "php", code: []string{"--execute"}, stdin: true},
	{name: "django-admin", sub: "shell", language: "python", code: []string{"-c", "--command"}, stdin: true},
	{name: "flask", sub: "shell", language: "python", stdin: true},
	{name: "manage.py", sub: "shell", language: "python", code: []string{"-c", "--command"}, stdin: true},
	{name: "rails", sub: "c", language: "ruby", stdin: true},
	{name: "rails", sub: "console", language: "ruby", stdin: true},
	{name: "rails", sub: "r", language: "ruby", operand: true, stdin: true},
	{name: "rails", sub: "runner", language: "ruby", operand: true, stdin: true},
	{name: "python -m", sub: "timeit", language: "python", code: []string{"-s", "--setup"}, operand: true},
	{name: "python -m", sub: "pdb", language: "python", code: []string{"-c"}, stdin: true},
	{name: "python -m", sub: "code", language: "python", stdin: true},
}

// frameworkCode is the code that a web framework or a module of Python is
// given: rails runner CODE, python manage.py shell -c CODE.
func frameworkCode(name string, args []field, in input) (language, code string) {
	if strings.HasPrefix(name, "python") || name == "php" {
		for i, w := range args {
			if w.Value == "-m" {
				name, args = "python -m", args[i+1:]
				break
			}
			if !strings.HasPrefix(w.Value, "-") {
				name, args = baseName(w.Value), args[i+1:]
				break
			}
		}
	}
	if len(args) == 0 {
		return "", ""
	}
	for i := range frameworks {
		if row := &frameworks[i]; row.name == name && row.sub == args[0].Value {
			return row.language, row.read(args[1:], in)
		}
	}
	return "", ""
}

func (row *frameworkRow) read(args []field, in input) string {
	var codes []string
	for i := 0; i < len(args); i++ {
		option, glued, isGlued := strings.Cut(args[i].Value, "=")
		switch {
		case isGlued && slices.Contains(row.code, option):
			codes = append(codes, glued)
		case slices.Contains(row.code, args[i].Value) && i+1 < len(args):
			i++
			codes = append(codes, args[i].Value)
		case row.operand && !strings.HasPrefix(option, "-"):
			codes = append(codes, args[i].Value)
		}
	}
	if len(codes) == 0 && row.stdin {
		codes = in.texts
	}
	return strings.Join(codes, "\n")
}

// readsScript reports whether the option for a code file names standard input.
func readsScript(row *interpreterRow, args []field) bool {
	for i, w := range args {
		if w.Value == "-"+row.file && i+1 < len(args) && isStdin(args[i+1].Value) || w.Value == "-"+row.file+"-" || w.Value == "--file=-" {
			return true
		}
	}
	return false
}

func readsStdin(row *interpreterRow, operands []string) bool {
	if row.language == "sql" {
		return !row.second || len(operands) < 2
	}
	return len(operands) == 0 || isStdin(operands[0])
}

func denoEval(args []field) (language, code string) {
	if len(args) > 1 && args[0].Value == "eval" {
		for _, w := range args[1:] {
			if !strings.HasPrefix(w.Value, "-") {
				return "node", w.Value
			}
		}
	}
	return "", ""
}

// read sorts the words of an interpreter; script says that the code is in a
// file or module that an option names.
func (row *interpreterRow) read(args []field) (codes, operands []string, script bool) {
	for i := 0; i < len(args); i++ {
		v := args[i].Value
		switch {
		case v == "--":
			return codes, append(operands, values(args[i+1:])...), script
		case len(v) < 2 || v[0] != '-' && !slices.Contains(row.code, v):
			operands = append(operands, v)
			if !row.operand && !row.second && row.language != "sql" {
				return codes, operands, script // the rest belongs to the script
			}
			continue
		}
		code, isCode, isScript, used := row.option(args[i:])
		if isCode {
			codes = append(codes, code)
		}
		script = script || isScript
		i += used
		if isScript && (row.language == "python" || row.language == "powershell") {
			return codes, operands, script
		}
	}
	return codes, operands, script
}

// option reads one option; used counts the words behind it that it takes.
func (row *interpreterRow) option(args []field) (code string, isCode, isScript bool, used int) {
	if row.language == "powershell" {
		return pwshOption(args)
	}
	v, next := args[0].Value, ""
	if len(args) > 1 {
		next = args[1].Value
	}
	if slices.Contains(row.code, v) {
		return next, len(args) > 1, false, min(1, len(args)-1)
	}
	if strings.HasPrefix(v, "--") {
		if name, text, glued := strings.Cut(v, "="); glued {
			return text, slices.Contains(row.code, name), false, 0
		}
		if slices.Contains(row.longs, v) {
			return "", false, false, 1
		}
		return "", false, v == "--file", 0
	}
	for i := 1; i < len(v); i++ {
		c := v[i : i+1]
		rest, glued := v[i+1:], i+1 < len(v)
		switch {
		case slices.Contains(row.code, "-"+c):
			if glued {
				return rest, true, false, 0
			}
			return next, len(args) > 1, false, min(1, len(args)-1)
		case c == row.file, c == "m" && row.language == "python":
			if glued {
				return "", false, true, 0
			}
			return "", false, true, 1
		case strings.Contains(row.glued, c):
			if c == "l" || c == "0" {
				continue // perl -lne: a number may follow, or more letters
			}
			return "", false, false, 0
		case strings.Contains(row.values, c):
			if glued {
				return "", false, false, 0
			}
			return "", false, false, 1
		}
	}
	return "", false, false, 0
}

// interpreter says what cannot be known of a call of an interpreter: code
// from a pipe, and code that is not an argument of this line.
func (a *analyser) interpreter(sc *scope, name string, args []field) {
	row := a.tool(name).interpreter
	if row == nil {
		return
	}
	codes, operands, script := row.read(args)
	for _, code := range codes {
		if strings.Trim(code, Unknown) == "" && code != "" {
			a.unresolved(sc, "code of "+name+" that the line does not show", "", sc.at())
		}
	}
	if sc.opaque && len(args) > 0 && slices.Contains(row.code, args[len(args)-1].Value) {
		a.unresolved(sc, "code of "+name+" from words that are added", "", sc.at())
	}
	switch {
	case row.language == "powershell" || row.language == "cmd" || row.language == "shell":
		if len(codes) > 0 {
			a.unresolved(sc, row.language+" text in a Bash line", codes[0], sc.at())
		} else if row.stdin && !script && sc.in.kind == inputText && readsStdin(row, operands) && !informational(args) {
			a.unresolved(sc, row.language+" text in a Bash line", "", sc.at())
		}
	case row.language == "sql":
		return
	}
	if row.stdin && len(codes) == 0 && !script && sc.in.kind == inputPipe && readsStdin(row, operands) && !informational(args) {
		a.unresolved(sc, "code of "+name+" read from "+sc.in.name, "", sc.at())
	}
	if len(operands) > 0 && len(codes) == 0 && !script || row.file != "" {
		for i, w := range args {
			if w.proc != nil && (row.file == "" && w.Value == operands[0] || row.file != "" && i > 0 && args[i-1].Value == "-f") {
				a.unresolved(sc, "code of "+name+" from a process substitution", w.Typed, sc.at())
			}
		}
	}
}

func informational(args []field) bool {
	return slices.ContainsFunc(args, func(w field) bool {
		return w.Value == "--version" || w.Value == "-V" || w.Value == "--help" || w.Value == "-h" || w.Value == "-v"
	})
}
