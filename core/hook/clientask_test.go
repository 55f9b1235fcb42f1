package hook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// prompting is a fake client with prompt rules of its own.
type prompting struct {
	fake
	certain bool
	got     *harness.OwnAsk // what it was asked
}

func (prompting) Layout() render.Layout {
	return render.Layout{Client: "fake", Prefixes: ".fake/tempa.rules"}
}

func (prompting) Interactive() harness.Headless { return harness.Headless{Programs: []string{"fake"}} }

func (p prompting) PutsToPerson(ask *harness.OwnAsk) bool {
	*p.got = *ask
	return p.certain
}

// leaving is a policy whose asks may be left to the client.
type leaving struct {
	header   table.Header
	profile  profile.Profile
	rows     []rule.Row
	outdated bool
}

func newLeaving(t *testing.T) *leaving {
	t.Helper()
	a := &leaving{header: table.Header{Version: "1", DefaultDecision: "allow", ClientPrompts: true}}
	a.profile = profile.Profile{Schema: profile.Schema, Version: "1", Tenant: profile.Tenant{ID: "acme", Name: "Acme"}}
	a.profile.Policies.DefaultDecision, a.profile.Offline.DefaultDecision, a.profile.Account.OnViolation = "allow", "ask", "inform"
	for i, text := range []string{"Bash(git push:*)", "Bash(deploy)", "Bash(git push --force:*)"} {
		row, err := rule.Parse(rule.Ask, fmt.Sprintf("permissions/ask/%d", i+1), text)
		if err != nil {
			t.Fatal(err)
		}
		a.rows = append(a.rows, row)
		a.profile.Permissions.Ask = append(a.profile.Permissions.Ask, text)
	}
	return a
}

func (a *leaving) write(t *testing.T, env *Env) {
	t.Helper()
	data, err := table.Build(a.header, a.rows)
	if err != nil {
		t.Fatal(err)
	}
	if a.outdated {
		data = []byte(strings.Replace(string(data), "tempa.table/1 ", "tempa.table/9 ", 1))
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), data)
	text, err := a.profile.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "profile.json"), text)
}

