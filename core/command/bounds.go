package command

import (
	"errors"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The bounds of one analysis. Past a bound the line is unresolved: what was
// found up to there stays listed.
const (
	maxText     = 64 << 10  // bytes of the line
	maxReparsed = 128 << 10 // bytes of all texts inside it that are parsed again
	maxNested   = 16        // texts inside texts: sh -c "sh -c …"
	maxCommands = 2000
	maxSteps    = 12000    // units of work: a statement, a word, 64 bytes of a value
	maxWrappers = 40       // wrappers around wrappers: sudo sudo …
	maxVanished = 3        // unknown words in front of a program
	maxWords    = 256      // words that one word may expand to
	maxValue    = 64 << 10 // bytes of a word
	maxVariable = 16 << 10 // bytes of a variable
	maxChoices  = 32       // combinations of possible values that one command is tried with
	maxValues   = 16       // values that one variable may have
	maxVars     = 64       // variables that are followed
	maxDirs     = 4
	maxCalls    = 8 // functions that call functions
)

// maxFrames bounds the recursion of the parser, in call frames: more than 200
// levels of any construct, far below what the stack holds.
const maxFrames = 4000

// readSize is how much the parser gets between two looks at its depth.
const readSize = 1 << 10

var errTooDeep = errors.New("nested too deeply")

// depthReader hands text to the parser in small parts and looks at each how
// deep the parser has recursed. It bounds every construct alike, also those of
// a later parser, because it measures the stack itself; a scan of the text
// would have to quote and unquote exactly as the parser does.
type depthReader struct {
	text string
}

func (r *depthReader) Read(p []byte) (int, error) {
	var pc [1]uintptr
	if runtime.Callers(maxFrames, pc[:]) > 0 {
		return 0, errTooDeep
	}
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), readSize)], r.text)
	r.text = r.text[n:]
	return n, nil
}

// parse returns the statements up to the first error, and that error.
func parse(text string) (stmts []*syntax.Stmt, first error) {
	text, first = plainComments(text)
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for stmt, err := range p.StmtsSeq(&depthReader{text: text}) {
		// Leaving the loop early makes StmtsSeq of mvdan.cc/sh v3.14.1 panic
		// when it meets an error inside the statement it has just yielded.
		switch {
		case first != nil:
		case err != nil:
			first = err
		default:
			stmts = append(stmts, stmt)
		}
	}
	return stmts, first
}

// parseFailure tells people what the parser met.
func parseFailure(err error) (construct string, pos Pos) {
	var perr syntax.ParseError
	var lerr syntax.LangError
	switch {
	case errors.Is(err, errTooDeep):
		return "nesting deeper than 200 levels", Pos{Line: 1, Col: 1}
	case errors.Is(err, errComments):
		return errComments.Error(), Pos{Line: 1, Col: 1}
	case errors.As(err, &perr):
		return "syntax that cannot be read: " + perr.Text, parserPos(perr.Pos)
	case errors.As(err, &lerr):
		return "syntax of another shell: " + lerr.Feature, parserPos(lerr.Pos)
	}
	return "syntax that cannot be read: " + strings.TrimSpace(err.Error()), Pos{Line: 1, Col: 1}
}

func parserPos(p syntax.Pos) Pos {
	return Pos{Offset: int(p.Offset()), Line: int(p.Line()), Col: int(p.Col())}
}
