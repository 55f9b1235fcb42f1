//go:build clients && linux

package clients

import (
	"strings"
	"testing"
)

// played is what came of a story.
type played struct {
	ending
	told, heard string
}

// check compares what came of a story with what had to.
func (e *expect) check(t *testing.T, p *place, got played) {
	t.Helper()
	for _, f := range e.Exists {
		if !p.exists(f) {
			t.Errorf("%s is not there: the call did not run", f)
		}
	}
	for _, f := range e.Absent {
		if p.exists(f) {
			t.Errorf("%s is there: the call ran", f)
		}
	}
	for f, want := range e.Files {
		if have := string(p.read(t, f)); have != want {
			t.Errorf("%s holds %q, want %q", f, have, want)
		}
	}
	holds(t, "the model was not told", got.told, e.ModelTold)
	holds(t, "the person was not shown", got.Stdout+got.Stderr, e.Printed)
	lacks(t, "a request holds", got.heard, e.NotTold)
	lacks(t, "the person was shown", got.Stdout+got.Stderr, e.NotPrinted)
	if e.Silent && got.told != "" {
		t.Error("the model was asked")
	}
}

func holds(t *testing.T, what, text string, want []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s %q", what, w)
		}
	}
}

func lacks(t *testing.T, what, text string, never []string) {
	t.Helper()
	for _, w := range never {
		if strings.Contains(text, w) {
			t.Errorf("%s %q", what, w)
		}
	}
}
