package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

func TestMCPAllowlist(t *testing.T) {
	closed, opened := false, true
	list := []string{"list"}
	both := []string{"list", "delete"}
	none := []string{}
	hyphens := []string{"list-all"}
	endpoints := []table.Endpoint{{Endpoint: "second-brain", Tools: &both}, {Endpoint: "second_brain", Tools: &list}, {Endpoint: "all"}, {Endpoint: "none", Tools: &none}, {Endpoint: "my-notes", Tools: &hyphens}}
	tests := []struct {
		name     string
		external *bool
		ref      event.MCPRef
		want     string
	}{
		{"listed", nil, event.MCPRef{Server: "tempa", Tool: "second-brain__delete"}, "allow"},
		{"not listed", nil, event.MCPRef{Server: "tempa", Tool: "second_brain__delete"}, "deny tempa/mcp-allowlist"},
		{"every tool", nil, event.MCPRef{Server: "tempa", Tool: "all__x"}, "allow"},
		{"no tool", nil, event.MCPRef{Server: "tempa", Tool: "none__x"}, "deny tempa/mcp-allowlist"},
		{"no endpoint", nil, event.MCPRef{Server: "tempa", Tool: "other__x"}, "deny tempa/mcp-allowlist"},
		{"no separator", nil, event.MCPRef{Server: "tempa", Tool: "all"}, "deny tempa/mcp-allowlist"},
		{"plugin name", nil, event.MCPRef{Server: "plugin_tempa_tempa", Tool: "other__x"}, "deny tempa/mcp-allowlist"},
		{"plugin of another name", nil, event.MCPRef{Server: "plugin_acme-guard_tempa", Tool: "all__x"}, "allow"},
		{"antigravity's name", nil, event.MCPRef{Server: "tempa_tempa", Tool: "none__x"}, "deny tempa/mcp-allowlist"},
		{"sanitised: both endpoints must list it", nil, event.MCPRef{Server: "tempa", Tool: "second_brain__delete", Sanitised: true}, "deny tempa/mcp-allowlist"},
		{"sanitised and listed by both", nil, event.MCPRef{Server: "tempa", Tool: "second_brain__list", Sanitised: true}, "allow"},
		{"sanitised names are the profile's", nil, event.MCPRef{Server: "tempa", Tool: "my_notes__list_all", Sanitised: true}, "allow"},
		{"sanitised and not listed", nil, event.MCPRef{Server: "tempa", Tool: "my_notes__delete_all", Sanitised: true}, "deny tempa/mcp-allowlist"},
		{"such a name where nothing is sanitised", nil, event.MCPRef{Server: "tempa", Tool: "my_notes__list_all"}, "deny tempa/mcp-allowlist"},
		{"ambiguous", nil, event.MCPRef{Server: "tempa-none", Tool: "x", Ambiguous: true, Name: "tempa-none__x"}, "deny tempa/mcp-allowlist"},
		{"external, open by default", nil, event.MCPRef{Server: "github", Tool: "x"}, "allow"},
		{"external, open", &opened, event.MCPRef{Server: "github", Tool: "x"}, "allow"},
		{"external, closed", &closed, event.MCPRef{Server: "github", Tool: "x"}, "deny tempa/mcp-external"},
		{"ours while closed", &closed, event.MCPRef{Server: "tempa", Tool: "all__x"}, "allow"},
		{"a server that looks like ours", &closed, event.MCPRef{Server: "tempax", Tool: "all__x"}, "deny tempa/mcp-external"},
		{"our name, another program", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Command: "/tmp/evil"}, "deny tempa/mcp-external"},
		{"our name, a URL", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", URL: "https://evil.example"}, "deny tempa/mcp-external"},
		{"our name, from a settings file", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Source: "dynamic"}, "deny tempa/mcp-external"},
		{"our plugin's name, from a settings file", &closed, event.MCPRef{Server: "plugin_tempa_tempa", Tool: "all__x", Source: "dynamic"}, "deny tempa/mcp-external"},
		{"our name, of no plugin", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Source: "plugin"}, "deny tempa/mcp-external"},
		{"ours, from the plugin", &closed, event.MCPRef{Server: "plugin_tempa_tempa", Tool: "all__x", Source: "plugin"}, "allow"},
		{"our program on Windows", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Command: `"C:\Users\dev\.tempa\bin\tempa.exe" mcp`}, "allow"},
		{"our program as an argument", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Command: "/tmp/evil tempa mcp"}, "deny tempa/mcp-external"},
		{"our program", &closed, event.MCPRef{Server: "tempa", Tool: "all__x", Command: "/home/dev/.tempa/bin/tempa mcp"}, "allow"},
	}
	for _, tt := range tests {
		tab := rules(t, table.Header{DefaultDecision: "allow", MCP: endpoints, AllowExternalMCP: tt.external})
		in := input(tab, "mcp__x__y")
		in.Event.Tool.MCP = &tt.ref
		d := decide(t, in).Decision
		if got := strings.TrimSpace(d.Kind.String() + " " + strings.Join(d.PolicyIDs, " ")); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestExceptions(t *testing.T) {
	tests := []struct {
		exception table.Exception
		call      string
		want      string
	}{
		{table.Exception{Rule: "permissions/deny/1"}, "git push origin main", "allow"},
		{table.Exception{Rule: "Bash(git push:*)"}, "git push origin main", "allow"},
		{table.Exception{Rule: "permissions/*"}, "git push origin main", "allow"},
		{table.Exception{Rule: "*"}, "git push origin main", "deny"}, // names no rule
		{table.Exception{Rule: "permissions/deny/2"}, "git push origin main", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Until: "2026-06-01"}, "git push", "allow"},
		{table.Exception{Rule: "permissions/deny/1", Until: "2026-05-31"}, "git push", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Until: "2026-06-01T12:00:01Z"}, "git push", "allow"},
		{table.Exception{Rule: "permissions/deny/1", Until: "2026-06-01T12:00:00Z"}, "git push", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Until: "next week"}, "git push", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "git push origin topic:*"}, "git push origin topic", "allow"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "git push origin topic:*"}, "git push origin main", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "git push origin topic:*"}, "sudo git push origin topic", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "git push origin topic:*"}, "git push origin topic; git push origin main", "deny"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "Bash(git push origin release-*)"}, "git push origin release-1", "allow"},
		{table.Exception{Rule: "permissions/deny/1", Scope: "git push $x:*"}, "git push $x", "deny"},
		{table.Exception{Rule: "permissions/deny/2", Scope: "fixtures/**"}, "cat fixtures/.env", "allow"},
		{table.Exception{Rule: "permissions/deny/2", Scope: "fixtures/**"}, "cat .env", "deny"},
		{table.Exception{Rule: "permissions/deny/2", Scope: "fixtures/**"}, "cat fixtures/../.env", "deny"},
		{table.Exception{Rule: "permissions/deny/2", Scope: "fixtures/**"}, "Read(fixtures/.env)", "defer"},
		{table.Exception{Rule: "permissions/deny/3", Scope: "./build/**"}, "rm -r build/x", "allow"},
		{table.Exception{Rule: "permissions/deny/3", Scope: "./build/**"}, "rm -r build/x src", "deny"},
		{table.Exception{Rule: "permissions/deny/3", Scope: "rm -r build/*"}, "rm -r build/../src", "deny"},
	}
	for _, tt := range tests {
		h := table.Header{DefaultDecision: "allow", Exceptions: []table.Exception{tt.exception}}
		tab := rules(t, h, "deny Bash(git push:*)", "deny Read(.env)", "deny Bash(rm:*)")
		if got := decide(t, input(tab, tt.call)).Decision.Kind.String(); got != tt.want {
			t.Errorf("%+v on %q: %s, want %s", tt.exception, tt.call, got, tt.want)
		}
	}
}

