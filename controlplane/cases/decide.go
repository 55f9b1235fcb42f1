package cases

import (
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// Decider decides events by a rule table, as the hooks do: what is built in
// judges first. The machine is a made-up one, so that a team's cases give the
// same answers everywhere.
func Decider(data []byte, now time.Time) (func(*event.Event) (decision.Decision, error), error) {
	t, err := table.Open(data)
	if err != nil {
		return nil, err
	}
	h, err := t.Header()
	if err != nil {
		return nil, err
	}
	q := hook.Question{
		Policies: []sources.Policy{{Mode: sources.Local, Table: t, Header: h}},
		Home:     Home,
		State:    state.InHome(Home),
		GOOS:     "linux",
		Getenv:   func(string) string { return "" },
		Now:      now,
	}
	return func(ev *event.Event) (decision.Decision, error) {
		q := q
		q.Event = ev
		x, err := hook.Explain(q)
		if err != nil {
			return decision.Decision{}, err
		}
		return answer(x), nil
	}, nil
}

func answer(x *policy.Explanation) decision.Decision {
	kind, _ := decision.Parse(x.Decision)
	return decision.Decision{Kind: kind, PolicyIDs: x.PolicyIDs, Reason: x.Reason, Guidance: x.Guidance}
}
