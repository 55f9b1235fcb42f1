package hook

import (
	"io"
	"strings"
	"sync/atomic"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/harness"
)

// slot gives the answer away once: to the main path or to the watchdog.
type slot struct{ taken atomic.Bool }

func (s *slot) take() bool { return s.taken.CompareAndSwap(false, true) }

// say writes an answer and returns the exit status. Where the reason of a block
// cannot be told on stderr, the client's deny object tells it: codex-cli 0.171.0
// and gemini-cli 0.61.0 let a call run after an exit 2 without text. An event
// that is not judged is not blocked because nobody reads its answer.
func (h *handler) say(a harness.Answer) int {
	k := h.known.Load()
	judged := k.event.Kind.Judged()
	status, told := give(a, judged, h.env.Stdout, h.env.Stderr)
	if told || len(a.Stdout) > 0 || !judged {
		return status
	}
	object := encode(k.dialect, k.event, decision.Decision{Kind: decision.Deny, Reason: a.Stderr, Verbatim: true})
	if len(object.Stdout) == 0 || !write(h.env.Stdout, object.Stdout) {
		return status
	}
	return object.Exit
}

// give writes an answer and returns the exit status, and whether all of it was
// written. An answer that could not be written whole has to block where the
// event is judged: half a deny is read as no opinion.
func give(a harness.Answer, judged bool, stdout, stderr io.Writer) (status int, told bool) {
	ok := write(stdout, a.Stdout)
	if !ok && !judged {
		return statusAnswered, false
	}
	if !ok {
		a.Stderr, a.Exit = failText("the answer could not be written to stdout"), statusBlock
	}
	if a.Stderr != "" {
		text := a.Stderr
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		ok = write(stderr, []byte(text)) && ok
	}
	return a.Exit, ok
}

func write(w io.Writer, data []byte) bool {
	if len(data) == 0 {
		return true
	}
	n, err := w.Write(data)
	return err == nil && n == len(data)
}