func TestObserve(t *testing.T) {
	rows := []rule.Row{
		{Effect: rule.Deny, ID: "tempa/git/push", Reason: "It pushes.", Command: &rule.Command{Programs: []string{"git"}, Words: []string{"push"}}},
		{Effect: rule.Deny, ID: "tempa/x/y", Observe: true, Command: &rule.Command{Programs: []string{"git"}}},
	}
	for observe, want := range map[string]string{
		"": "deny [tempa/x/y]", "tempa/git/push": "allow [tempa/git/push tempa/x/y]", "git": "allow [tempa/git/push tempa/x/y]",
		"tempa/g*": "allow [tempa/git/push tempa/x/y]", "gi": "deny [tempa/x/y]",
	} {
		tab := compiled(t, table.Header{DefaultDecision: "allow", Observe: []string{observe}}, rows)
		r := decide(t, input(tab, "git push"))
		slices.Sort(r.Observed)
		if got := fmt.Sprint(r.Decision.Kind, " ", r.Observed); got != want {
			t.Errorf("%q: %s, want %s", observe, got, want)
		}
	}
}

func TestGuidance(t *testing.T) {
	g := rule.Row{Effect: rule.Guidance, ID: "g", Reason: "Tests live in test/.", Instead: "Run them with make.", Command: &rule.Command{Programs: []string{"npm"}}}
	deny := rule.Row{Effect: rule.Deny, ID: "d", Reason: "No.", Command: &rule.Command{Programs: []string{"rm"}}}
	tab := compiled(t, table.Header{DefaultDecision: "allow"}, []rule.Row{g, deny})
	for call, want := range map[string]string{"npm test": "guidance 1", "npm test; rm x": "deny 1", "ls": "allow 0"} {
		d := decide(t, input(tab, call)).Decision
		if got := fmt.Sprint(d.Kind, " ", len(d.Guidance)); got != want {
			t.Errorf("%q: %s, want %s", call, got, want)
		}
	}
}

