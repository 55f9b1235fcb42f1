package hook

import (
	"io"
	"strings"
	"sync/atomic"

	"github.com/tempahq/tempa/core/harness"
)

// slot gives the answer away once: to the main path or to the watchdog.
type slot struct{ taken atomic.Bool }

func (s *slot) take() bool { return s.taken.CompareAndSwap(false, true) }

// give writes an answer and returns the exit status. An answer that could not
// be written whole has to block: half a deny is read as no opinion.
func give(a harness.Answer, stdout, stderr io.Writer) int {
	ok := write(stdout, a.Stdout)
	if !ok {
		a.Stderr, a.Exit = failText("the answer could not be written to stdout"), statusBlock
	}
	if a.Stderr != "" {
		text := a.Stderr
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		write(stderr, []byte(text))
	}
	return a.Exit
}

func write(w io.Writer, data []byte) bool {
	if len(data) == 0 {
		return true
	}
	n, err := w.Write(data)
	return err == nil && n == len(data)
}
