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
	"github.com/tempahq/tempa/core/table"
)

// checkAccount measures the session's account against every policy in force;
// nil when none of them asks. Nothing is run: what the client itself says of
// its login was asked before, if at all.
func (h *handler) checkAccount(in *sources.InForce) *state.Account {
	var verdict *state.Account
	for i := range in.Policies {
		p := in.Policies[i].Header.AccountPolicy
		if p == nil {
			continue
		}
		a := h.measure(p, verdict)
		verdict = &a
	}
	return verdict
}

func (h *handler) measure(p *table.Account, before *state.Account) state.Account {
	dir, _ := h.state() // the caller has one
	d := h.dialect()
	var client harness.Account
	if a, ok := d.(harness.Accounts); ok {
		client = a.Account()
	}
	v := account.WithoutRunning(account.In{Client: client, Getenv: h.env.Getenv, Pinned: account.Pinned(client, h.env.GOOS, os.ReadFile)}, dir)
	a := account.Apply(p, v, account.Attested(dir), d.Info().Title, client)
	if before != nil {
		return account.Stricter(*before, a)
	}
	return a
}

// byAccount is what the account policy says to a tool call. A session without a
// verdict (resumed, a child, its file gone) is measured now, before the call is
// answered.
func (h *handler) byAccount(ev *event.Event, in *sources.InForce) decision.Decision {
	if !slices.ContainsFunc(in.Policies, func(p sources.Policy) bool { return p.Header.AccountPolicy != nil }) {
		return decision.Decision{}
	}
	dir, _ := h.state() // the caller has one
	id := ev.Session.ID
	if ev.Session.Parent != "" {
		id = ev.Session.Parent
	}
	s, err := dir.Session(id)
	if err != nil || s.Account == nil {
		s.Account = h.checkAccount(in)
	}
	key := askedKey(ev)
	asked := slices.ContainsFunc(s.Asked, func(k string) bool { return k != key })
	d := account.Decide(s.Account, asked)
	if d.Kind == decision.Ask && !slices.Contains(s.Asked, key) {
		// A flag that cannot be stored asks again.
		s.Harness, s.Asked = ev.Harness, append(s.Asked, key)
		_ = dir.SaveSession(id, s)
	}
	return d
}

// askedKey names the call that an ask-once question was put for, so that a twin
// of the same event asks as well.
func askedKey(ev *event.Event) string { return account.PolicyID + " " + eventKey(ev) }