func TestReasons(t *testing.T) {
	rows := []rule.Row{{
		Effect: rule.Deny, ID: "tempa/x", Reason: "It removes a lot.", Instead: "Name one file.",
		Command: &rule.Command{Programs: []string{"rm"}, Operands: []string{"*"}},
	}}
	one, err := rule.Parse(rule.Deny, "permissions/deny/1", "Bash(git push --force:*)")
	if err != nil {
		t.Fatal(err)
	}
	tab := compiled(t, table.Header{DefaultDecision: "ask"}, append(rows, one))
	for call, want := range map[string]string{
		"rm build":                         "Tempa (tempa/x): rm build: It removes a lot. Name one file.",
		"git push -f https://t0k:x@h/a":    "Tempa (permissions/deny/1): the rule Bash(git push --force:*) denies git push -f. Leave it out, or ask the developer to do it or to change the rule.",
		"git push $FLAGS":                  "Tempa (permissions/deny/1): the rule Bash(git push --force:*) may deny git push --force, since a part of it cannot be known.",
		"rm https://user:pw@h.example/a?t": "Tempa (tempa/x): rm https://h.example/a: It removes a lot. Name one file.",
		"ls":                               "Tempa (tempa/default): no rule allows this call of Bash, so a person decides.",
	} {
		if got := decide(t, input(tab, call)).Decision.Text(); got != want {
			t.Errorf("%q\n\tgot  %s\n\twant %s", call, got, want)
		}
	}
	long := decide(t, input(tab, "rm "+strings.Repeat("a", 5000))).Decision
	if len(long.Reason) > 300 || len(long.Matched) > maxExcerpt {
		t.Errorf("a reason of %d bytes", len(long.Reason))
	}
	hidden := decide(t, input(tab, "rm $'a\\x1b[2J\\u202eb'")).Decision
	if strings.ContainsAny(hidden.Reason, "\x1b\u202e") {
		t.Errorf("control characters in %q", hidden.Reason)
	}
}

func TestManyWildcards(t *testing.T) {
	d := decide(t, input(rules(t, table.Header{DefaultDecision: "allow"}, "deny Read(~/.ssh/**)"), "cat "+strings.Repeat("*a ", maxOpen+1))).Decision
	if d.Kind != decision.Ask || d.PolicyIDs[0] != IDUnresolved {
		t.Errorf("%s %s", d.Kind, d.Text())
	}
}

func TestManyMatches(t *testing.T) {
	var lines []string
	for i := range 300 {
		lines = append(lines, fmt.Sprintf("deny Read(//srv/x%d/**)", i))
	}
	d := decide(t, input(rules(t, table.Header{}, lines...), "rm -r /srv")).Decision
	if len(d.PolicyIDs) == 0 || d.Kind != decision.Defer && len(d.PolicyIDs) > maxIDs {
		t.Errorf("%d ids", len(d.PolicyIDs))
	}
}

// links is a file system of links only.
type links map[string]string

func (l links) Link(path string) (string, pathscope.State) {
	if target, ok := l[path]; ok {
		return target, pathscope.Link
	}
	return "", pathscope.Plain
}

