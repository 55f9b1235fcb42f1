package hook

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/inquiry"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/summary"
	"github.com/tempahq/tempa/core/table"
)

// rendering is the fake client with a place for skills and a short context.
type rendering struct{ fake }

func (rendering) Layout() render.Layout {
	return render.Layout{Client: "fake", Standards: render.Place{Path: "FAKE.md"}, Skills: render.Place{Path: ".fake/*.md"}}
}

func (rendering) ContextLimit() summary.Limit { return summary.Limit{Max: 4000, Unit: summary.Bytes} }

// withProfile writes a local policy with a profile.
func withProfile(t *testing.T, env *Env, p profile.Profile) {
	t.Helper()
	withHeader(t, env, table.Header{Version: p.Version, DefaultDecision: "allow"})
	p.Schema, p.Policies.DefaultDecision, p.Offline.DefaultDecision, p.Account.OnViolation = profile.Schema, "allow", "ask", "inform"
	data, err := p.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "profile.json"), data)
}

func acme(version string) profile.Profile {
	return profile.Profile{
		Version: version, Tenant: profile.Tenant{ID: "acme", Name: "Acme"},
		Guardrails: []string{"Never push to main."},
		Standards:  []profile.Document{{Name: "go", Description: "how we write Go", Content: "Errors are wrapped.\n"}},
		Skills:     []profile.Document{{Name: "release", Description: "how we release", Content: "Tag it.\n"}},
	}
}

// begin starts a session of a client at a time, and returns what it says.
func begin(t *testing.T, env *Env, dir string, at time.Duration) string {
	t.Helper()
	again, out, errs := process(t, `{"kind":"session.start","dir":"`+dir+`"}`, "--event", "Start")
	again.Home, again.Inquire, again.Getenv = env.Home, env.Inquire, env.Getenv
	again.Now = func() time.Time { return time.Now().Add(at) }
	if status := Run(again, rendering{}); status != 0 || errs.Len() > 0 {
		t.Errorf("status %d, %q", status, errs.String())
	}
	return out.String()
}

func exists(t *testing.T, file string) bool {
	t.Helper()
	_, err := os.Lstat(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

func TestSessionStartBriefs(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	withProfile(t, env, acme("1"))
	out := begin(t, env, dir, 0)
	for _, want := range []string{
		"Tempa: first profile for git.example/o/r: 1 skill, default decision allow.\n",
		"Tempa enforces the policy of Acme, version 1, in this session (git.example/o/r).\n",
		"- Never push to main.\n",
		"- go: how we write Go [FAKE.md]\n",
		"- release: how we release [.fake/release.md]\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q does not say %q", out, want)
		}
	}
	if !exists(t, filepath.Join(dir, "FAKE.md")) || !exists(t, filepath.Join(dir, ".fake", "release.md")) {
		t.Error("the documents are not in the repository")
	}
	if out := begin(t, env, dir, time.Minute); strings.Contains(out, "first profile") || !strings.Contains(out, "Never push to main.") {
		t.Errorf("the next session says %q", out)
	}
	next := acme("2")
	next.Skills = nil
	withProfile(t, env, next)
	out = begin(t, env, dir, 2*time.Minute)
	if want := "Tempa profile changes for git.example/o/r since the last sync: skills, commands and agents: -release.\n"; !strings.Contains(out, want) {
		t.Errorf("%q does not say %q", out, want)
	}
	if exists(t, filepath.Join(dir, ".fake")) || !exists(t, filepath.Join(dir, "FAKE.md")) {
		t.Error("what the policy dropped is still there, or the rest is gone")
	}
}

func TestSessionStartNamesWhatItLeavesOut(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	withProfile(t, env, acme("1"))
	put(t, filepath.Join(dir, "FAKE.md"), []byte("mine"))
	out := begin(t, env, dir, 0)
	if !strings.Contains(out, "Tempa left out: FAKE.md is not Tempa's file") || !strings.Contains(out, "Errors are wrapped.") {
		t.Errorf("said %q", out)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "FAKE.md")); string(data) != "mine" || err != nil {
		t.Errorf("the person's file holds %q, %v", data, err)
	}
}

func TestSessionStartOutsideARepository(t *testing.T) {
	env, _, _ := process(t, "")
	dir := t.TempDir()
	withProfile(t, env, acme("1"))
	for i, d := range []string{dir, ""} {
		out := begin(t, env, d, time.Duration(i)*time.Minute)
		if !strings.Contains(out, "in this session.\n") || !strings.Contains(out, "Errors are wrapped.") {
			t.Errorf("in %q: %q", d, out)
		}
	}
	if entries, err := os.ReadDir(dir); len(entries) > 0 || err != nil {
		t.Errorf("written outside of a repository: %v, %v", entries, err)
	}
}

func TestSessionStartWithoutAPolicy(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	withProfile(t, env, acme("1"))
	begin(t, env, dir, 0)
	if err := os.RemoveAll(filepath.Join(env.Home, ".tempa", "local")); err != nil {
		t.Fatal(err)
	}
	out := begin(t, env, dir, time.Minute)
	if !strings.Contains(out, "run `tempa-fake init` in a terminal") || !strings.Contains(out, "Every call that is not a read needs a person's yes") {
		t.Errorf("said %q", out)
	}
	if exists(t, filepath.Join(dir, "FAKE.md")) {
		t.Error("the documents of a policy that is gone are still there")
	}
}

