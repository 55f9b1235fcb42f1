package hook

import (
	"errors"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/state"
)

// sessionStart notes what later events of the session need, renders the policy
// into the repository, tells the model what it is, and the person what there is
// to say: the guidance is for the model, the reason for the person. Nothing
// blocks here.
func (h *handler) sessionStart(ev *event.Event) (decision.Decision, error) {
	dir, err := h.state()
	if err != nil {
		return decision.Decision{}, err
	}
	in, err := h.inForce(ev)
	if err != nil {
		return toldPerson(unreadablePolicyText(h.dialect().Info(), err)), nil
	}
	if !h.claim(ev, in) {
		return decision.Decision{}, nil // another installation tells it
	}
	verdict := h.checkAccount(in, h.inquire(ev, in, dir))
	h.remember(ev, dir, verdict)
	h.recordViolation(dir, ev, verdict)
	d := h.brief(ev, in, dir, verdict)
	_ = dir.Prune(h.env.Now()) // last, for it may take long
	return d, nil
}

func toldPerson(text string) decision.Decision {
	return decision.Decision{Kind: decision.Guidance, Reason: text, Verbatim: true}
}

// remember keeps what later events of the session need.
func (h *handler) remember(ev *event.Event, dir state.Dir, verdict *state.Account) {
	key, _ := h.repoKey(ev) // a session without a repository has none
	s, _ := flags(dir, ev, ev.Session.ID)
	s.Harness, s.Parent, s.Repo, s.Version, s.Account = ev.Harness, ev.Session.Parent, key, h.clientVersion(h.dialect()), verdict
	_ = dir.SaveSession(ev.Session.ID, s)
}

// sessionEnd forgets the session. It asks nobody and takes no time, and what it
// cannot remove goes with the old sessions.
func (h *handler) sessionEnd(ev *event.Event) (decision.Decision, error) {
	dir, err := h.state()
	if err != nil {
		return decision.Decision{}, err
	}
	_, _ = dir.TakePending(pendingKey(ev)) // nobody is left to tell
	err = dir.RemoveSession(ev.Session.ID)
	if ev.Session.ID == "" {
		err = errors.New("a session without an id has no file")
	}
	if err != nil {
		h.logError(err)
	}
	return decision.Decision{}, nil
}