func TestLinks(t *testing.T) {
	l := links{
		"/home/dev/project/keys":  "/home/dev/.ssh",
		"/home/dev/project/notes": "src",
		"/data/dev/project/keys":  "/home/dev/.ssh",
		"/data/dev/project/notes": "src",
		"/home/dev":               "/data/dev",
	}
	tests := []struct{ rules, call, want string }{
		{"deny Read(~/.ssh/**)", "cat keys/id_rsa", "deny"},
		{"deny Read(~/.ssh/**)", "cat keys/*", "deny"},
		{"deny Read(~/.ssh/**)", "Read(keys/id_rsa)", "deny"},
		{"deny Read(~/.ssh/**)", "cat /data/dev/.ssh/id_rsa", "deny"},
		{"deny Read(~/.ssh/**)", "cat notes/a", "allow"},
		{"deny Read(./notes/**)", "cat notes/a", "deny"},
		{"deny Read(./src/**)", "cat notes/a", "deny"},
		{"deny Read(~/id)", "cat keys/../id", "deny"}, // as the system reads it
		{"deny Read(./id)", "cat keys/../id", "deny"}, // as tools do that tidy the path
	}
	for _, tt := range tests {
		in := input(rules(t, table.Header{DefaultDecision: "allow"}, tt.rules), tt.call)
		in.Scope.Links = l
		if got := decide(t, in).Decision.Kind.String(); got != tt.want {
			t.Errorf("%s on %q: %s, want %s", tt.rules, tt.call, got, tt.want)
		}
	}
}

// TestUnknownDirectory is for clients that let the model choose a directory
// and do not tell which.
func TestUnknownDirectory(t *testing.T) {
	for _, tt := range []struct{ rules, call, want string }{
		{"deny Read(~/.ssh/**)", "cat .ssh/id_rsa", "ask"},
		{"deny Read(~/.ssh/id_rsa)", "cat id_rsa", "ask"},
		{"deny Read(~/.aws/sso/cache/**)", "cat cache/x.json", "allow"},
		{"deny Read(~/.aws/sso/cache/**)", "cat .aws/sso/cache/x.json", "ask"},
		{"deny Read(~/.npmrc)", "cat .npmrc", "allow"},
		{"deny Edit(~/.copilot/config.json)", "chmod 644 config.json", "allow"},
		{"deny Edit(~/.copilot/config.json)", "chmod 644 .copilot/config.json", "ask"},
		{"deny Read(.env)", "cat .env", "deny"},
		{"deny Read(~/.ssh/**)", "cat README.md", "allow"},
		{"deny Read(~/.ssh/**)", "cat src/main.go", "allow"},
		{"deny Read(~/.ssh/**)", "cat ~/.ssh/id_rsa", "deny"},
		{"deny Edit(.github/**)", "echo x > .github/workflows/a.yml", "deny"},
		{"deny Read(~/.ssh/**)", "cd ~/.ssh && cat id_rsa", "deny"},
	} {
		in := input(rules(t, table.Header{DefaultDecision: "allow"}, tt.rules), tt.call)
		in.Event.Tool.DirUnknown = true
		if got := decide(t, in).Decision.Kind.String(); got != tt.want {
			t.Errorf("%s on %q: %s, want %s", tt.rules, tt.call, got, tt.want)
		}
	}
	in := input(rules(t, table.Header{DefaultDecision: "allow"}, "deny Read(~/.ssh/**)"), "cat .ssh/id_rsa")
	in.Event.Dir, in.Scope.Dir, in.Scope.Repo = "", "", ""
	if got := decide(t, in).Decision.Kind; got != decision.Ask {
		t.Errorf("without a directory: %s, want ask", got)
	}
}

func TestCallDirectory(t *testing.T) {
	in := input(rules(t, table.Header{DefaultDecision: "allow"}, "deny Read(~/.ssh/**)"), "cat id_rsa")
	in.Event.Tool.Dir = "../.ssh"
	if got := decide(t, in).Decision.Kind; got != decision.Deny {
		t.Errorf("got %s, want deny", got)
	}
}

func TestPromptFiles(t *testing.T) {
	in := input(rules(t, table.Header{DefaultDecision: "ask"}, "deny Read(~/.ssh/**)"), "ls")
	in.Event.Kind, in.Event.Tool, in.Analysis = event.PromptSubmit, nil, nil
	if d := decide(t, in).Decision; d.Kind != decision.Defer {
		t.Errorf("a prompt without files: %s", d.Kind)
	}
	in.Event.Files = []event.Path{{Path: "~/.ssh/id_rsa", Access: event.AccessRead}}
	if d := decide(t, in).Decision; d.Kind != decision.Deny {
		t.Errorf("a prompt that pulls a key in: %s", d.Kind)
	}
}

func TestConnected(t *testing.T) {
	tab := rules(t, table.Header{DefaultDecision: "ask"})
	for call, want := range map[string]Source{"Edit(a.go)": Undecided, "ls": Default, "mcp__a__b": Undecided, "Read(a.go)": FastPath} {
		in := input(tab, call)
		in.Connected = true
		if r := decide(t, in); r.Source != want {
			t.Errorf("%s: settled by %s, want %s", call, r.Source, want)
		}
	}
}

