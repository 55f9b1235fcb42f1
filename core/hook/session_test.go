package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// withHeader writes a local policy that consists of its header.
func withHeader(t *testing.T, env *Env, h table.Header) {
	t.Helper()
	data, err := table.Build(h, nil)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), data)
}

// project makes a repository in the home and returns its folder.
func project(t *testing.T, env *Env) string {
	t.Helper()
	dir := filepath.Join(env.Home, "project")
	put(t, filepath.Join(dir, ".git", "config"), []byte("[remote \"origin\"]\n\turl = https://git.example/o/r.git\n"))
	put(t, filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
	return dir
}

func start(t *testing.T, env *Env, dir string) (status int, stdout, stderr string) {
	t.Helper()
	again, out, errs := process(t, `{"kind":"session.start","dir":"`+dir+`"}`, "--event", "Start")
	again.Home, again.Now = env.Home, time.Now
	status = Run(again, fake{})
	return status, out.String(), errs.String()
}

func TestOfTwoInstallationsOneTells(t *testing.T) {
	env, _, _ := process(t, "")
	dir := project(t, env)
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: "inform"}})
	if _, out, _ := start(t, env, dir); out == "" {
		t.Error("the first says nothing")
	}
	if status, out, errs := start(t, env, dir); status != 0 || out != "" || errs != "" {
		t.Errorf("the second says %d %q %q", status, out, errs)
	}
}

func TestSessionStart(t *testing.T) {
	env, _, _ := process(t, "")
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow"})
	dir := project(t, env)
	if status, out, errs := start(t, env, dir); status != 0 || out != "" || errs != "" {
		t.Errorf("with nothing to tell: %d %q %q", status, out, errs)
	}
	if s, err := state.InHome(env.Home).Session("s"); err != nil || s.Repo != "git.example/o/r" {
		t.Errorf("the session file: %+v, %v", s, err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), []byte("x"))
	status, out, errs := start(t, env, dir)
	if status != 0 || errs != "" || !strings.Contains(out, "Every tool call is blocked until that is mended") {
		t.Errorf("with a corrupt policy: %d %q %q", status, out, errs)
	}
}

func TestAccountPolicy(t *testing.T) {
	policy := func(action string) table.Header {
		return table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: action}}
	}
	call := func(env *Env, payload string) string {
		again, out, _ := process(t, payload, "--event", "Pre")
		again.Home, again.Now = env.Home, time.Now
		Run(again, fake{asks: true})
		return out.String()
	}
	t.Run("block", func(t *testing.T) {
		env, _, _ := process(t, "")
		withHeader(t, env, policy("block"))
		for _, payload := range []string{`{"command":"ls"}`, `{"read":"a"}`} {
			if out := call(env, payload); !strings.HasPrefix(out, "deny Tempa (account policy)") {
				t.Errorf("%s: %q", payload, out)
			}
		}
	})
	t.Run("ask once", func(t *testing.T) {
		env, _, _ := process(t, "")
		withHeader(t, env, policy("ask"))
		if out := call(env, `{"command":"ls"}`); !strings.HasPrefix(out, "ask Tempa (account policy)") {
			t.Errorf("the first call: %q", out)
		}
		if out := call(env, `{"command":"ls"}`); !strings.HasPrefix(out, "ask ") {
			t.Errorf("a twin of the first call: %q", out)
		}
		if out := call(env, `{"command":"pwd"}`); out != "" {
			t.Errorf("the second call: %q", out)
		}
	})
	t.Run("inform", func(t *testing.T) {
		env, _, _ := process(t, "")
		withHeader(t, env, policy("inform"))
		if out := call(env, `{"command":"ls"}`); out != "" {
			t.Errorf("a call: %q", out)
		}
		if _, out, _ := start(t, env, project(t, env)); !strings.Contains(out, "account") {
			t.Errorf("the start of the session: %q", out)
		}
	})
}

func TestForgedClaimChangesNoDecision(t *testing.T) {
	env, _, _ := process(t, "")
	withPolicy(t, env, "allow", []string{"Bash(rm:*)"}, nil)
	for range 3 { // the second and the third find the claim of the first
		again, out, _ := process(t, `{"command":"rm x"}`, "--event", "Pre")
		again.Home, again.Now = env.Home, time.Now
		if Run(again, fake{}); !strings.HasPrefix(out.String(), "deny ") {
			t.Errorf("said %q", out.String())
		}
	}
	spool, _ := filepath.Glob(filepath.Join(env.Home, ".tempa", "spool", "*.jsonl"))
	if len(spool) != 1 {
		t.Fatalf("spool files: %v", spool)
	}
	data, err := os.ReadFile(spool[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 1 || !json.Valid([]byte(lines[0])) {
		t.Errorf("%d records of one event: %s", len(lines), data)
	}
}

func TestSessionEndForgets(t *testing.T) {
	env, _, _ := process(t, "")
	dir := state.InHome(env.Home)
	if err := dir.SaveSession("s", state.Session{Harness: "fake"}); err != nil {
		t.Fatal(err)
	}
	again, out, errs := process(t, `{"kind":"session.end"}`, "--event", "End")
	again.Home = env.Home
	if status := Run(again, fake{}); status != 0 || out.Len()+errs.Len() > 0 {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
	if s, _ := dir.Session("s"); s.Harness != "" {
		t.Error("the session is still there")
	}
}
