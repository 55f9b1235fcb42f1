package lint

import (
	"testing"

	"github.com/tempahq/tempa/core/rule"
)

// A finding must be right: covers says yes only when every call of the second
// rule is a call of the first.
func TestCovers(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"Bash", "Bash(rm:*)", true},
		{"Bash(rm:*)", "Bash", false},
		{"Bash", "PowerShell(ls:*)", false},
		{"Bash(git:*)", "Bash(git push:*)", true},
		{"Bash(git push:*)", "Bash(git:*)", false},
		{"Bash(git push:*)", "Bash(git push origin:*)", true},
		{"Bash(git push:*)", "Bash(git push --force:*)", true},
		{"Bash(git push --force:*)", "Bash(git push:*)", false},
		{"Bash(git push)", "Bash(git push:*)", false},
		{"Bash(git push:*)", "Bash(git push)", true},
		{"Bash(git push)", "Bash(git push)", true},
		{"Bash(git * main)", "Bash(git * main)", true},
		{"Bash(git * main)", "Bash(git push main)", false},
		{"Bash(npm:*)", "Bash(git:*)", false},
		{"Read(~/.ssh/**)", "Read(~/.ssh/id_rsa)", true},
		{"Read(~/.ssh/id_rsa)", "Read(~/.ssh/**)", false},
		{"Read(~/.ssh/**)", "Edit(~/.ssh/id_rsa)", false},
		{"Read(**)", "Read(src/a)", true},
		{"Read(**)", "Read(~/a)", false},
		{"Read(**)", "Read(//etc/passwd)", false},
		{"Read(a/**)", "Read(ab/c)", false},
		{"Read(*/**)", "Read(a/b)", false},
		{"WebFetch(domain:*.example.org)", "WebFetch(domain:a.example.org)", true},
		{"WebFetch(domain:*.example.org)", "WebFetch(domain:badexample.org)", false},
		{"WebFetch(domain:*)", "WebFetch(domain:x.org)", true},
		{"mcp__github", "mcp__github__merge", true},
		{"mcp__github__*", "mcp__github__merge", true},
		{"mcp__github__merge", "mcp__github__*", false},
		{"mcp__git*", "mcp__github__merge", true},
		{"WebSearch", "WebSearch", true},
		{"WebSearch", "WebFetch(domain:x.org)", false},
	}
	for _, tt := range tests {
		a, err1 := rule.Parse(rule.Deny, "a", tt.a)
		b, err2 := rule.Parse(rule.Deny, "b", tt.b)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if got := Covers(a, b); got != tt.want {
			t.Errorf("%s covers %s: got %v", tt.a, tt.b, got)
		}
	}
}
