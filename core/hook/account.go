package hook

import (
	"os"
	"slices"

	"github.com/tempahq/tempa/core/account"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
)

// checksAccount reports whether a policy in force looks at the account.
func checksAccount(in *sources.InForce) bool {
	return slices.ContainsFunc(in.Policies, func(p sources.Policy) bool { return p.Header.AccountPolicy != nil })
}

// checkAccount measures the session's account against every policy in force;
// nil when none of them asks. login is what the client printed about its login,
// empty when it was not asked.
func (h *handler) checkAccount(in *sources.InForce, login string) *state.Account {
	if !checksAccount(in) {
		return nil
	}
	dir, _ := h.state() // the caller has one
	client := h.account()
	v := h.classify(client, dir, login)
	var verdict *state.Account
	for i := range in.Policies {
		p := in.Policies[i].Header.AccountPolicy
		if p == nil {
			continue
		}
		a := account.Apply(p, v, account.Attested(dir), h.dialect().Info().Title, client)
		if verdict != nil {
			a = account.Stricter(*verdict, a)
		}
		verdict = &a
	}
	return verdict
}

// account is what the client tells about accounts.
func (h *handler) account() harness.Account {
	if a, ok := h.dialect().(harness.Accounts); ok {
		return a.Account()
	}
	return harness.Account{}
}

// classify tells the kind of account, and keeps it when the client was asked.
func (h *handler) classify(client harness.Account, dir state.Dir, login string) account.Verdict {
	in := account.In{
		Client: client, Getenv: h.env.Getenv, Method: account.Method([]byte(login)),
		Pinned: account.Pinned(client, h.env.GOOS, os.ReadFile),
	}
	if in.Method == "" {
		return account.WithoutRunning(in, dir)
	}
	v := account.Classify(in)
	_ = account.Remember(dir, v, h.env.Now())
	return v
}

// byAccount is what the account policy says to a tool call. A session without a
// verdict (resumed, a child, its file gone) is measured now, before the call is
// answered.
func (h *handler) byAccount(ev *event.Event, in *sources.InForce) decision.Decision {
	if !checksAccount(in) {
		return decision.Decision{}
	}
	dir, _ := h.state() // the caller has one
	s, err := flags(dir, ev, flagsOf(ev))
	if err != nil || s.Account == nil {
		s.Account = h.checkAccount(in, "")
	}
	key := askedKey(ev)
	asked := slices.ContainsFunc(s.Asked, func(k string) bool { return k != key })
	return account.Decide(s.Account, asked)
}

// flags are what is remembered of a session of the event's client: another's may
// have the same id.
func flags(dir state.Dir, ev *event.Event, id string) (state.Session, error) {
	s, err := dir.Session(id)
	if s.Harness != ev.Harness {
		s = state.Session{}
	}
	return s, err
}

// flagsOf is the session whose flags hold for the event.
func flagsOf(ev *event.Event) string {
	if ev.Session.Parent != "" {
		return ev.Session.Parent
	}
	return ev.Session.ID
}

// noteAsked notes that the account's question is part of what is asked now, so
// that later calls go on without it. A question that something stricter took the
// place of was not put, and a flag that cannot be stored asks again.
func (h *handler) noteAsked(ev *event.Event, d decision.Decision) {
	if d.Kind != decision.Ask || !slices.Contains(d.PolicyIDs, account.PolicyID) {
		return
	}
	dir, err := h.state()
	if err != nil {
		return
	}
	id, key := flagsOf(ev), askedKey(ev)
	s, _ := flags(dir, ev, id) // a file that is damaged is written anew
	if s.Account == nil && h.found != nil {
		s.Account = h.checkAccount(h.found, "")
	}
	if !slices.Contains(s.Asked, key) {
		s.Harness, s.Asked = ev.Harness, append(s.Asked, key)
		_ = dir.SaveSession(id, s)
	}
}

// askedKey names the call that an ask-once question was put for, so that a twin
// of the same event asks as well.
func askedKey(ev *event.Event) string { return account.PolicyID + " " + eventKey(ev) }
