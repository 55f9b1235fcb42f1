package profile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kinds of account, as a session's check tells them apart.
var accountKinds = []string{"cloud_provider", "api_key", "token", "organisation", "personal", "unknown"}

// Validate reports everything that is wrong with the profile: each error names
// the field and what to write.
func (p *Profile) Validate() error {
	c := new(checker)
	c.oneOf("schema", p.Schema, Schema)
	c.filled("version", p.Version)
	c.filled("tenant.id", p.Tenant.ID)
	if _, err := time.Parse(time.RFC3339, p.ExpiresAt); err != nil && p.ExpiresAt != "" {
		c.add("expires_at", "is %.40q; write an RFC 3339 time, 2027-02-28T09:00:00Z", p.ExpiresAt)
	}
	if p.SyncIntervalS < 0 {
		c.add("sync_interval_s", "is %d; write seconds, 0 or more", p.SyncIntervalS)
	}
	c.policies(p.Policies)
	c.oneOf("offline.default_decision", p.Offline.DefaultDecision, "allow", "ask", "deny")
	c.oneOf("account_policy.on_violation", p.Account.OnViolation, "inform", "ask", "block")
	for i, kind := range p.Account.AllowedKinds {
		c.oneOf(at("account_policy.allowed_kinds", i), kind, accountKinds...)
	}
	c.exceptions(p.Exceptions)
	c.endpoints(p.MCP)
	c.documents("standards", p.Standards)
	c.documents("skills", p.Skills)
	c.documents("commands", p.Commands)
	c.documents("agents", p.Agents)
	return errors.Join(c.errs...)
}

// Valid reports whether the profile may still be used.
func (p *Profile) Valid(now time.Time) bool {
	t, err := time.Parse(time.RFC3339, p.ExpiresAt)
	return p.ExpiresAt == "" || err == nil && now.Before(t)
}

type checker struct{ errs []error }

func (c *checker) add(field, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("profile: %s "+format, append([]any{field}, args...)...))
}

func (c *checker) filled(field, s string) {
	if s == "" {
		c.add(field, "is missing")
	}
}

func (c *checker) oneOf(field, s string, words ...string) {
	if !slices.Contains(words, s) {
		c.add(field, "is %.40q; write one of: %s", s, strings.Join(words, ", "))
	}
}

func (c *checker) sha256(field, s string) {
	if len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		c.add(field, "is %.80q; write 64 lower-case hex digits", s)
	}
}

func (c *checker) policies(p Policies) {
	c.oneOf("policies.default_decision", p.DefaultDecision, "allow", "ask", "deny", "defer")
	if p.Module != nil {
		c.sha256("policies.module.sha256", p.Module.SHA256)
		c.filled("policies.module.abi", p.Module.ABI)
	}
	if p.Table != nil {
		c.sha256("policies.table.sha256", p.Table.SHA256)
	}
	for i, b := range p.Bundles {
		c.filled(at("policies.bundles", i)+".id", b.ID)
	}
}

func (c *checker) exceptions(list []Exception) {
	for i, e := range list {
		c.filled(at("exceptions", i)+".rule", e.Rule)
		if _, err := e.End(); err != nil {
			c.add(at("exceptions", i)+".until", "is %.40q; write the last day, 2027-03-31, or an RFC 3339 time", e.Until)
		}
	}
}

// End returns when the exception ends: a date ends with its day, in UTC. The
// zero time stands for no end.
func (e Exception) End() (time.Time, error) {
	if e.Until == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, e.Until); err == nil {
		return t.AddDate(0, 0, 1), nil
	}
	return time.Parse(time.RFC3339, e.Until)
}

func (c *checker) endpoints(list []Endpoint) {
	seen := map[string]bool{}
	for i, e := range list {
		field := at("mcp", i)
		c.name(field+".endpoint", e.Endpoint)
		if seen[e.Endpoint] {
			c.add(field+".endpoint", "is %q a second time; give every endpoint its own name", e.Endpoint)
		}
		seen[e.Endpoint] = true
		if !SafeURL(e.URL) {
			c.add(field+".url", "is not an https URL (http only on this machine)")
		}
	}
}

// SafeURL reports whether an MCP endpoint may have this URL: https, or http on
// the same machine. It does without net/url, which would bring the network's
// packages into every hook.
func SafeURL(s string) bool {
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '@' }) {
		return false
	}
	if host, ok := strings.CutPrefix(s, "https://"); ok {
		return host != "" && host[0] != '/'
	}
	host, ok := strings.CutPrefix(s, "http://")
	host, _, _ = strings.Cut(host, "/")
	host, _, _ = strings.Cut(host, ":")
	return ok && (host == "localhost" || host == "127.0.0.1")
}

// documents checks names because they become file names in the repository.
func (c *checker) documents(field string, list []Document) {
	seen := map[string]bool{}
	for i, d := range list {
		c.name(at(field, i)+".name", d.Name)
		if seen[d.Name] {
			c.add(at(field, i)+".name", "is %q a second time; give every document its own name", d.Name)
		}
		seen[d.Name] = true
	}
}

func (c *checker) name(field, s string) {
	if !SafeName(s) {
		c.add(field, "is %.80q; use letters, digits, dot, dash and underscore, at most 128", s)
	}
}

// SafeName reports whether s is safe as a file name on every system.
func SafeName(s string) bool {
	return s != "" && len(s) <= 128 && s[0] != '.' && !strings.ContainsFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("._-", r))
	})
}

func at(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }
