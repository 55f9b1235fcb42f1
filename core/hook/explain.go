package hook

import (
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
)

// Question is a tool call that a person asks about.
type Question struct {
	Event    *event.Event
	Policies []sources.Policy
	Home     string
	State    state.Dir
	Bundle   string
	GOOS     string
	Getenv   func(string) string
	Now      time.Time
}

// Explain judges a call as a hook would, and tells what led there. Of several
// policies it explains the one whose decision is the strictest.
func Explain(q Question) (*policy.Explanation, error) {
	env := &Env{Home: q.Home, Getenv: q.Getenv, GOOS: q.GOOS, ManagedDir: ManagedDir(), Temp: TempDirs(), Now: func() time.Time { return q.Now }}
	h := &handler{env: env, opts: options{state: q.State.Path(), bundle: q.Bundle}}
	scope := h.scope(q.Event, q.State)
	l := whole(q.Event, q.Home)
	guarded, err := h.guarded(q.Event, scope, l)
	if err != nil {
		return nil, err
	}
	var best *policy.Explanation
	for i := range q.Policies {
		in := question(q.Event, &q.Policies[i], scope, l)
		in.Temp, in.Now = env.Temp, q.Now
		x, err := policy.Explain(in)
		if err != nil {
			return nil, err
		}
		if best == nil || kindOf(x.Decision) > kindOf(best.Decision) {
			best = &x
		}
	}
	if best != nil && guarded.Kind > kindOf(best.Decision) {
		best.Decision, best.PolicyIDs, best.Reason, best.Source = guarded.Kind.String(), guarded.PolicyIDs, guarded.Reason, policy.Guarded
	}
	return best, nil
}

func kindOf(name string) decision.Kind {
	k, _ := decision.Parse(name)
	return k
}
