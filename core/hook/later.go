package hook

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/state"
)

// later keeps what an answer cannot tell the model, and tells what was kept
// with an answer that can. A no carries its guidance in its reason, where the
// client reads one.
func (h *handler) later(ev *event.Event, d decision.Decision) decision.Decision {
	l, ok := h.dialect().(harness.Later)
	if !ok || ev.Session.ID == "" {
		return d
	}
	dir, err := h.state()
	if err != nil {
		return d
	}
	switch reaches := l.Reaches(ev); {
	case reaches && d.Kind < decision.Ask:
		return withPending(d, dir, pendingKey(ev))
	case reaches:
		return d // a no says its own
	case ev.Kind == event.ToolPost && d.Kind >= decision.Ask: // there is nothing left to stop
		_ = dir.AddPending(pendingKey(ev), d.Text())
	case d.Kind >= decision.Ask:
		return d
	}
	for _, text := range d.Guidance {
		_ = dir.AddPending(pendingKey(ev), text)
	}
	return d
}

// pendingKey is the session of one client: another's may have the same id.
func pendingKey(ev *event.Event) string { return ev.Harness + "/" + ev.Session.ID }

// withPending adds what was kept under the key.
func withPending(d decision.Decision, dir state.Dir, key string) decision.Decision {
	waiting, _ := dir.TakePending(key)
	if len(waiting) > 0 {
		d.Guidance = append(d.Guidance[:len(d.Guidance):len(d.Guidance)], waiting...)
		d.Kind = max(d.Kind, decision.Guidance)
	}
	return d
}
