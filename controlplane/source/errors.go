package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Error is one thing that is wrong in a source, and what to write instead.
type Error struct {
	File string
	Line int // 0 when it is about the whole file
	Text string
}

func (e Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// Errors are all the things that are wrong.
type Errors []Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the errors in the order of their place, nil when there are none.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	slices.SortStableFunc(es, ByPlace)
	return slices.Compact(es)
}

// ByPlace orders errors by file and line.
func ByPlace(a, b Error) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// Add adds an error.
func (es *Errors) Add(file string, line int, format string, args ...any) {
	*es = append(*es, Error{file, line, fmt.Sprintf(format, args...)})
}
