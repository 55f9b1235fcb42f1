package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// unpack writes an archive into a new folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestTargets(t *testing.T) {
	tests := []struct {
		name, archive, want string
	}{
		{"one policy", "-- tempa.yaml --\n", "local[1]"},
		{"its own tenant", "-- tempa.yaml --\ntenant: {id: acme}\n", "acme[1]"},
		{"repositories", "-- tempa.yaml --\n-- repos/github.com/acme/app/tempa.yaml --\n-- repos/x/tempa.yaml --\n", "local[1] local:github.com/acme/app[2] local:x[2]"},
		{"tenants", "-- a/tempa.yaml --\n-- b/tempa.yaml --\n-- b/repos/x/tempa.yaml --\n-- notes/n.md --\n", "a[1] b[1] b:x[2]"},
		{"company and tenants", "-- tempa.yaml --\n-- a/tempa.yaml --\n-- a/repos/x/tempa.yaml --\n", "a[2] a:x[3]"},
		{"tenant with repositories only", "-- a/repos/x/tempa.yaml --\n", "a[0] a:x[1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			targets, err := Read(unpack(t, tt.archive), "local")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range targets {
				s := x.Tenant
				if x.Repo != "" {
					s += ":" + x.Repo
				}
				got = append(got, s+"["+string(rune('0'+len(x.Layers)))+"]")
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

func TestLayer(t *testing.T) {
	dir := unpack(t, `
-- tempa.yaml --
permissions: {deny: ["Bash(rm:*)"]}
bundles:
  - destructive
  - id: network
    with: {allow_hosts: [example.org]}
exceptions:
  - rule: tempa/network
    scope: curl example.org
    until: 2027-01-31
account_policy: {allowed_kinds: [api_key], require_training_attestation: true}
mcp: [{endpoint: brain, url: "https://x.example", tools: []}]
-- standards/go.md --
# Go at Acme

Text.
-- skills/tdd/SKILL.md --
---
name: tdd
description: |
  Test first,
  then code.
---
Body.
-- commands/ship.md --
Ship it.
-- agents/reviewer.md --
---
description: Reviews.
---
-- .git/x --
`)
	targets, err := Read(dir, "local")
	if err != nil {
		t.Fatal(err)
	}
	l := targets[0].Layers[0]
	if l.Permissions.Deny[0] != (Text{"Bash(rm:*)", 1}) {
		t.Errorf("got %+v", l.Permissions.Deny)
	}
	if l.Bundles[0].ID.Value != "destructive" || l.Bundles[0].Line != 3 || l.Bundles[1].With["allow_hosts"] == nil || l.Bundles[1].Line != 4 {
		t.Errorf("got %+v", l.Bundles)
	}
	if e := l.Exceptions[0]; e.Until.Value != "2027-01-31" || e.Until.Line != 9 {
		t.Errorf("a date is not kept as it is written: %+v", e.Until)
	}
	if tools := (*l.MCP)[0].Tools; tools == nil || len(*tools) != 0 {
		t.Error("no tools became all tools")
	}
	got := l.Standards[0].Description + "|" + l.Skills[0].Description + "|" + l.Commands[0].Description + "|" + l.Agents[0].Description
	if got != "Go at Acme|Test first, then code.|Ship it.|Reviews." {
		t.Errorf("descriptions %q", got)
	}
	if !strings.HasPrefix(l.Skills[0].Content, "---\nname: tdd") {
		t.Error("a skill lost its front matter")
	}
}

func TestRefused(t *testing.T) {
	tests := []struct{ name, archive, want string }{
		{"no policy", "-- notes.md --\n", "holds no tempa.yaml"},
		{"other ending", "-- tempa.yml --\n", "name it tempa.yaml"},
		{"Rego", "-- tempa.yaml --\n-- policies/a.rego --\n", "needs the Rego compiler"},
		{"two documents", "-- tempa.yaml --\na: b\n---\nc: d\n", `unknown key "a"`},
		{"second document", "-- tempa.yaml --\nobserve: []\n---\nobserve: []\n", "more than one document"},
		{"key twice", "-- tempa.yaml --\nobserve: []\nobserve: []\n", `key "observe" stands at line 1 already`},
		{"not a mapping", "-- tempa.yaml --\n- a\n", "want \"key: value\" lines, got a list"},
		{"empty entry", "-- tempa.yaml --\nguardrails:\n  - one\n  -\n", "tempa.yaml:3: want a text, got nothing"},
		{"empty text", "-- tempa.yaml --\nguardrails: ['']\n", "want a text, got nothing"},
		{"bundle without id", "-- tempa.yaml --\nbundles: [{with: {}}]\n", "a bundle needs its id"},
		{"number", "-- tempa.yaml --\nsync_interval_s: soon\n", "want a whole number, got a text"},
		{"repository layer at the wrong place", "-- tempa.yaml --\n-- repos/tempa.yaml --\n", "belongs to no repository"},
		{"skill without text", "-- tempa.yaml --\n-- skills/a/notes.md --\n", "a skill is a folder with a SKILL.md"},
		{"stray file", "-- tempa.yaml --\n-- standards/a.txt --\n", "only *.md files belong here"},
		{"front matter", "-- tempa.yaml --\n-- agents/a.md --\n---\n: [\n---\n", "is not YAML"},
		{"tab", "-- tempa.yaml --\npermissions:\n\tdeny: []\n", "indent with blanks"},
		{"unknown key deep inside", "-- tempa.yaml --\nmcp: [{endpoint: a, ulr: b}]\n", `unknown key "ulr"; did you mean "url"?`},
		{"bomb", "-- tempa.yaml --\nguardrails: &a [" + strings.Repeat("x, ", 9) + "x]\nobserve: [*a, *a]\n", "want a text, got a list"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(unpack(t, tt.archive), "local")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	long := strings.Repeat("é", 300)
	tests := map[string]string{
		"":                          "",
		"# Title\ntext":             "Title",
		"---\nnot closed":           "---",
		"---\nname: a\n---\n\n## B": "B",
		long:                        strings.Repeat("é", 199) + "…",
		"---\ndescription: d\n---":  "d",
		"---\r\ndescription: d\r\n": "---",
	}
	for in, want := range tests {
		if got, _ := describe(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("permissions: {deny: [\"Bash(rm:*)\"]}\nbundles: [a, {id: b, with: {c: [d]}}]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, e := range Decode("f", data, new(Layer)) {
			if e.Text == "" || strings.Contains(e.Text, "source.") {
				t.Errorf("error %q speaks of Go types", e.Text)
			}
		}
	})
}

// A folder whose name is a slip would be left out in silence.
func TestSlipInAFolder(t *testing.T) {
	for name, meant := range map[string]string{"skill": "skills", "Standards": "standards", "comands": "commands", "notes": "", ".git": ""} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte("default_decision: ask\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		_, err := Read(dir, "acme")
		if meant == "" && err != nil || meant != "" && (err == nil || !strings.Contains(err.Error(), "is not read; name it "+meant)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
