package hook

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/sources"
)

// noProfileID is the policy id of a call that no policy can judge.
const noProfileID = "tempa/no-profile"

// toolCall decides a tool call: first the guard, which no policy can switch
// off, then every policy in force; the strictest wins.
func (h *handler) toolCall(ev *event.Event) (decision.Decision, error) {
	dir, err := h.state()
	if err != nil {
		return decision.Decision{}, err
	}
	scope := h.scope(ev, dir)
	l := judged(ev, h.env.Home)
	d, err := h.guarded(ev, scope, l)
	if err != nil || d.Kind == decision.Deny {
		return d, err
	}
	ruled, err := h.byRows(ev, scope, l)
	if err != nil {
		return decision.Decision{}, err
	}
	return decision.Strictest(h.byAccount(ev, h.found), decision.Strictest(d, ruled)), nil
}

// byRows asks the policies in force.
func (h *handler) byRows(ev *event.Event, scope *pathscope.Scope, l *line) (decision.Decision, error) {
	in, err := h.inForce(ev)
	if err != nil {
		return decision.Decision{}, err
	}
	if len(in.Policies) == 0 {
		return h.withoutPolicy(ev, in), nil
	}
	var d decision.Decision
	for i := range in.Policies {
		q := question(ev, &in.Policies[i], scope, l)
		q.Temp, q.Now = h.env.Temp, h.env.Now()
		r, err := policy.Decide(q)
		if err != nil {
			return decision.Decision{}, err
		}
		d = decision.Strictest(d, r.Decision)
	}
	return d, nil
}

// inForce finds the policies, once a run.
func (h *handler) inForce(ev *event.Event) (*sources.InForce, error) {
	if h.found != nil {
		return h.found, nil
	}
	dir, err := h.state()
	if err != nil {
		return nil, err
	}
	in, err := sources.Find(sources.Machine{
		State: dir, Managed: h.env.ManagedDir, Now: h.env.Now(),
		Bundle: h.opts.bundle, BundleKey: h.opts.bundleKey, MinVersion: h.opts.minVersion,
		RepoKey: func() (string, error) { return h.repoKey(ev) },
	})
	if err == nil {
		h.found = in
	}
	return in, err
}

// withoutPolicy decides where there is no valid policy. It is not open: every
// call that is more than looking asks, each time.
func (h *handler) withoutPolicy(ev *event.Event, in *sources.InForce) decision.Decision {
	denied := in.OfflineDefault == decision.Deny.String()
	if looks(ev.Tool.Kind) && !denied {
		return decision.Decision{}
	}
	info := h.dialect().Info()
	switch {
	case denied:
		return decision.Because(decision.Deny, noProfileID, neverSynced+". "+deniedOffline+".")
	case in.Login == nil:
		return decision.Because(decision.Ask, noProfileID, noPolicyText(info))
	case in.NeverSynced && ev.Tool.Kind == event.ToolShell:
		return decision.Because(decision.Deny, noProfileID, neverSynced+". "+noProfileFix+".")
	}
	return decision.Because(decision.Ask, noProfileID, neverSynced+". "+noProfileFix+".")
}

// looks reports whether a kind of tool changes nothing and asks nobody.
func looks(k event.ToolKind) bool {
	return k == event.ToolRead || k == event.ToolSearch || k == event.ToolSession
}