// The rule table decides and was verified by itself, so a damaged profile only
// costs the texts, and says so.
func TestSessionStartWithADamagedProfile(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	withProfile(t, env, acme("1"))
	begin(t, env, dir, 0)
	file := filepath.Join(env.Home, ".tempa", "local", "profile.json")
	for _, text := range []string{"", "{", `{"schema":"tempa.profile/9"}`} {
		put(t, file, []byte(text))
		if out := begin(t, env, dir, time.Minute); !strings.Contains(out, "Tempa cannot use the texts of the local policy") || strings.Contains(out, "needs a person's yes") {
			t.Errorf("%q: said %q", text, out)
		}
		if !exists(t, filepath.Join(dir, "FAKE.md")) {
			t.Errorf("%q: what was rendered is gone", text)
		}
	}
}

func TestWorkplace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes")
	put(t, filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
	if w := workplaceOf(&event.Event{Dir: dir}); w.root == "" || !strings.HasPrefix(w.key, "local/") || w.name != "notes" {
		t.Errorf("without an origin: %+v", w)
	}
	if w := workplaceOf(&event.Event{Dir: t.TempDir()}); w != (workplace{}) {
		t.Errorf("outside of a repository: %+v", w)
	}
}

func TestAnnounceDamaged(t *testing.T) {
	dir := state.At(filepath.Join(t.TempDir(), state.Folder))
	p, w := acme("1"), workplace{"/r", "git.example/o/r", "git.example/o/r"}
	first := w.announce(dir, &p, time.Now())
	for i, damaged := range []string{`{"version":"1","de`, `{"version":"1","deny":["Bash(x)"],"ask":5}`, `[]`} {
		put(t, dir.Path(announcedFile("git.example/o/r")), []byte(damaged))
		if got := w.announce(dir, &p, time.Now().Add(time.Duration(i+1)*time.Minute)); got != first {
			t.Errorf("%s: told %q, want %q", damaged, got, first)
		}
	}
	if got := w.announce(dir, &p, time.Now().Add(time.Hour)); got != "" {
		t.Errorf("told %q again", got)
	}
}

// asking is a client that tells its login and its version when it is asked.
type asking struct {
	rendering
	accounts
}

func TestSessionStartInquires(t *testing.T) {
	policy := &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: "block"}
	tests := []struct {
		name   string
		policy *table.Account
		env    map[string]string
		args   []string
		want   inquiry.Request
	}{
		{"account check off", nil, nil, nil, inquiry.Request{Version: []string{"fake", "--version"}}},
		{"account check on", policy, nil, nil, inquiry.Request{Login: []string{"fake", "auth"}, Version: []string{"fake", "--version"}}},
		{"the environment tells", policy, map[string]string{"FAKE_KEY": "k", "FAKE_VERSION": "1.0.0"}, nil, inquiry.Request{}},
		{"switched off", policy, map[string]string{"TEMPA_SKIP_CLAUDE_AUTH_STATUS": "1", "FAKE_VERSION": "1.0.0"}, nil, inquiry.Request{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env, _, _ := process(t, `{"kind":"session.start","dir":""}`, "--event", "Start")
			withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: tt.policy})
			env.Getenv = func(name string) string { return tt.env[name] }
			var got inquiry.Request
			env.Inquire = func(r inquiry.Request) (inquiry.Findings, bool) { got = r; return inquiry.Findings{}, true }
			Run(env, asking{})
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(tt.want)
			if string(a) != string(b) {
				t.Errorf("asked %s, want %s", a, b)
			}
		})
	}
}

func TestSessionStartKeepsTheFindings(t *testing.T) {
	env, _, _ := process(t, `{"kind":"session.start","dir":""}`, "--event", "Start")
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: "block"}})
	asked := 0
	env.Inquire = func(inquiry.Request) (inquiry.Findings, bool) {
		asked++
		return inquiry.Findings{Login: `{"authMethod":"web","email":"dev@example.com"}`, Version: "1.2.3\n"}, true
	}
	Run(env, asking{})
	dir := state.InHome(env.Home)
	s, err := dir.Session("s")
	if err != nil || s.Version != "1.2.3" || s.Account == nil || s.Account.Kind != "personal" || s.Account.Action != "block" {
		t.Errorf("the session file: %+v, %v", s, err)
	}
	for _, file := range []string{"sessions/s.json", "account.json", "versions.json"} {
		data, err := dir.Read(file)
		if err != nil || strings.Contains(string(data), "example.com") {
			t.Errorf("%s: %s, %v", file, data, err)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// What the client tells a session of its version is kept for doctor, over what
// an older one said.
func TestSessionStartKeepsTheVersionItIsTold(t *testing.T) {
	env, _, _ := process(t, `{"kind":"session.start","dir":""}`, "--event", "Start")
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow"})
	dir := state.InHome(env.Home)
	if err := clientversion.Save(dir, "fake", "1.0.0", env.Now()); err != nil {
		t.Fatal(err)
	}
	env.Getenv = func(name string) string { return map[string]string{"FAKE_VERSION": "1.2.3"}[name] }
	env.Inquire = func(r inquiry.Request) (inquiry.Findings, bool) {
		t.Errorf("asked %+v", r)
		return inquiry.Findings{}, false
	}
	Run(env, asking{})
	if got := clientversion.Of(dir, asking{}, func(string) string { return "" }, ""); got != "1.2.3" {
		t.Errorf("%q is kept", got)
	}
}

// accounts is what a client tells of accounts and of itself.
type accounts struct{}

func (accounts) Account() harness.Account {
	return harness.Account{
		Variables: []harness.Method{{Name: "FAKE_KEY", Kind: "api_key"}},
		Status:    []string{"fake", "auth"},
		Methods:   []harness.Method{{Name: "web", Kind: "personal"}},
	}
}

func (accounts) VersionCommand() []string           { return []string{"fake", "--version"} }
func (accounts) ParseVersion(printed string) string { return strings.TrimSpace(printed) }
func (accounts) VersionFromEnv(getenv func(string) string, _ string) string {
	return getenv("FAKE_VERSION")
}
