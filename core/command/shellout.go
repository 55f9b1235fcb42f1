package command

import (
	"slices"
	"strings"
)

// shellOut is a program with a language of its own in which a command starts
// a shell: "!ls" of ftp, ".shell ls" of sqlite3.
type shellOut struct {
	names    []string
	options  []string // options whose value is such text
	operands int      // operands behind so many are such text; -1 when none is
	stdin    bool
	starts   []string // what a line starts with in front of the shell text
	marks    []string // what stands in front of it anywhere in a line; the | of one may be quoted with the text
	pipes    []string // what a line starts with whose last word may be a pipe: .once -x "|ls"
	reads    string   // what a line starts with in front of a file of such text
	ticks    bool     // backquotes behind a backslash hold shell text, as in a shell
	sql      bool     // program '…' holds shell text
}

var shellOuts = []shellOut{
	{names: []string{"sqlite3", "sqlite"}, options: []string{"-cmd"}, operands: 1, stdin: true, starts: []string{".shell ", ".system ", ".sh ", ".sys "}, pipes: []string{".once ", ".output ", ".import ", ".read "}, reads: ".read "},
	{names: []string{"duckdb"}, options: []string{"-c", "-cmd"}, operands: 1, stdin: true, starts: []string{".shell ", ".system ", ".sh "}},
	{names: []string{"psql", "pgcli"}, options: []string{"-c", "--command"}, operands: -1, stdin: true, marks: []string{`\!`, `\o |`, `\g |`, `\w |`, `\o|`, `\g|`, `\w|`}, ticks: true, sql: true},
	{names: []string{"mysql", "mariadb", "mycli"}, options: []string{"-e", "--execute"}, operands: -1, stdin: true, starts: []string{"system ", "pager "}, marks: []string{`\!`, `\P `}},
	{names: []string{"ftp", "sftp", "lftp", "ncftp", "telnet", "tftp"}, options: []string{"-c", "-e"}, operands: -1, stdin: true, starts: []string{"!", "shell "}},
	{names: []string{"gnuplot"}, options: []string{"-e"}, operands: -1, stdin: true, starts: []string{"!", "system ", "system(", "shell "}},
	{names: []string{"ipython", "ipython3", "jupyter"}, options: []string{"-c"}, operands: -1, stdin: true, starts: []string{"!!", "!", "%sx ", "%system ", "%%bash", "%%sh"}},
	{names: []string{"dc", "bc", "ginsh", "tdbtool", "debugfs", "scanmem", "mtr"}, options: []string{"-e", "--expression", "-R", "-c"}, operands: -1, stdin: true, starts: []string{"!", "shell "}},
	{names: []string{"mail", "mailx", "s-nail"}, options: []string{"--exec"}, operands: -1, stdin: true, starts: []string{"~!", "~<!"}},
	{names: []string{"less", "more", "most", "pg", "man"}, operands: 0, starts: []string{"+!", "++!", "+|$", "+|.", "+|"}},
	{names: []string{"mutt", "neomutt"}, options: []string{"-e"}, operands: -1, starts: []string{"!"}, marks: []string{"<shell-escape>"}},
}

// shellsOut analyses the shell text in the language of such a program.
func (a *analyser) shellsOut(sc *scope, st *state, name string, args []field) {
	row := a.tool(name).shellOut
	if row == nil {
		return
	}
	for _, text := range row.scripts(args, sc.in) {
		a.shellOutText(sc, st, row, name, text)
	}
}

// scripts are the texts that the program reads as its own language.
func (row *shellOut) scripts(args []field, in input) (texts []string) {
	operands := 0
	for i := 0; i < len(args); i++ {
		v := args[i].Value
		option, glued, isGlued := strings.Cut(v, "=")
		switch {
		case slices.Contains(row.options, v) && i+1 < len(args):
			i++
			texts = append(texts, args[i].Value)
		case isGlued && slices.Contains(row.options, option):
			texts = append(texts, glued)
		case len(v) > 2 && v[0] == '-' && slices.Contains(row.options, v[:2]):
			texts = append(texts, v[2:])
		case v == "" || v[0] == '-':
		default:
			if operands++; row.operands >= 0 && operands > row.operands {
				texts = append(texts, v)
			}
		}
	}
	if row.stdin && in.kind == inputText {
		texts = append(texts, in.texts...)
	}
	return texts
}

