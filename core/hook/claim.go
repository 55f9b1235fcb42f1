package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/sources"
)

// claim reports whether this process is the one that reports, renders and adds
// context for the event. Several installations run for one event; each of them
// prints its own deny or ask, so a claim that is forged, stale or lost changes
// no decision.
func (h *handler) claim(ev *event.Event, in *sources.InForce) bool {
	dir, err := h.state()
	if err != nil || h.opts.bundle != "" {
		return true // a run without memory knows of no other
	}
	key := []string{ev.Harness, ev.Session.ID, ev.Name, eventKey(ev)}
	for i := range in.Policies {
		key = append(key, in.Policies[i].Digest)
	}
	won, err := dir.Claim(strings.Join(key, "\x00"), h.env.Now())
	return won || err != nil
}

// eventKey tells two events of a session apart: by the client's id of the call
// or the turn, else by the event's own time, and by what it is about.
func eventKey(ev *event.Event) string {
	sum := sha256.New()
	for _, part := range []string{ev.CallID, ev.Turn, ev.Time, ev.Source, ev.Prompt} {
		sum.Write([]byte(part))
		sum.Write([]byte{0})
	}
	if ev.Tool != nil {
		sum.Write([]byte(ev.Tool.Rule))
		sum.Write([]byte{0})
		sum.Write(ev.Tool.Input)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// once leaves the context to the process that has claimed the event, and
// reports whether that is this one.
func (h *handler) once(ev *event.Event, d decision.Decision) (decision.Decision, bool) {
	if len(d.Guidance) == 0 && !worthTelling(ev, d) || ev.Kind == event.SessionStart {
		return d, true // nothing to share out, or claimed already
	}
	in := h.found
	if in == nil {
		in = &sources.InForce{}
	}
	mine := h.claim(ev, in)
	if !mine && d.Kind < decision.Ask {
		return decision.Decision{}, false
	}
	if !mine {
		d.Guidance = nil
	}
	return d, mine
}
