// Package hook is the handler that every harness shares: it reads one event
// from stdin, decides, and writes the client's answer once. What differs
// between clients comes from the dialect.
//
// It answers whatever happens: an error, a panic or a hang on the way to a
// decision blocks a tool call, a prompt or a settings change, and is silent on
// every other event.
package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/sources"
)

// maxStack bounds the stack, so that running out of it ends the process soon
// (status 2, which blocks) and not after a gigabyte.
const maxStack = 64 << 20

// Run answers one event and returns the process's exit status, 0 or 2.
func Run(env *Env, d harness.Dialect) int {
	debug.SetMaxStack(maxStack)
	h := &handler{env: env}
	h.know(d, unreadable(d, ""))
	h.watch()
	defer h.unwatch()
	a := h.answer()
	if !h.slot.take() {
		return <-h.late // the watchdog has answered and ends the process
	}
	return h.say(a)
}

// handler is one run of a hook.
type handler struct {
	env   *Env
	opts  options
	known atomic.Pointer[known]

	found *sources.InForce // the policies, once they were looked for

	slot  slot
	timer *time.Timer
	late  chan int
	// renderUntil is when no further file is begun.
	renderUntil time.Time
	answered    atomic.Bool // and so nothing is left for the watchdog
}

// known is what has been found out about the event so far; the watchdog reads
// it while the main path goes on.
type known struct {
	dialect harness.Dialect
	event   *event.Event
}

func (h *handler) know(d harness.Dialect, ev *event.Event) { h.known.Store(&known{d, ev}) }

func (h *handler) dialect() harness.Dialect { return h.known.Load().dialect }

// fail is the blocking answer to what is known of the event.
func (h *handler) fail(reason string) harness.Answer {
	k := h.known.Load()
	return failAnswer(k.dialect, k.event, reason)
}

// answer judges the event; it never fails.
func (h *handler) answer() (a harness.Answer) {
	defer func() {
		if p := recover(); p != nil {
			h.logError(fmt.Errorf("panic: %v", p))
			a = h.fail("internal error")
		}
	}()
	a, err := h.judge()
	if err != nil {
		h.logError(err)
		return h.fail(err.Error())
	}
	return a
}

// judge reads the event, decides and encodes.
func (h *handler) judge() (harness.Answer, error) {
	ev, err := h.read()
	if err != nil {
		return harness.Answer{}, err
	}
	h.hurry(ev.Kind)
	d, err := h.decide(ev)
	if err != nil {
		return harness.Answer{}, err
	}
	h.noteAsked(ev, d)
	d, mine := h.once(ev, h.putToPerson(ev, d))
	h.record(ev, d, mine)
	return encode(h.dialect(), ev, spoken(h.later(ev, d))), nil
}

// usualPayload is what most payloads fit in, so that they are read at once.
const usualPayload = 8 << 10

// read decodes the payload with the dialect it belongs to.
func (h *handler) read() (*event.Event, error) {
	d := h.dialect()
	opts, err := parseArgs(h.env.Args, d.Info())
	h.opts = opts
	expected := unreadable(d, opts.event)
	h.know(d, expected)
	h.hurry(expected.Kind) // before the input, which may hang
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	data.Grow(usualPayload)
	_, err = data.ReadFrom(io.LimitReader(h.env.Stdin, payload.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("stdin could not be read: %v", err)
	}
	in, err := payload.Parse(data.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the payload %v", err)
	}
	if d, err = recognize(d, in, opts.event); err != nil {
		h.asToolCall()
		return nil, err
	}
	d = h.forVersion(d)
	ev, err := d.Decode(in, opts.event)
	switch passed := passes(d, opts.event, ev); {
	case passed && err == nil && ev.Name != opts.event:
		return nil, errors.New("the payload is of another event than the hook line")
	case passed && err != nil:
		return nil, err // blocked as what the hook line says
	case ev != nil:
		h.know(d, ev)
	}
	return ev, err
}

// passes reports whether the hook line is for an event that is judged and what
// the payload tells is not: a judged event must not pass under a name that
// nobody knows.
func passes(d harness.Dialect, name string, ev *event.Event) bool {
	k, _ := d.Info().KindOf(name)
	return k.Judged() && ev != nil && !ev.Kind.Judged()
}

// asToolCall is for a payload that belongs to a client this hook cannot answer:
// a judged event is then blocked as a tool call is, which most clients read as
// a no.
func (h *handler) asToolCall() {
	if k := h.known.Load(); k.event.Kind.Judged() {
		h.know(k.dialect, unreadable(k.dialect, ""))
	}
}

// recognize returns the dialect that the payload belongs to.
func recognize(d harness.Dialect, in *payload.Object, name string) (harness.Dialect, error) {
	r, ok := d.(harness.Recognizer)
	if !ok {
		return d, nil
	}
	if d = r.Recognize(in, name); d == nil {
		return nil, errors.New("the payload belongs to a client that this hook cannot answer")
	}
	return d, nil
}

func (h *handler) decide(ev *event.Event) (decision.Decision, error) {
	switch ev.Kind {
	case event.ToolPre:
		return h.toolCall(ev)
	case event.PromptSubmit:
		return h.prompt(ev)
	case event.SettingsChange:
		return h.settingsChange(ev)
	case event.SessionStart:
		return h.sessionStart(ev)
	case event.SessionEnd:
		return h.sessionEnd(ev)
	}
	return decision.Decision{}, nil
}

// putToPerson turns an ask that the client cannot put to a person into a
// denial that tells the way on, but for one that its own rules put to a person.
func (h *handler) putToPerson(ev *event.Event, d decision.Decision) decision.Decision {
	if d.Kind != decision.Ask {
		return d
	}
	if a, ok := h.dialect().(harness.Asker); ok && a.CanAsk(ev, h.client()) {
		return d
	}
	if h.clientAsks(ev, d) {
		d.Deferred = true
		return d
	}
	d.Kind = decision.Deny
	d.Reason = sentence(d.Reason) + " " + wayOn(h.dialect().Info())
	return d
}

func (h *handler) client() harness.Client {
	d := h.dialect()
	info := d.Info()
	return harness.Client{
		Version:  h.clientVersion(d),
		Attended: func() bool { return h.env.Attended(info.Headless) },
		Getenv:   h.env.Getenv,
	}
}
