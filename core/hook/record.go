package hook

import (
	"slices"

	"github.com/tempahq/tempa/core/account"
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
	_ = dir.Fired(ev.Harness, ev.Name, h.env.Now())
	h.noteWorkspace(ev)
	if mine && worthTelling(ev, d) {
		h.spool(dir, ev, recordName(ev), attributes(ev, d))
	}
	if h.found != nil && len(h.found.Policies) == 0 && ev.Kind == event.ToolPre {
		h.recordOnce(dir, ev, noProfileMode)
	}
}

// spool adds a line to what is told about this machine's sessions.
func (h *handler) spool(dir state.Dir, ev *event.Event, name string, attributes map[string]any) {
	if h.opts.bundle != "" {
		return
	}
	key, _ := h.repoKey(ev) // a record without its repository is still a record
	_ = dir.Spool(state.Record{At: h.env.Now(), Event: name, SessionID: ev.Session.ID, Repo: key, Attributes: attributes})
}

// The names of the records that are not those of a kind of event.
const (
	decisionRecord = "policy.decision"
	modeRecord     = "session.mode"
)

// noProfileMode is a session whose calls no policy could judge.
const noProfileMode = "offline_no_profile"

// recordOnce notes once a session in which mode it ran.
func (h *handler) recordOnce(dir state.Dir, ev *event.Event, mode string) {
	id := flagsOf(ev)
	s, err := flags(dir, ev, id)
	if err != nil || slices.Contains(s.Recorded, mode) {
		return
	}
	s.Harness, s.Recorded = ev.Harness, append(s.Recorded, mode)
	if dir.SaveSession(id, s) == nil {
		h.spool(dir, ev, modeRecord, map[string]any{"harness": ev.Harness, "mode": mode})
	}
}

// recordViolation notes that the person was told about the account.
func (h *handler) recordViolation(dir state.Dir, ev *event.Event, verdict *state.Account) {
	if verdict == nil || verdict.Action == "" {
		return
	}
	a := attributes(ev, decision.Decision{})
	a["decision"], a["policy_ids"] = decision.Guidance.String(), []string{account.PolicyID}
	h.spool(dir, ev, decisionRecord, a)
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
		return decisionRecord
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
