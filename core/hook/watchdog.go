package hook

import (
	"time"

	"github.com/tempahq/tempa/core/event"
)

// A client that waits longer than the hook line's timeout lets the call run,
// even after a deny was printed (copilot 1.0.102, codex-cli 0.171.0,
// gemini-cli 0.61.0), so the hook answers long before the plugins' 10 s.
// Session-end hooks are killed after 1 s (codex-cli 0.171.0).
const (
	budget    = 5 * time.Second
	endBudget = 700 * time.Millisecond
	// renderBudget leaves time for the answer: a repository that takes longer is
	// finished by the next session.
	renderBudget = 3500 * time.Millisecond
	// grace is how long an answer that is being written may take.
	grace = time.Second
)

// watch starts the watchdog: when the time is up it answers in place of the
// main path and ends the process.
func (h *handler) watch() {
	h.renderUntil = time.Now().Add(renderBudget)
	h.late = make(chan int, 1)
	h.timer = time.AfterFunc(budget, h.bark)
}

// hurry shortens the time for events at the end of a session.
func (h *handler) hurry(k event.Kind) {
	if k == event.SessionEnd {
		h.timer.Reset(endBudget)
	}
}

// unwatch ends the watch, for the answer has been given.
func (h *handler) unwatch() {
	h.answered.Store(true)
	h.timer.Stop()
}

func (h *handler) bark() {
	if !h.slot.take() {
		time.AfterFunc(grace, h.giveUp)
		return
	}
	a := h.fail("no answer in time")
	status := h.say(a)
	h.env.Exit(status)
	h.late <- status
}

// giveUp ends a process whose answer nobody takes. A judged event is blocked,
// by a text on stderr as well: without one codex-cli 0.171.0 and gemini-cli
// 0.61.0 let the call run. If that hangs too, the status is all that is left.
func (h *handler) giveUp() {
	if h.answered.Load() {
		return
	}
	if !h.known.Load().event.Kind.Judged() {
		h.env.Exit(statusAnswered)
		return
	}
	time.AfterFunc(grace, func() { h.env.Exit(statusBlock) })
	write(h.env.Stderr, []byte(failText("nobody takes the answer")+"\n"))
	h.env.Exit(statusBlock)
}