// Each of these alone is enough for an ask to stay the hook's, which denies it.
func TestAskIsLeftToTheClient(t *testing.T) {
	const denied, silent = "deny", ""
	type play struct {
		*leaving
		env    *Env
		client *prompting
		line   string
	}
	tests := []struct {
		name   string
		change func(p *play)
		want   string
	}{
		{"all is as it should be", func(*play) {}, silent},
		{"a line that goes on", func(p *play) { p.line = "git push origin main" }, silent},
		{"two rules", func(p *play) { p.line = "git push --force origin" }, silent},

		{"the policy does not want it", func(p *play) { p.header.ClientPrompts = false }, denied},
		{"the environment wants it", func(p *play) {
			p.header.ClientPrompts = false
			p.env.Getenv = func(string) string { return "true" }
		}, denied},
		{"the profile alone wants it", func(p *play) {
			p.header.ClientPrompts = false
			p.profile.Settings = map[string]any{"client_prompts": true}
		}, denied},
		{"a table of a later version", func(p *play) { p.outdated = true }, denied},
		{"the client is not certain", func(p *play) { p.client.certain = false }, denied},
		{"nobody at a terminal", func(p *play) {
			p.env.Interactive = func(harness.Headless) (harness.Process, bool) { return harness.Process{}, false }
		}, denied},
		{"outside a repository", func(p *play) { p.must(t, os.RemoveAll(filepath.Join(p.env.Home, "project", ".git"))) }, denied},

		{"a rule that cannot be rendered", func(p *play) { p.line = "deploy" }, denied},
		{"a rule that is only recorded there", func(p *play) { p.profile.Policies.Observe = []string{"Bash(git push:*)"} }, denied},
		{"a rule that the profile lacks", func(p *play) { p.profile.Permissions.Ask = nil }, denied},
		{"a rule of another number", func(p *play) { p.profile.Permissions.Ask = []string{"Bash(deploy)", "Bash(git push:*)"} }, denied},
		{"a rule that is not the person's", func(p *play) { p.rows[0].ID = "tempa/git/push" }, denied},
		{"another rule asks as well", func(p *play) { p.rows[2].ID = "tempa/git/force"; p.line = "git push --force origin" }, denied},
		{"a rule for tools", func(p *play) { p.add(t, "Bash", "permissions/ask/4") }, denied},
		{"a deny that only may match", func(p *play) { p.rows[0].ID = "permissions/deny/1" }, denied},
		{"guidance goes with it", func(p *play) {
			row, err := rule.Parse(rule.Ask, "permissions/guidance/1", "Bash(git:*)")
			p.must(t, err)
			row.Effect, row.Reason = rule.Guidance, "Pull first."
			p.rows = append(p.rows, row)
		}, denied},
		{"the default decision asks", func(p *play) { p.header.DefaultDecision = "ask"; p.line = "make" }, denied},
		{"the account policy asks", func(p *play) {
			p.header.AccountPolicy = &table.Account{AllowedKinds: []string{"api_key"}, OnViolation: "ask"}
		}, denied},
		{"the profile cannot be read", func(p *play) { p.profile.Schema = "tempa.profile/9" }, denied},

		{"options before the words", func(p *play) { p.line = "git -C . push" }, denied},
		{"quotes", func(p *play) { p.line = "git 'push'" }, denied},
		{"a path to the program", func(p *play) { p.line = "/usr/bin/git push" }, denied},
		{"a wrapper", func(p *play) { p.line = "nohup git push" }, denied},
		{"a redirection", func(p *play) { p.line = "git push > out" }, denied},
		{"two commands", func(p *play) { p.line = "git push; git push" }, denied},
		{"a variable", func(p *play) { p.line = "git push $BRANCH" }, denied},
		{"a glob", func(p *play) { p.line = "git push *" }, denied},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env, out, errs := process(t, "", "--event", "Pre")
			env.Interactive = func(h harness.Headless) (harness.Process, bool) { return harness.Process{Args: h.Programs}, true }
			project := filepath.Join(env.Home, "project")
			put(t, filepath.Join(project, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
			p := &play{newLeaving(t), env, &prompting{certain: true, got: &harness.OwnAsk{}}, "git push"}
			tt.change(p)
			p.write(t, env)
			in, err := json.Marshal(map[string]string{"command": p.line, "dir": project})
			if err != nil {
				t.Fatal(err)
			}
			env.Stdin = strings.NewReader(string(in))
			status := Run(env, *p.client)
			if got, _, _ := strings.Cut(out.String(), " "); got != tt.want || status != 0 || errs.Len() > 0 {
				t.Errorf("status %d, %q %q; want %q", status, out, errs, tt.want)
			}
		})
	}
}

func (*leaving) must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// add adds a rule to the table and to the profile.
func (a *leaving) add(t *testing.T, text, id string) {
	t.Helper()
	row, err := rule.Parse(rule.Ask, id, text)
	a.must(t, err)
	a.rows = append(a.rows, row)
	a.profile.Permissions.Ask = append(a.profile.Permissions.Ask, text)
}