func (a *analyser) shellOutText(sc *scope, st *state, row *shellOut, name, text string) {
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimLeft(line, " \t")
		if found, ok := row.find(line); ok {
			a.nested(sc.through(name+" shell"), a.childOf(sc, st), found, "shell text of "+name, "")
		} else if file, ok := strings.CutPrefix(line, row.reads); ok && row.reads != "" {
			a.shellOutFile(sc, st, row, name, strings.Trim(file, ` 	"'`))
		}
	}
	for _, found := range row.texts(text) {
		a.nested(sc.through(name+" program"), a.childOf(sc, st), found, "program of "+name, "")
	}
}

// texts are the shell texts that stand in the language itself: COPY t FROM
// PROGRAM '…', and \set x `…`.
func (row *shellOut) texts(text string) (list []string) {
	for rest := text; row.sql; {
		i := indexFold(rest, "program")
		if i < 0 {
			break
		}
		rest = rest[i+len("program"):]
		if s, ok := sqlString(rest); ok {
			list = append(list, s)
		}
	}
	if _, rest, ok := strings.Cut(text, `\`); ok && row.ticks {
		for n, part := range strings.Split(rest, "`") {
			if n%2 == 1 {
				list = append(list, part)
			}
		}
	}
	return list
}

// sqlString reads the string that a text begins with: '…', E'…' or $tag$…$tag$.
func sqlString(text string) (s string, ok bool) {
	text = strings.TrimLeft(text, " \t\r\n")
	if rest, tagged := strings.CutPrefix(text, "$"); tagged {
		tag, rest, closed := strings.Cut(rest, "$")
		s, _, _ = strings.Cut(rest, "$"+tag+"$")
		return s, closed
	}
	if len(text) > 1 && (text[0] == 'E' || text[0] == 'e') {
		text = text[1:]
	}
	if text, ok = strings.CutPrefix(text, "'"); !ok {
		return "", false
	}
	s, _, _ = strings.Cut(text, "'")
	return s, true
}

// shellOutFile analyses a file of such text that the line has made.
func (a *analyser) shellOutFile(sc *scope, st *state, row *shellOut, name, path string) {
	for i := range a.files {
		f := &a.files[i]
		if f.name != baseName(path) || f.ran || f.copyOf != "" {
			continue
		}
		if f.ran = true; f.fetched {
			a.unresolved(sc, "a file that the line fetches or decodes and "+name+" then reads", path, sc.at())
			continue
		}
		a.shellOutText(sc, st, row, name, f.text)
	}
}

func (row *shellOut) find(line string) (text string, ok bool) {
	for _, start := range row.starts {
		if rest, ok := strings.CutPrefix(line, start); ok {
			return strings.Trim(rest, `("')`), true
		}
	}
	for _, start := range row.pipes {
		if text, ok = pipeOf(line); ok && strings.HasPrefix(line, start) {
			return text, true
		}
	}
	for _, mark := range row.marks {
		if _, rest, ok := strings.Cut(line, mark); ok {
			return rest, true
		}
		command, piped := strings.CutSuffix(mark, "|")
		for _, quote := range [...]string{`"`, "'"} {
			if _, rest, ok := strings.Cut(line, command+quote+"|"); ok && piped {
				text, _, _ = strings.Cut(rest, quote)
				return text, true
			}
		}
	}
	return "", false
}

// pipeOf is what a word that begins with | pipes to; the word may be quoted.
func pipeOf(line string) (text string, ok bool) {
	for _, quote := range [...]string{" ", `"`, "'"} {
		if _, text, ok = strings.Cut(line, quote+"|"); ok {
			if quote != " " {
				text, _, _ = strings.Cut(text, quote)
			}
			return text, true
		}
	}
	return "", false
}

// indexFold finds lower-case ASCII text in any case.
func indexFold(s, lower string) int {
	return strings.Index(strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s), lower)
}
