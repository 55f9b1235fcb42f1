package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// layers compiles a company's, a tenant's and a repository's policy.
func layers(t *testing.T, policies ...string) *Policy {
	t.Helper()
	p, err := tryLayers(t, policies...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tryLayers(t *testing.T, policies ...string) (*Policy, error) {
	t.Helper()
	src := t.TempDir()
	folders := []string{"", "acme", "acme/repos/github.com/acme/app"}
	for i, text := range policies {
		dir := filepath.Join(src, folders[i])
		os.MkdirAll(dir, 0o755)
		if err := os.WriteFile(filepath.Join(dir, source.FileName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	targets, err := source.Read(src, "acme")
	if err != nil {
		t.Fatal(err)
	}
	return Compile(targets[len(targets)-1], Options{Version: "1"})
}

func TestDefaults(t *testing.T) {
	p := layers(t, "").Profile
	if p.Policies.DefaultDecision != "defer" || p.Offline.DefaultDecision != "ask" || p.Account.OnViolation != "inform" {
		t.Errorf("got %+v", p)
	}
	if !p.EvaluatesLocally() || !p.AllowsExternalMCP() || p.Telemetry.Prompts || p.Policies.Remote != nil || p.MCP != nil {
		t.Errorf("got %+v", p)
	}
}

// What one layer says must not be loosened by another.
func TestStricterWins(t *testing.T) {
	tests := []struct {
		name   string
		layers []string
		got    func(*Policy) string
		want   string
	}{
		{"default", []string{"default_decision: ask", "default_decision: allow"}, defaultDecision, "ask"},
		{"default below", []string{"default_decision: allow", "default_decision: deny"}, defaultDecision, "deny"},
		{"default unset", []string{"default_decision: ask", ""}, defaultDecision, "ask"},
		{"offline", []string{"offline: {default_decision: deny}", "offline: {default_decision: allow}"}, func(p *Policy) string { return p.Profile.Offline.DefaultDecision }, "deny"},
		{"offline tools", []string{"offline: {allow_tools: [Read, Grep]}", "offline: {allow_tools: [Grep, Bash]}"}, func(p *Policy) string { return strings.Join(p.Profile.Offline.AllowTools, " ") }, "Grep"},
		{"deny adds up", []string{`permissions: {deny: ["Bash(rm:*)"]}`, `permissions: {deny: ["Bash(dd:*)", "Bash(rm:*)"]}`}, denied, "Bash(rm:*) Bash(dd:*)"},
		{"allow of a layer whose tenant asks", []string{"default_decision: ask", `permissions: {allow: ["Bash(make:*)"]}`}, allowed, ""},
		{"allow of both", []string{"default_decision: ask\npermissions: {allow: [\"Bash(make:*)\"]}", `permissions: {allow: ["Bash(make:*)"]}`}, allowed, "Bash(make:*)"},
		{"allow where nobody asks", []string{"default_decision: allow", `permissions: {allow: ["Bash(make:*)"]}`}, allowed, "Bash(make:*)"},
		{"allow of the tenant, asked below", []string{`permissions: {allow: ["Bash(make:*)"]}`, "default_decision: ask"}, allowed, ""},
		{"external MCP", []string{"allow_external_mcp: false", "allow_external_mcp: true"}, func(p *Policy) string { return yes(p.Profile.AllowsExternalMCP()) }, "no"},
		{"local evaluation", []string{"local_evaluation: true", "local_evaluation: false"}, func(p *Policy) string { return yes(p.Profile.EvaluatesLocally()) }, "no"},
		{"telemetry", []string{"telemetry: {prompts: true, commands: true}", "telemetry: {prompts: false}"}, func(p *Policy) string { return yes(p.Profile.Telemetry.Prompts) + yes(p.Profile.Telemetry.Commands) }, "noyes"},
		{"account kinds", []string{"account_policy: {allowed_kinds: [api_key, token]}", "account_policy: {allowed_kinds: [token, personal]}"}, kinds, "token"},
		{"no account kind in common", []string{"account_policy: {allowed_kinds: [api_key]}", "account_policy: {allowed_kinds: [personal]}"}, kinds, "unknown"},
		{"violation", []string{"account_policy: {on_violation: block}", "account_policy: {on_violation: inform}"}, func(p *Policy) string { return p.Profile.Account.OnViolation }, "block"},
		{"endpoints", []string{mcp("a", "[x, y]") + mcp("b", "null"), mcp("a", "[y, z]") + mcp("c", "null")}, mcpText, "a[y]"},
		{"all tools and some", []string{mcp("a", "null"), mcp("a", "[]")}, mcpText, "a[]"},
		{"setting", []string{"settings: {x: 1}", "settings: {x: 2, y: 3}"}, func(p *Policy) string {
			return yes(p.Profile.Settings["x"] == 1 && p.Profile.Settings["y"] == 3)
		}, "yes"},
		{"client prompts", []string{"settings: {client_prompts: true}"}, leaves, "yesyes"},
		{"client prompts of all layers", []string{"settings: {client_prompts: true}", "settings: {client_prompts: true}"}, leaves, "yesyes"},
		{"client prompts of the broader layer", []string{"settings: {client_prompts: true}", "settings: {x: 1}"}, leaves, "nono"},
		{"client prompts of the narrower layer", []string{"settings: {x: 1}", "settings: {client_prompts: true}"}, leaves, "nono"},
		{"client prompts off", []string{"settings: {client_prompts: true}", "settings: {client_prompts: false}"}, leaves, "nono"},
		{"client prompts of nobody", []string{"settings: {x: 1}", ""}, leaves, "nono"},
		{"guardrails", []string{"guardrails: [one]", "guardrails: [two, one]"}, func(p *Policy) string { return strings.Join(p.Profile.Guardrails, " ") }, "one two"},
		{"remote", []string{"remote: [mcp]", "remote: [fetch]"}, func(p *Policy) string { return strings.Join(p.Profile.Policies.Remote, " ") }, "mcp fetch"},
		{"three layers", []string{"default_decision: allow", "default_decision: ask", "default_decision: defer"}, defaultDecision, "ask"},
		{"sync", []string{"sync_interval_s: 60", "sync_interval_s: 600"}, func(p *Policy) string { return yes(p.Profile.SyncIntervalS == 60) }, "yes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.got(layers(t, tt.layers...)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// leaves is whether asks are left to clients, in the profile and in the table.
func leaves(p *Policy) string {
	h := header(p.Profile)
	return yes(p.Profile.Settings["client_prompts"] == true) + yes(h.ClientPrompts)
}

func defaultDecision(p *Policy) string { return p.Profile.Policies.DefaultDecision }
func denied(p *Policy) string          { return strings.Join(p.Profile.Permissions.Deny, " ") }
func allowed(p *Policy) string         { return strings.Join(p.Profile.Permissions.Allow, " ") }
func kinds(p *Policy) string           { return strings.Join(p.Profile.Account.AllowedKinds, " ") }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// mcp is the lines of one endpoint; the first one of a policy brings the key.
func mcp(name, tools string) string {
	key := ""
	if name == "a" {
		key = "mcp:\n"
	}
	return key + "  - {endpoint: " + name + ", url: \"https://mcp.example.com/" + name + "\", tools: " + tools + "}\n"
}

func mcpText(p *Policy) string {
	var s string
	for _, e := range p.Profile.MCP {
		s += e.Endpoint + "[" + strings.Join(e.Tools, " ") + "]"
		if e.Tools == nil {
			s += "*"
		}
	}
	return s
}

// A layer can observe and except its own rules, not another layer's.
func TestLoosening(t *testing.T) {
	const git = "bundles: [git]\n"
	const exception = "exceptions: [{rule: tempa/git/push-protected, scope: git push origin main, until: %s}]\n"
	until := func(day string) string { return strings.Replace(exception, "%s", day, 1) }
	tests := []struct {
		name      string
		layers    []string
		exception string // the end of the one that holds
		observed  bool
		note      string
	}{
		{"own exception", []string{git + until("2027-01-31")}, "2027-01-31", false, ""},
		{"exception to the tenant's rule", []string{git, until("2027-01-31")}, "", false, "loosening tempa/git/push-protected has no effect"},
		{"both, the earlier ends it", []string{git + until("2027-01-31"), git + until("2027-03-31")}, "2027-01-31", false, ""},
		{"own observe", []string{git + "observe: [git]"}, "", true, ""},
		{"observe of the tenant's rule", []string{git, "observe: [tempa/git/*]"}, "", false, "loosening tempa/git/* has no effect"},
		{"enforced below", []string{git + "observe: [git]", git}, "", false, "loosening git has no effect"},
		{"own self-protection", []string{git + "observe: [tempa/git/push-protected]\nexceptions: [{rule: tempa/self-protection, until: 2027-01-31}]"}, "2027-01-31", true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := layers(t, tt.layers...)
			end := ""
			for _, e := range p.Profile.Exceptions {
				end += e.Until
			}
			if end != tt.exception {
				t.Errorf("exceptions %+v, want the end %q", p.Profile.Exceptions, tt.exception)
			}
			if got := !enforced(p, "tempa/git/push-protected"); got != tt.observed {
				t.Errorf("observed %v, want %v", got, tt.observed)
			}
			if notes := p.Notes.Error(); !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
		})
	}
}

// enforced reports whether some row of the rule does more than record.
func enforced(p *Policy, id string) bool {
	for _, r := range p.Rows {
		if r.ID == id && !r.Observe {
			return true
		}
	}
	return false
}

func TestUnknownReference(t *testing.T) {
	for _, text := range []string{"observe: [tempa/gti]", "exceptions: [{rule: \"Bash(rm:*)\"}]"} {
		_, err := tryLayers(t, text)
		if err == nil || !strings.Contains(err.Error(), "names no rule of this policy") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestClientPromptsIsYesOrNo(t *testing.T) {
	_, err := tryLayers(t, `settings: {client_prompts: "true"}`)
	if err == nil || !strings.Contains(err.Error(), "write true or false") {
		t.Errorf("got %v", err)
	}
	p := layers(t, "", "settings: {client_prompts: true}")
	if notes := p.Notes.Error(); !strings.Contains(notes, "settings.client_prompts has no effect") {
		t.Errorf("notes %q", notes)
	}
}

func TestRuleIDs(t *testing.T) {
	p := layers(t, `permissions: {deny: ["Bash(a:*)", "Bash(b:*)"], ask: ["Bash(c:*)"]}`, `permissions: {deny: ["Bash(b:*)", "Bash(d:*)"]}`)
	var got []string
	for _, r := range p.Rows {
		if r.Rule != "" {
			got = append(got, r.ID+" "+r.Rule)
		}
	}
	want := "permissions/deny/1 Bash(a:*), permissions/deny/2 Bash(b:*), permissions/ask/1 Bash(c:*), permissions/deny/3 Bash(d:*)"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q", got)
	}
}

func TestSelfProtection(t *testing.T) {
	has := func(p *Policy) bool {
		for _, r := range p.Rows {
			if strings.HasPrefix(r.ID, "tempa/self-protection/") {
				return true
			}
		}
		return false
	}
	if !has(layers(t, "")) {
		t.Error("self-protection is not on by default")
	}
	if n := len(layers(t, "bundles: [self-protection]").Rows); n != len(layers(t, "").Rows) {
		t.Errorf("%d rows when it is named", n)
	}
}

// The table's header says what the profile says.
func TestHeader(t *testing.T) {
	p := layers(t, `
tenant: {id: acme, name: Acme}
default_decision: ask
offline: {default_decision: deny, allow_tools: [Read]}
account_policy: {allowed_kinds: [organisation], on_violation: block, guidance: Use the work account.}
mcp: [{endpoint: a, url: "https://x.example", tools: []}, {endpoint: b, url: "https://x.example"}]
allow_external_mcp: false
telemetry: {commands: true}
remote: []
`)
	tab, err := table.Open(p.Table)
	if err != nil {
		t.Fatal(err)
	}
	h, err := tab.Header()
	if err != nil {
		t.Fatal(err)
	}
	ok := h.Tenant == "acme" && h.Version == "1" && h.DefaultDecision == "ask" && h.Offline.DefaultDecision == "deny" &&
		h.Offline.AllowTools[0] == "Read" && h.AccountPolicy.OnViolation == "block" && !*h.AllowExternalMCP &&
		h.Telemetry.Commands && h.Remote != nil && len(h.Remote) == 0
	if !ok {
		t.Errorf("got %+v", h)
	}
	if a, b := h.MCP[0], h.MCP[1]; a.Tools == nil || len(*a.Tools) != 0 || b.Tools != nil {
		t.Errorf("no tools and all tools became %v and %v", a.Tools, b.Tools)
	}
	if tab.Len() != len(p.Rows) {
		t.Errorf("%d rows in the table, %d compiled", tab.Len(), len(p.Rows))
	}
}

// The same source gives the same bytes.
func TestReproducible(t *testing.T) {
	text := "bundles: [destructive, secrets, {id: network, with: {allow_hosts: [b.example, a.example]}}]\nsettings: {b: 1, a: {d: 1, c: 2}}"
	first := layers(t, text)
	one, _ := first.Profile.Marshal()
	for range 5 {
		again := layers(t, text)
		two, _ := again.Profile.Marshal()
		if string(again.Table) != string(first.Table) || string(one) != string(two) {
			t.Fatal("two builds of one source differ")
		}
	}
}

func TestExpiry(t *testing.T) {
	end := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	p, err := Compile(&source.Target{Tenant: "t", Layers: []*source.Layer{{File: "f"}}}, Options{Version: "1", ExpiresAt: end})
	if err != nil || p.Profile.ExpiresAt != "2027-01-01T00:00:00Z" {
		t.Errorf("%v, %v", p, err)
	}
}

func TestRefers(t *testing.T) {
	bundle := Row{Row: rule.Row{ID: "tempa/git/push-protected"}}
	own := Row{Row: rule.Row{ID: "permissions/deny", Rule: "Bash(rm:*)", Effect: rule.Deny}}
	tests := []struct {
		ref       string
		bundle    bool
		ownString bool
	}{
		{"tempa/git/push-protected", true, false},
		{"git/push-protected", true, false},
		{"tempa/git", true, false},
		{"git", true, false},
		{"tempa/git/*", true, false},
		{"tempa/gi", false, false},
		{"tempa/git/push", false, false},
		{"", false, false},
		{"*", false, false},
		{"Bash(rm:*)", false, true},
		{"permissions/deny/*", false, true},
		{"permissions/ask/*", false, false},
	}
	for _, tt := range tests {
		if refers(tt.ref, bundle) != tt.bundle || refers(tt.ref, own) != tt.ownString {
			t.Errorf("%q", tt.ref)
		}
	}
}
