package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/profile"
)

func TestClaudeRule(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Bash", "Bash"},
		{"Bash(git push:*)", "Bash(git push:*)"},
		{"Bash(npm run build)", "Bash(npm run build)"},
		{"PowerShell(Remove-Item:*)", "PowerShell(Remove-Item:*)"},
		{"Read(~/.ssh/**)", "Read(~/.ssh/**)"},
		{"Read(//etc/**)", "Read(//etc/**)"},
		{"Read(/etc/**)", "Read(/etc/**) Read(//etc/**)"},
		{"Read(.env)", "Read(.env)"},
		{"Write(.github/**)", "Edit(.github/**)"},
		{"Write(/x)", "Edit(/x) Edit(//x)"},
		{"MultiEdit(x)", "Edit(x)"},
		{"NotebookEdit(x)", "Edit(x)"},
		{"NotebookRead(x)", "Read(x)"},
		{"Write", "Write"},
		{"Glob(src/**)", ""},
		{"Grep(src/**)", ""},
		{"WebFetch(domain:example.org)", "WebFetch(domain:example.org)"},
		{"WebSearch", "WebSearch"},
		{"mcp__github", "mcp__github"},
		{"mcp__github__*", "mcp__github__*"},
		{"mcp__github__delete_repo", "mcp__github__delete_repo"},
		{"mcp__*", ""},
		{"mcp__github__delete_*", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(claudeRule(tt.in), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
	if got := claudeRules([]string{"Write(x)", "Edit(x)"}); !slices.Equal(got, []string{"Edit(x)"}) {
		t.Errorf("twice the same: %q", got)
	}
}

func TestPrefixRule(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Bash(git push:*)", "git|push"},
		{"Bash(git push *)", "git|push"},
		{"Bash(rm -rf:*)", "rm|-rf"},
		{"Bash(npm run build)", ""},
		{"Bash", ""},
		{"Bash(*)", ""},
		{"Bash(git * main:*)", ""},
		{`Bash(echo "a b":*)`, ""},
		{"Bash(a[b]:*)", ""},
		{"Bash(:*)", ""},
		{"PowerShell(Remove-Item:*)", ""},
		{"Read(x *)", ""},
		{"mcp__github", ""},
	}
	for _, tt := range tests {
		words, ok := PrefixRule(tt.in)
		if got := strings.Join(words, "|"); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", tt.in, got, ok, tt.want)
		}
	}
}

// What a rule's own layer loosened is left to the hook.
func TestInForce(t *testing.T) {
	p := &profile.Profile{
		Permissions: profile.Permissions{
			Deny: []string{"Bash(a:*)", "Bash(b:*)", "Bash(c:*)", "Bash(d:*)", "Bash(d:*)", "Bash(never closed", "", "Bash(e:*)\n"},
			Ask:  []string{"Bash(a:*)", "Bash(x:*)"},
		},
		Policies: profile.Policies{Observe: []string{"Bash(c:*)", "permissions/ask/*", "tempa/git"}},
		Exceptions: []profile.Exception{
			{Rule: "Bash(a:*)", Until: "2026-11-29"}, // ended
			{Rule: "Bash(b:*)", Until: "2026-11-30", Scope: "src/**"},
		},
	}
	deny, ask := inForce(p, now)
	if got := strings.Join(deny, " "); got != "Bash(a:*) Bash(d:*) Bash(e:*)" {
		t.Errorf("deny %q", got)
	}
	if len(ask) != 0 {
		t.Errorf("ask %q", ask)
	}
}

// allow never reaches a client.
func TestNoAllow(t *testing.T) {
	p := sample()
	p.Permissions = profile.Permissions{Allow: []string{"Bash(ls:*)"}}
	for _, l := range []Layout{one, two} {
		c := newCheckout(t)
		c.apply(p, l)
		for name, text := range c.files() {
			if strings.Contains(text, "Bash(ls") || strings.HasSuffix(name, ".rules") || strings.HasSuffix(name, "settings.local.json") {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}
