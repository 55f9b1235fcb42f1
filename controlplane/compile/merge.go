package compile

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/rule"
)

// merge puts the layers together into a profile.
func (c *compiler) merge(rows []Row, o Options) *profile.Profile {
	p := &profile.Profile{
		Schema:  profile.Schema,
		Version: o.Version,
		Tenant:  profile.Tenant{ID: c.target.Tenant},
		Repo:    c.target.Repo,
	}
	if !o.ExpiresAt.IsZero() {
		p.ExpiresAt = o.ExpiresAt.UTC().Format(time.RFC3339)
	}
	p.Policies.DefaultDecision = "defer"
	p.Offline.DefaultDecision = "ask"
	p.Account.OnViolation = "inform"
	p.SyncIntervalS = 900
	c.words(p)
	c.switches(p)
	c.lists(p)
	for _, r := range rows {
		permission(&p.Permissions, r)
	}
	c.mcp(p)
	c.documents(p)
	return p
}

// words takes the strictest of what the layers set.
func (c *compiler) words(p *profile.Profile) {
	var decision, offlineDecision, violation *source.Text
	for _, l := range c.layers {
		decision = strictest(defaults, decision, l.DefaultDecision)
		offlineDecision = strictest(offline, offlineDecision, l.Offline.DefaultDecision)
		violation = strictest(violations, violation, l.Account.OnViolation)
		set(&p.Tenant.Name, l.Tenant.Name)
		set(&p.Tenant.Notice, l.Tenant.Notice)
		set(&p.Account.Guidance, l.Account.Guidance)
	}
	set(&p.Policies.DefaultDecision, decision)
	set(&p.Offline.DefaultDecision, offlineDecision)
	set(&p.Account.OnViolation, violation)
}

func strictest(order []string, a, b *source.Text) *source.Text {
	if a == nil || b != nil && slices.Index(order, b.Value) > slices.Index(order, a.Value) {
		return b
	}
	return a
}

func set(to *string, t *source.Text) {
	if t != nil {
		*to = t.Value
	}
}

// switches: off wins for what widens, on for what narrows.
func (c *compiler) switches(p *profile.Profile) {
	interval := -1
	for _, l := range c.layers {
		p.AllowExternalMCP = both(p.AllowExternalMCP, l.AllowExternalMCP)
		p.LocalEvaluation = both(p.LocalEvaluation, l.LocalEvaluation)
		p.Account.RequireTrainingAttestation = p.Account.RequireTrainingAttestation || l.Account.RequireTrainingAttestation
		if l.SyncIntervalS != nil && (interval < 0 || *l.SyncIntervalS < interval) {
			interval = *l.SyncIntervalS
			p.SyncIntervalS = interval
		}
	}
	p.Telemetry.Prompts = c.all(func(t source.Telemetry) *bool { return t.Prompts })
	p.Telemetry.ToolResponses = c.all(func(t source.Telemetry) *bool { return t.ToolResponses })
	p.Telemetry.Commands = c.all(func(t source.Telemetry) *bool { return t.Commands })
}

func both(a, b *bool) *bool {
	if a == nil || b != nil && !*b {
		return b
	}
	return a
}

// all reports whether a layer turned the telemetry on and none off.
func (c *compiler) all(of func(source.Telemetry) *bool) bool {
	var on *bool
	for _, l := range c.layers {
		on = both(on, of(l.Telemetry))
	}
	return on != nil && *on
}

// lists adds up what narrows and intersects what widens.
func (c *compiler) lists(p *profile.Profile) {
	var tools, kinds *[]string
	for _, l := range c.layers {
		for _, b := range l.Bundles {
			p.Policies.Bundles = addBundle(p.Policies.Bundles, profile.Bundle{ID: bundleID(b.ID.Value), With: b.With})
		}
		p.Guardrails = union(p.Guardrails, source.Values(l.Guardrails))
		if l.Remote != nil {
			p.Policies.Remote = union(some(p.Policies.Remote), source.Values(*l.Remote))
		}
		if l.Offline.AllowTools != nil {
			tools = intersect(tools, source.Values(*l.Offline.AllowTools))
		}
		if len(l.Account.AllowedKinds) > 0 {
			kinds = intersect(kinds, source.Values(l.Account.AllowedKinds))
		}
		p.Settings = broader(p.Settings, l.Settings)
	}
	if tools != nil {
		p.Offline.AllowTools = *tools
	}
	if kinds != nil {
		p.Account.AllowedKinds = *kinds
		if len(*kinds) == 0 {
			c.notes.Add(c.layers[0].File, 0, "the layers allow no kind of account in common; unknown is left")
			p.Account.AllowedKinds = []string{"unknown"}
		}
	}
	c.clientPrompts(p)
	p.Policies.Observe = c.observe()
	p.Exceptions = c.exceptions()
}