// What the client is handed is the file as it was rendered, and the decision is
// recorded as the ask that it is.
func TestAskThatIsLeftIsRecorded(t *testing.T) {
	env, _, _ := process(t, "", "--event", "Pre")
	env.Interactive = func(harness.Headless) (harness.Process, bool) { return harness.Process{}, true }
	project := filepath.Join(env.Home, "project")
	put(t, filepath.Join(project, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
	newLeaving(t).write(t, env)
	client := prompting{certain: true, got: &harness.OwnAsk{}}
	start := *env
	start.Stdin, start.Args = strings.NewReader(`{"kind":"session.start","dir":"`+project+`"}`), []string{"--event", "Start"}
	Run(&start, client)
	env.Stdin = strings.NewReader(`{"command":"git push","dir":"` + project + `"}`)
	Run(env, client)

	rendered, err := os.ReadFile(client.got.File)
	if err != nil || string(rendered) != string(client.got.Rules) || !strings.Contains(string(rendered), `["git", "push"]`) || strings.Contains(string(rendered), "deploy") {
		t.Errorf("%v: rendered %q, handed over %q", err, rendered, client.got.Rules)
	}
	if a := client.got; a.Root != project || a.Home != env.Home || a.Event.Tool.Command != "git push" {
		t.Errorf("handed over: %+v", a)
	}
	records, err := filepath.Glob(filepath.Join(env.Home, ".tempa", "spool", "*"))
	if err != nil || len(records) == 0 {
		t.Fatal(records, err)
	}
	var last state.Record
	for _, file := range records {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.Contains(line, "policy.decision") {
				if err := json.Unmarshal([]byte(line), &last); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if last.Attributes["decision"] != "ask" || last.Attributes["deferred"] != true {
		t.Errorf("recorded: %+v", last)
	}
}

func TestEveryPolicyLeavesAsks(t *testing.T) {
	policy := func(leaves bool) sources.Policy {
		data, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow", ClientPrompts: leaves}, nil)
		if err != nil {
			t.Fatal(err)
		}
		tab, err := table.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		h, err := tab.Header()
		if err != nil {
			t.Fatal(err)
		}
		return sources.Policy{Table: tab, Header: h}
	}
	for _, tt := range []struct {
		in   *sources.InForce
		want bool
	}{
		{nil, false},
		{&sources.InForce{}, false},
		{&sources.InForce{Policies: []sources.Policy{policy(true)}}, true},
		{&sources.InForce{Policies: []sources.Policy{policy(true), policy(true)}}, true},
		{&sources.InForce{Policies: []sources.Policy{policy(true), policy(false)}}, false},
		{&sources.InForce{Policies: []sources.Policy{policy(false), policy(true)}}, false},
	} {
		if got := leavesAsks(tt.in); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.in, got, tt.want)
		}
	}
}

func TestRestsOn(t *testing.T) {
	of := func(asks ...string) *profile.Profile {
		return &profile.Profile{Permissions: profile.Permissions{Ask: asks}}
	}
	push, make := "Bash(git push:*)", "Bash(make:*)"
	for _, tt := range []struct {
		name     string
		ids      string
		profiles []*profile.Profile
		want     bool
	}{
		{"one", "permissions/ask/1", []*profile.Profile{of(push)}, true},
		{"the second", "permissions/ask/2", []*profile.Profile{of(make, push)}, true},
		{"another rule", "permissions/ask/1", []*profile.Profile{of(make, push)}, false},
		{"two policies", "permissions/ask/1", []*profile.Profile{of(push), of(push)}, true},
		{"two policies, another rule in one", "permissions/ask/1", []*profile.Profile{of(push), of(make)}, false},
		{"two policies, one is shorter", "permissions/ask/2", []*profile.Profile{of(make), of(make, push)}, true},
		{"no such number", "permissions/ask/2", []*profile.Profile{of(push)}, false},
		{"zero", "permissions/ask/0", []*profile.Profile{of(push)}, false},
		{"no number", "permissions/ask/x", []*profile.Profile{of(push)}, false},
		{"a deny", "permissions/ask/1 permissions/deny/1", []*profile.Profile{of(push)}, false},
		{"the guard", "tempa/own-files permissions/ask/1", []*profile.Profile{of(push)}, false},
		{"no ids", "", []*profile.Profile{of(push)}, false},
		{"more than are surely all", strings.Repeat("permissions/ask/1 ", maxAskIDs+1), []*profile.Profile{of(push)}, false},
	} {
		if got := restsOn(strings.Fields(tt.ids), tt.profiles, []string{push}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
