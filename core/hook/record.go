package hook

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/state"
)

// record notes what happened. Nothing here changes the answer: a full or
// read-only disk is no reason to say something else. A signed bundle on the
// hook line means a run without memory (a cloud agent), so there only the last
// event is noted.
func (h *handler) record(ev *event.Event, d decision.Decision, mine bool) {
	dir, err := h.state()
	if err != nil {
		return
	}
	now := h.env.Now()
	_ = dir.Fired(ev.Harness, ev.Name, now)
	if !mine || h.opts.bundle != "" || !worthTelling(ev, d) {
		return
	}
	key, _ := repoKey(ev) // a record without its repository is still a record
	_ = dir.Spool(state.Record{
		At: now, Event: recordName(ev), SessionID: ev.Session.ID, Repo: key,
		Attributes: attributes(ev, d),
	})
}

// worthTelling leaves out the calls that nothing was said about: they are by
// far the most, and a line for each would cost every read its speed.
func worthTelling(ev *event.Event, d decision.Decision) bool {
	switch ev.Kind {
	case event.ToolPre, event.PromptSubmit, event.SettingsChange:
		return d.Kind >= decision.Guidance || len(d.PolicyIDs) > 0
	case event.Other:
		return false
	}
	return true
}

func recordName(ev *event.Event) string {
	if ev.Kind.Judged() {
		return "policy.decision"
	}
	return string(ev.Kind)
}

// attributes are what is told of a decision: its structure, never the text of
// a command, a prompt or a file.
func attributes(ev *event.Event, d decision.Decision) map[string]any {
	a := map[string]any{"harness": ev.Harness, "client_event": ev.Name}
	if ev.Kind.Judged() {
		a["decision"] = d.Kind.String()
		a["policy_ids"] = d.PolicyIDs
		if d.Deferred {
			a["deferred"] = true
		}
	}
	if ev.Tool != nil {
		a["tool"], a["tool_kind"] = ev.Tool.Rule, string(ev.Tool.Kind)
	}
	return a
}

// logError notes why a hook failed, without the text of what it was asked.
func (h *handler) logError(err error) {
	dir, stateErr := h.state()
	if stateErr != nil {
		return
	}
	ev := h.known.Load().event
	_ = dir.Log(state.LogEntry{
		At: h.env.Now(), Harness: ev.Harness, Event: ev.Name, Session: ev.Session.ID, Error: err.Error(),
	})
}
