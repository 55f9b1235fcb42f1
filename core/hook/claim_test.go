package hook

import (
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// Of two processes for one event both deny, and one of them gives the guidance.
func TestGuidanceIsGivenOnce(t *testing.T) {
	rows := []rule.Row{
		{Effect: rule.Guidance, ID: "acme/pnpm", Reason: "Use pnpm here.", Command: &rule.Command{Programs: []string{"npm"}}},
		{Effect: rule.Deny, ID: "acme/publish", Reason: "A release does that.", Command: &rule.Command{Programs: []string{"npm"}, Words: []string{"publish"}}},
	}
	data, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow"}, rows)
	if err != nil {
		t.Fatal(err)
	}
	env, _, _ := process(t, "")
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), data)
	const tip, deny = "guidance Tempa (acme/pnpm): \nUse pnpm here.\n", "deny Tempa (acme/publish): npm publish: A release does that.\n"
	for _, tt := range []struct{ name, command, want string }{
		{"guidance", "npm install x", tip},
		{"a second process", "npm install x", ""},
		{"another call", "npm install y", tip},
		{"a denial with guidance", "npm publish", deny + "Use pnpm here.\n"},
		{"a second process", "npm publish", deny},
	} {
		if out := said(t, env, fake{}, `{"command":"`+tt.command+`"}`); out != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.name, tt.command, out, tt.want)
		}
	}
}
