package hook

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// failAnswer is the answer to an event that could not be judged: the form that
// this client was measured to block on, or silence for an event that must not
// be blocked (a blocking answer to Stop loops the agent on claude-code
// 2.1.332, codex-cli 0.171.0 and copilot 1.0.102).
func failAnswer(d harness.Dialect, ev *event.Event, reason string) harness.Answer {
	text := failText(reason)
	deny := decision.Decision{Kind: decision.Deny, Reason: text, Verbatim: true}
	switch failForm(d, ev.Kind) {
	case harness.FailExit:
		return harness.Answer{Stderr: text, Exit: statusBlock}
	case harness.FailExitObject:
		a := encode(d, ev, deny)
		a.Stderr, a.Exit = text, statusBlock
		return a
	case harness.FailObject:
		return encode(d, ev, deny)
	}
	return encode(d, ev, decision.Decision{})
}

// failForm is the dialect's form for a kind of event. A judged kind without
// one blocks by exit status, so that a forgotten line never fails open.
func failForm(d harness.Dialect, k event.Kind) harness.FailForm {
	form, stated := d.Info().Fail[k]
	if !stated && k.Judged() {
		return harness.FailExit
	}
	return form
}

// encode is Encode that survives a fault of the dialect: a judged event is
// then blocked by exit status.
func encode(d harness.Dialect, ev *event.Event, dec decision.Decision) (a harness.Answer) {
	defer func() {
		if recover() == nil {
			return
		}
		a = harness.Answer{}
		if ev.Kind.Judged() {
			a = harness.Answer{Stderr: failText("the answer could not be written"), Exit: statusBlock}
		}
	}()
	return d.Encode(ev, dec)
}

// unreadable is the event that stands for a payload nobody could decode. The
// hook line's event name says what it was for; without one it counts as a
// tool call.
func unreadable(d harness.Dialect, name string) *event.Event {
	ev := &event.Event{Kind: event.ToolPre, Name: name, Harness: d.Info().Name}
	for _, e := range d.Info().Events {
		if e.Name == name {
			ev.Kind = e.Kind
		}
	}
	return ev
}
