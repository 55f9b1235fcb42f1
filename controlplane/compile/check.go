package compile

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
)

// The words of a policy, from the loosest to the strictest.
var (
	defaults   = []string{"defer", "allow", "ask", "deny"}
	offline    = []string{"allow", "ask", "deny"}
	violations = []string{"inform", "ask", "block"}
	accounts   = []string{"cloud_provider", "api_key", "token", "organisation", "personal", "unknown"}
	toolKinds  = []string{"shell", "read", "search", "write", "edit", "fetch", "mcp", "agent", "session", "unknown"}
)

// check reports the values of a layer that cannot be meant.
func (c *compiler) check(l *source.Layer) {
	c.oneOf(l, "default_decision", l.DefaultDecision, defaults)
	c.oneOf(l, "offline.default_decision", l.Offline.DefaultDecision, offline)
	c.oneOf(l, "account_policy.on_violation", l.Account.OnViolation, violations)
	for _, kind := range l.Account.AllowedKinds {
		c.oneOf(l, "account_policy.allowed_kinds", &kind, accounts)
	}
	if l.Remote != nil {
		for _, kind := range *l.Remote {
			c.oneOf(l, "remote", &kind, toolKinds)
		}
	}
	if l.SyncIntervalS != nil && *l.SyncIntervalS < 0 {
		c.errs.Add(l.File, 0, "sync_interval_s is %d; write seconds, 0 or more", *l.SyncIntervalS)
	}
	if v, set := l.Settings[clientPrompts]; set && v != true && v != false {
		c.errs.Add(l.File, 0, "settings.%s is %v; write true or false", clientPrompts, v)
	}
	for _, e := range l.Exceptions {
		c.exception(l, e)
	}
	if l.MCP != nil {
		c.endpoints(l, *l.MCP)
	}
	for _, docs := range [][]profile.Document{l.Standards, l.Skills, l.Commands, l.Agents} {
		for _, d := range docs {
			if !profile.SafeName(d.Name) {
				c.errs.Add(l.File, 0, "the document %q beside it needs a name of letters, digits, dot, dash and underscore", d.Name)
			}
		}
	}
}

func (c *compiler) oneOf(l *source.Layer, key string, t *source.Text, words []string) {
	if t != nil && !slices.Contains(words, t.Value) {
		c.errs.Add(l.File, t.Line, "%s is %q; write one of: %s", key, t.Value, strings.Join(words, ", "))
	}
}

func (c *compiler) exception(l *source.Layer, e source.Exception) {
	if e.Rule.Value == "" {
		c.errs.Add(l.File, e.Scope.Line, "an exception needs the rule it takes out of force, such as: rule: tempa/git/push-protected")
		return
	}
	if e.Until == nil {
		return
	}
	if _, err := (profile.Exception{Until: e.Until.Value}).End(); err != nil {
		c.errs.Add(l.File, e.Until.Line, "until is %q; write the last day, such as 2027-03-31, or an RFC 3339 time", e.Until.Value)
	}
}

func (c *compiler) endpoints(l *source.Layer, list []source.Endpoint) {
	seen := map[string]bool{}
	for _, e := range list {
		line := max(e.Endpoint.Line, e.URL.Line)
		if !profile.SafeName(e.Endpoint.Value) {
			c.errs.Add(l.File, line, "endpoint %q needs a name of letters, digits, dot, dash and underscore", e.Endpoint.Value)
		}
		if e.URL.Value == "" {
			c.errs.Add(l.File, line, "endpoint %q has no url; write url: https://…", e.Endpoint.Value)
		} else if !profile.SafeURL(e.URL.Value) {
			c.errs.Add(l.File, line, "the url of endpoint %q is not https (http only on the same machine); write url: https://…", e.Endpoint.Value)
		}
		if seen[e.Endpoint.Value] {
			c.errs.Add(l.File, line, "endpoint %q stands here a second time; merge the two", e.Endpoint.Value)
		}
		seen[e.Endpoint.Value] = true
	}
}
