package changes

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/profile"
)

const repo = "github.com/devleaps/bridge"

func base() *profile.Profile {
	return &profile.Profile{
		Version:     "1",
		Policies:    profile.Policies{DefaultDecision: "ask", Bundles: []profile.Bundle{{ID: "destructive"}}},
		Offline:     profile.Offline{DefaultDecision: "ask"},
		Permissions: profile.Permissions{Deny: []string{"Bash(a:*)"}, Ask: []string{"Bash(git push:*)"}},
		Skills:      []profile.Document{{Name: "tdd-workflow", Content: "a"}},
		MCP:         []profile.Endpoint{{Endpoint: "second-brain", URL: "https://old.example.com", Tools: []string{"list"}}},
		Standards:   []profile.Document{{Name: "go", Content: "a"}},
		Settings:    map[string]any{"a": 1},
	}
}

// The example of the contract, word for word.
func TestText(t *testing.T) {
	now := base()
	now.Permissions = profile.Permissions{Deny: []string{"Bash(a:*)", "Bash(rm:*)"}}
	now.Policies.DefaultDecision = "allow"
	now.Policies.Bundles = append(now.Policies.Bundles, profile.Bundle{ID: "network"})
	now.Skills[0].Content = "b"
	now.Commands = []profile.Document{{Name: "deploy"}}
	now.MCP[0].URL = "https://mcp.example.com/brain"
	now.MCP = append(now.MCP, profile.Endpoint{Endpoint: "github", URL: "https://mcp.example.com/github"})
	want := "Tempa profile changes for github.com/devleaps/bridge since the last sync: permissions: +deny Bash(rm:*), " +
		"-ask Bash(git push:*); policies: default ask → allow, +network; skills, commands and agents: ~tdd-workflow, " +
		"+deploy; MCP: ~second-brain (now https://mcp.example.com/brain), +github (https://mcp.example.com/github)."
	if got := Compare(Of(base()), Of(now)).Text(repo); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name   string
		change func(*profile.Profile)
		want   string // behind "since the last sync: "
	}{
		{"nothing", func(*profile.Profile) {}, ""},
		{"version, standards, settings and guardrails are not told", func(p *profile.Profile) {
			p.Version, p.Standards, p.Settings, p.Guardrails = "2", nil, nil, []string{"x"}
		}, ""},
		{"order", func(p *profile.Profile) {
			p.MCP[0].Tools = []string{"list"}
			p.Permissions.Deny = []string{"Bash(a:*)"}
		}, ""},
		{"allow", func(p *profile.Profile) { p.Permissions.Allow = []string{"Bash(ls:*)"} }, "permissions: +allow Bash(ls:*)."},
		{"from deny to ask", func(p *profile.Profile) {
			p.Permissions.Deny, p.Permissions.Ask = nil, append(p.Permissions.Ask, "Bash(a:*)")
		}, "permissions: -deny Bash(a:*), +ask Bash(a:*)."},
		{"bundle gone", func(p *profile.Profile) { p.Policies.Bundles = nil }, "policies: -destructive."},
		{"bundle configured", func(p *profile.Profile) { p.Policies.Bundles[0].With = map[string]any{"a": 1} }, "policies: ~destructive."},
		{"custom policies", func(p *profile.Profile) { p.Policies.Module = &profile.Module{SHA256: "x"} }, "policies: +custom policies."},
		{"offline", func(p *profile.Profile) { p.Offline.DefaultDecision = "allow" }, "policies: offline default ask → allow."},
		{"exception", func(p *profile.Profile) {
			p.Exceptions = []profile.Exception{{Rule: "Bash(a:*)", Scope: "src/**", Until: "2027-01-01"}}
		}, "policies: +exception Bash(a:*) in src/** until 2027-01-01."},
		{"observe", func(p *profile.Profile) { p.Policies.Observe = []string{"tempa/git"} }, "policies: +observe only tempa/git."},
		{"documents", func(p *profile.Profile) {
			p.Skills = nil
			p.Agents = []profile.Document{{Name: "b"}, {Name: "a"}}
		}, "skills, commands and agents: -tdd-workflow, +a, +b."},
		{"a description", func(p *profile.Profile) { p.Skills[0].Description = "new" }, "skills, commands and agents: ~tdd-workflow."},
		{"tools", func(p *profile.Profile) { p.MCP[0].Tools = []string{"list", "delete"} }, "MCP: ~second-brain (now tools list delete)."},
		{"all tools", func(p *profile.Profile) { p.MCP[0].Tools = nil }, "MCP: ~second-brain (now all tools)."},
		{"no tools", func(p *profile.Profile) { p.MCP[0].Tools = []string{} }, "MCP: ~second-brain (now no tools)."},
		{"URL and tools", func(p *profile.Profile) { p.MCP[0] = profile.Endpoint{Endpoint: "second-brain", URL: "https://n"} }, "MCP: ~second-brain (now https://n, now all tools)."},
		{"endpoint gone", func(p *profile.Profile) { p.MCP = nil }, "MCP: -second-brain."},
		{"external servers", func(p *profile.Profile) { no := false; p.AllowExternalMCP = &no }, "MCP: external servers allowed → denied."},
		{"what a terminal would obey", func(p *profile.Profile) { p.Permissions.Deny = append(p.Permissions.Deny, "Bash(\x1b[2J\nx\u202e:*)") }, "permissions: +deny Bash(�[2J x�:*)."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := base()
			tt.change(now)
			c := Compare(stored(t, Of(base())), Of(now))
			want := tt.want
			if want != "" {
				want = "Tempa profile changes for " + repo + " since the last sync: " + want
			}
			if got := c.Text(repo); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if c.Empty() != (tt.want == "") {
				t.Errorf("Empty is %v", c.Empty())
			}
		})
	}
}

// stored is a snapshot that was written and read again.
func stored(t *testing.T, s Snapshot) Snapshot {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Snapshot
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestFirst(t *testing.T) {
	if got, want := Of(base()).First(repo), "Tempa: first profile for github.com/devleaps/bridge: 2 permission rules, 1 policy bundle, 1 skill, 1 MCP endpoint, default decision ask."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	p := &profile.Profile{Policies: profile.Policies{DefaultDecision: "allow", Module: &profile.Module{SHA256: "x"}}}
	if got, want := Of(p).First(""), "Tempa: first profile for this machine: custom policies, default decision allow."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestManyChanges(t *testing.T) {
	now := base()
	for i := range 100 {
		now.Permissions.Deny = append(now.Permissions.Deny, fmt.Sprintf("Bash(x%d:*)", i))
	}
	got := Compare(Of(base()), Of(now)).Text(repo)
	if !strings.HasSuffix(got, "+deny Bash(x29:*), and 70 more.") {
		t.Error(got)
	}
}
