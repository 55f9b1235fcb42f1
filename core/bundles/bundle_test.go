package bundles

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/rule"
)

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range All() {
		if b.Title == "" || b.Summary == "" {
			t.Errorf("%s: no title or summary", b.ID)
		}
		for _, r := range b.Rules {
			if seen[r.ID] {
				t.Errorf("%s: id used twice", r.ID)
			}
			seen[r.ID] = true
			if !strings.HasPrefix(r.ID, "tempa/"+b.ID+"/") {
				t.Errorf("%s: not an id of bundle %s", r.ID, b.ID)
			}
			if r.Effect != rule.Deny && r.Effect != rule.Ask {
				t.Errorf("%s: effect %q", r.ID, r.Effect)
			}
			sentence(t, r.ID+": reason", r.Reason)
			sentence(t, r.ID+": instead", r.Instead)
			if len(r.Matches) < 2 || len(r.Passes) < 2 {
				t.Errorf("%s: want at least two examples of each kind", r.ID)
			}
			if len(r.Rows) == 0 {
				t.Errorf("%s: no rows", r.ID)
			}
			for i, row := range r.Rows {
				checkRow(t, r, i, row)
			}
		}
	}
}

func sentence(t *testing.T, what, s string) {
	t.Helper()
	if !strings.HasSuffix(s, ".") || strings.Contains(s, ". ") || strings.Contains(s, "\n") || s[:1] != strings.ToUpper(s[:1]) {
		t.Errorf("%s is not one sentence: %q", what, s)
	}
}

func checkRow(t *testing.T, r Rule, i int, row rule.Row) {
	t.Helper()
	if row.ID != r.ID || row.Effect != r.Effect || row.Reason != r.Reason || row.Instead != r.Instead {
		t.Errorf("%s: row %d does not say what its rule says", r.ID, i)
	}
	kinds := 0
	for _, set := range []bool{row.Command != nil, row.Path != nil, row.Domain != nil, row.MCP != nil, row.Tool != nil} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		t.Errorf("%s: row %d has %d matchers, want 1", r.ID, i, kinds)
	}
	if p := row.Path; p != nil && !strings.HasPrefix(p.Pattern, "//") && !strings.HasPrefix(p.Pattern, "~/") && !strings.HasPrefix(p.Pattern, "**/") {
		t.Errorf("%s: row %d: path %q is neither absolute, of the home nor of any depth", r.ID, i, p.Pattern)
	}
	if c := row.Command; c != nil && len(c.Programs) == 0 && c.Inline == "" && len(c.Assigns) == 0 {
		t.Errorf("%s: row %d is compared with every command", r.ID, i)
	}
}

func TestRows(t *testing.T) {
	for _, b := range All() {
		plain, err := Rows(b.ID, nil)
		if err != nil || len(plain) == 0 {
			t.Fatalf("%s: %d rows, %v", b.ID, len(plain), err)
		}
		name := b.Rules[0].Name()
		rows, err := Rows(b.ID, map[string]any{"off": []any{name}})
		if err != nil || len(rows) != len(plain)-len(b.Rules[0].Rows) {
			t.Errorf("%s: off: %d rows, %v", b.ID, len(rows), err)
		}
		for _, effect := range []rule.Effect{rule.Deny, rule.Ask} {
			rows, err := Rows(b.ID, map[string]any{string(effect): []string{b.Rules[0].ID}})
			if err != nil || rows[0].Effect != effect {
				t.Errorf("%s: %s: got %v, %v", b.ID, effect, rows[0].Effect, err)
			}
		}
	}
}

func TestConfiguration(t *testing.T) {
	tests := []struct {
		id, option, value string
		has               func(rule.Row) bool
	}{
		{"git", "branches", "prod/*", func(r rule.Row) bool { return r.Command != nil && contains(r.Command.Operands, "*:prod/*") }},
		{"network", "allow_hosts", "docs.example", func(r rule.Row) bool { return r.Domain != nil && contains(r.Domain.Except, "docs.example") }},
		{"secrets", "files", "config/master.key", func(r rule.Row) bool { return r.Path != nil && r.Path.Pattern == "config/master.key" }},
		{"secrets", "allow_files", ".env.test", func(r rule.Row) bool { return r.Path != nil && contains(r.Path.Except, ".env.test") }},
		{"destructive", "protect", "data", func(r rule.Row) bool { return r.Command != nil && contains(r.Command.Operands, "data") }},
		{"packages", "allow", "left-pad", func(r rule.Row) bool { return r.Command != nil && contains(r.Command.NotOperands, "left-pad") }},
		{"self-protection", "files", "x", func(r rule.Row) bool { return r.Path != nil && r.Path.Pattern == "x" }},
		{"privilege", "allow", "apt-get", func(r rule.Row) bool { return r.Command != nil && contains(r.Command.NotOperands, "apt-get") }},
	}
	for _, tt := range tests {
		rows, err := Rows(tt.id, map[string]any{tt.option: []any{tt.value}})
		if err != nil {
			t.Errorf("%s: %v", tt.id, err)
			continue
		}
		found := false
		for _, r := range rows {
			found = found || tt.has(r)
		}
		if !found {
			t.Errorf("%s: no row speaks of %s", tt.id, tt.value)
		}
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func TestErrors(t *testing.T) {
	tests := []struct {
		id   string
		with map[string]any
		want string
	}{
		{"gti", nil, `no bundle "gti": the built-in bundles are destructive, secrets, self-protection, git, network, packages, privilege`},
		{"git", map[string]any{"branchs": []any{"main"}}, `bundle "git": no option "branchs": the options are branches, deny, ask, off`},
		{"git", map[string]any{"branches": "main"}, `bundle "git": option "branches": want a list, got a text: write ["main"]`},
		{"git", map[string]any{"branches": 3}, `bundle "git": option "branches": want a list such as [main, release/*], got 3`},
		{"git", map[string]any{"branches": []any{"main", 1.5}}, `bundle "git": option "branches": entry 2 is 1.5, want a text: put it in quotes`},
		{"git", map[string]any{"branches": []any{""}}, `bundle "git": option "branches": entry 1 is empty: write something such as [main, release/*] or remove it`},
		{"git", map[string]any{"off": []any{"push"}}, `bundle "git": option "off": no rule "push": the rules are push-protected, `},
		{"git", map[string]any{"off": []any{"tag-change"}, "deny": []any{"tag-change"}}, `bundle "git": rule "tag-change" stands in both "deny" and "off": keep one`},
		{"network", map[string]any{"allow_hosts": []any{"https://docs.example/x"}}, `bundle "network": option "allow_hosts": "https://docs.example/x" is a URL: write its host only`},
		{"network", map[string]any{"allow_hosts": []any{"a/b"}}, `bundle "network": option "allow_hosts": "a/b" is no host: write a name such as docs.example or *.docs.example`},
		{"network", map[string]any{"allow_hosts": []any{"*"}}, `bundle "network": option "allow_hosts": "*" lists every host: switch the rule off instead`},
	}
	for _, tt := range tests {
		_, err := Rows(tt.id, tt.with)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Rows(%q, %v) = %v, want %s", tt.id, tt.with, err, tt.want)
		}
	}
}