func TestGuardIsFirst(t *testing.T) {
	in := input(rules(t, table.Header{DefaultDecision: "allow"}, "deny Bash(cat:*)"), "cat a b > c")
	var seen []string
	in.Guard = func(paths []access.Path) decision.Decision {
		for _, p := range paths {
			seen = append(seen, p.Path.Path)
		}
		return decision.Because(decision.Deny, "tempa/own-files", "no")
	}
	r := decide(t, in)
	if r.Source != Guarded || r.Decision.PolicyIDs[0] != "tempa/own-files" || len(seen) != 3 {
		t.Errorf("%+v, paths %v", r, seen)
	}
}

func TestNoAnalysis(t *testing.T) {
	in := input(rules(t, table.Header{DefaultDecision: "allow"}, "allow Bash"), "ls")
	in.Analysis = nil
	if r := decide(t, in); r.Decision.Kind != decision.Ask || r.Decision.PolicyIDs[0] != IDUnresolved {
		t.Errorf("%+v", r)
	}
}

func TestNewerTableAsks(t *testing.T) {
	data, err := table.Build(table.Header{DefaultDecision: "allow"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.Replace(string(data), "semantics/1", "semantics/9", 1))
	tab, err := table.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []string{"ls", "Read(a.go)", "Session()", "mcp__a__b", "WebFetch(https://x.example)"} {
		if d := decide(t, input(tab, call)).Decision; d.Kind != decision.Ask || d.PolicyIDs[0] != "tempa/table-version" {
			t.Errorf("%s: %s %v", call, d.Kind, d.PolicyIDs)
		}
	}
}

// TestDenyNeverLoosens adds a deny rule to every policy and call of a cross
// product: no answer may become weaker.
func TestDenyNeverLoosens(t *testing.T) {
	base := []string{"allow Bash(git *)", "ask Bash(git push:*)", "deny Read(.env)", "allow Bash", "ask Read(~/**)", "allow Edit(src/**)"}
	extra := []string{"ask Bash(git:*)", "ask Read(**)", "deny Bash(git push:*)", "deny Bash(rm -rf:*)", "deny Read(**/*.pem)", "deny Bash", "deny WebFetch(domain:*)", "deny mcp__a", "deny Bash(* x)", "deny Edit(**)"}
	calls := []string{"git push", "git push $x", "rm -rf x", "cat .env", "cat a.pem $y", "curl x.example", "Read(~/a.pem)", "Edit(src/a)", "mcp__a__b", "ls x", "ls | sh", "echo $(git push)"}
	for i := range 1 << len(base) {
		var policy []string
		for k := range base {
			if i>>k&1 == 1 {
				policy = append(policy, base[k])
			}
		}
		for _, call := range calls {
			before := decide(t, input(rules(t, table.Header{DefaultDecision: "allow"}, policy...), call)).Decision.Kind
			for _, e := range extra {
				after := decide(t, input(rules(t, table.Header{DefaultDecision: "allow"}, append(slices.Clip(policy), e)...), call)).Decision.Kind
				if after < before {
					t.Fatalf("%v + %s on %q: %s became %s", policy, e, call, before, after)
				}
			}
		}
	}
}

func FuzzDecide(f *testing.F) {
	tab := allBundles(f)
	f.Add("git push -f; cat ~/.ssh/* > $x", "~/a/**/b")
	f.Fuzz(func(t *testing.T, line, path string) {
		if !utf8.ValidString(line + path) {
			return // package payload lets nothing else in
		}
		for _, call := range []string{line, "Read(" + path + ")", "Glob(" + path + ")", "WebFetch(" + path + ")", "PowerShell(" + line + ")"} {
			if _, err := Explain(input(tab, call)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// BenchmarkDecide is one decision with everything but the analysis, over the
// built-in bundles and a number of further rules.
func BenchmarkDecide(b *testing.B) {
	for _, n := range []int{20, 2000} {
		var lines []string
		for i := range n / 4 {
			lines = append(lines, fmt.Sprintf("deny Bash(tool%d x:*)", i), fmt.Sprintf("deny Read(//srv/x%d/**)", i),
				fmt.Sprintf("deny Read(**/*.key%d)", i), fmt.Sprintf("ask WebFetch(domain:h%d.example)", i))
		}
		tab := rules(b, table.Header{DefaultDecision: "ask"}, lines...)
		for _, call := range []string{"git status", "cat src/*.go | grep -v x > out.txt"} {
			b.Run(fmt.Sprintf("%d/%s", n, call), func(b *testing.B) {
				b.ReportAllocs()
				in := input(tab, call)
				for b.Loop() {
					decide(b, in)
				}
			})
		}
	}
}