func permission(p *profile.Permissions, r Row) {
	switch {
	case r.Rule == "":
	case r.Effect == rule.Deny:
		p.Deny = append(p.Deny, r.Rule)
	case r.Effect == rule.Ask:
		p.Ask = append(p.Ask, r.Rule)
	case r.Effect == rule.Allow:
		p.Allow = append(p.Allow, r.Rule)
	}
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// some is the list, never nil: no list means something else than an empty one.
func some(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func intersect(a *[]string, b []string) *[]string {
	if a == nil {
		return &b
	}
	both := slices.DeleteFunc(slices.Clone(*a), func(s string) bool { return !slices.Contains(b, s) })
	return &both
}

// broader keeps what the broader layer set: nobody can tell which of two
// settings is the stricter one.
func broader(a, b map[string]any) map[string]any {
	out := maps.Clone(b)
	if out == nil {
		return a
	}
	maps.Copy(out, a)
	return out
}

// clientPrompts is the setting that leaves asks to a client's own prompt rules.
const clientPrompts = "client_prompts"

// clientPrompts is true when every layer wants it, since it is about the asks of
// all.
func (c *compiler) clientPrompts(p *profile.Profile) {
	var missing, wanting *layer
	for _, l := range c.layers {
		switch {
		case l.Settings[clientPrompts] == true:
			wanting = l
		case !l.implied:
			missing = l
		}
	}
	if wanting == nil {
		return
	}
	p.Settings[clientPrompts] = missing == nil
	if missing != nil {
		c.notes.Add(wanting.File, 0, "settings.%s has no effect: %s does not set it to true", clientPrompts, missing.File)
	}
}

// addBundle keeps a bundle once per configuration: the rows of each count, so
// the stricter configuration wins.
func addBundle(list []profile.Bundle, b profile.Bundle) []profile.Bundle {
	for _, have := range list {
		if have.ID == b.ID && reflect.DeepEqual(have.With, b.With) {
			return list
		}
	}
	return append(list, b)
}

// mcp: an endpoint is offered when every layer with a list has it, with the
// tools that all of them offer.
func (c *compiler) mcp(p *profile.Profile) {
	first := true
	for _, l := range c.layers {
		if l.MCP == nil {
			continue
		}
		own := endpoints(*l.MCP)
		if first {
			p.MCP, first = own, false
			continue
		}
		p.MCP = intersectEndpoints(p.MCP, own)
	}
}

func endpoints(list []source.Endpoint) []profile.Endpoint {
	out := make([]profile.Endpoint, len(list))
	for i, e := range list {
		out[i] = profile.Endpoint{Endpoint: e.Endpoint.Value, URL: e.URL.Value}
		if e.Tools != nil {
			out[i].Tools = source.Values(*e.Tools)
		}
	}
	return out
}

func intersectEndpoints(a, b []profile.Endpoint) []profile.Endpoint {
	both := []profile.Endpoint{}
	for _, e := range a {
		i := slices.IndexFunc(b, func(o profile.Endpoint) bool { return o.Endpoint == e.Endpoint && o.URL == e.URL })
		if i < 0 {
			continue
		}
		switch {
		case e.Tools == nil:
			e.Tools = b[i].Tools
		case b[i].Tools != nil:
			e.Tools = *intersect(&e.Tools, b[i].Tools)
		}
		both = append(both, e)
	}
	return both
}

// documents adds the layers' documents up; the more specific layer's replaces
// one of the same name. They decide nothing.
func (c *compiler) documents(p *profile.Profile) {
	for _, l := range c.layers {
		p.Standards = addDocuments(p.Standards, l.Standards)
		p.Skills = addDocuments(p.Skills, l.Skills)
		p.Commands = addDocuments(p.Commands, l.Commands)
		p.Agents = addDocuments(p.Agents, l.Agents)
	}
}

func addDocuments(list, more []profile.Document) []profile.Document {
	for _, d := range more {
		if i := slices.IndexFunc(list, func(o profile.Document) bool { return o.Name == d.Name }); i >= 0 {
			list[i] = d
			continue
		}
		list = append(list, d)
	}
	return list
}
