package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// child is a client whose sessions have parents.
type child struct{ fake }

func (c child) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev, err := c.fake.Decode(in, name)
	ev.Session.ID, _ = in.Get("id").Str()
	ev.Session.Parent, _ = in.Get("parent").Str()
	return ev, err
}

// withAccountPolicy is a home whose policy wants another account.
func withAccountPolicy(t *testing.T, action string) *Env {
	t.Helper()
	env, _, _ := process(t, "")
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: action}})
	return env
}

// said is what a hook in this home answers to a tool call.
func said(t *testing.T, env *Env, d harness.Dialect, payload string) string {
	t.Helper()
	again, out, errs := process(t, payload, "--event", "Pre")
	again.Home, again.Now = env.Home, time.Now
	if status := Run(again, d); status != 0 || errs.Len() > 0 {
		t.Fatalf("status %d, stderr %q", status, errs.String())
	}
	return out.String()
}

// A session that another one has started has its parent's verdict, and the
// question that was put to the parent is not put again.
func TestChildFollowsItsParent(t *testing.T) {
	const parent, first, other = `{"id":"p","command":"ls"}`, `{"id":"c1","parent":"p","command":"pwd"}`, `{"id":"c2","command":"pwd"}`
	env := withAccountPolicy(t, "ask")
	if out := said(t, env, child{fake{asks: true}}, parent); !strings.HasPrefix(out, "ask Tempa (account policy)") {
		t.Errorf("the parent: %q", out)
	}
	if out := said(t, env, child{fake{asks: true}}, first); out != "" {
		t.Errorf("its child: %q", out)
	}
	if out := said(t, env, child{fake{asks: true}}, other); !strings.HasPrefix(out, "ask Tempa (account policy)") {
		t.Errorf("a session of its own: %q", out)
	}

	env = withAccountPolicy(t, "block")
	verdict := &state.Account{Kind: "organisation", Signal: "managed_settings"}
	if err := state.InHome(env.Home).SaveSession("p", state.Session{Harness: "fake", Account: verdict}); err != nil {
		t.Fatal(err)
	}
	if out := said(t, env, child{fake{asks: true}}, first); out != "" {
		t.Errorf("the child of a session with the right account: %q", out)
	}
	if out := said(t, env, child{fake{asks: true}}, other); !strings.HasPrefix(out, "deny Tempa (account policy)") {
		t.Errorf("a session without a verdict: %q", out)
	}
}

// A verdict that cannot be read is worked out again, and a question that could
// not be noted is put again.
func TestVerdictThatIsLost(t *testing.T) {
	spoil := map[string]func(t *testing.T, sessions string){
		"damaged": func(t *testing.T, sessions string) {
			put(t, filepath.Join(sessions, "s.json"), []byte(`{"account":{"kind":"organ`))
		},
		"gone": func(t *testing.T, sessions string) { os.RemoveAll(sessions) },
		"a folder that cannot be one": func(t *testing.T, sessions string) {
			os.RemoveAll(sessions)
			put(t, sessions, []byte("x"))
		},
	}
	for name, f := range spoil {
		t.Run(name, func(t *testing.T) {
			env := withAccountPolicy(t, "ask")
			sessions := filepath.Join(env.Home, ".tempa", "sessions")
			for _, command := range []string{"ls", "pwd"} {
				if err := os.MkdirAll(filepath.Dir(sessions), 0o700); err != nil {
					t.Fatal(err)
				}
				f(t, sessions)
				if out := said(t, env, fake{asks: true}, `{"command":"`+command+`"}`); !strings.HasPrefix(out, "ask Tempa (account policy)") {
					t.Errorf("%s: %q", command, out)
				}
			}
		})
	}
}

// A verdict about another client, whose session has the same id, says nothing
// about this one.
func TestVerdictOfAnotherClient(t *testing.T) {
	env := withAccountPolicy(t, "ask")
	dir := state.InHome(env.Home)
	other := state.Session{Harness: "another", Account: &state.Account{Kind: "organisation"}, Asked: []string{"account"}}
	if err := dir.SaveSession("s", other); err != nil {
		t.Fatal(err)
	}
	if out := said(t, env, child{fake{asks: true}}, `{"id":"s","command":"ls"}`); !strings.HasPrefix(out, "ask Tempa (account policy)") {
		t.Errorf("answered %q", out)
	}
}

// A call that the account policy stops counts as a decision, by its id.
func TestAccountDecisionIsCounted(t *testing.T) {
	for action, want := range map[string]string{"ask": "ask", "block": "deny"} {
		env := withAccountPolicy(t, action)
		said(t, env, fake{asks: true}, `{"command":"ls"}`)
		records := lines(t, env, "spool/*.jsonl")
		if len(records) != 1 || !strings.Contains(records[0], `"event":"policy.decision"`) ||
			!strings.Contains(records[0], `"decision":"`+want+`"`) || !strings.Contains(records[0], `"policy_ids":["tempa/account-policy"]`) {
			t.Errorf("%s: %q", action, records)
		}
	}
}

// A question that something stricter took the place of was not put.
func TestDenialUsesNoQuestionUp(t *testing.T) {
	env := withAccountPolicy(t, "ask")
	d := fake{asks: true}
	if out := said(t, env, d, `{"command":"cat ~/.tempa/attestation.json"}`); !strings.HasPrefix(out, "deny Tempa (tempa/own-files") {
		t.Errorf("the first call: %q", out)
	}
	if out := said(t, env, d, `{"command":"ls"}`); !strings.HasPrefix(out, "ask Tempa (account policy)") {
		t.Errorf("the second: %q", out)
	}
	if out := said(t, env, d, `{"command":"pwd"}`); out != "" {
		t.Errorf("the third: %q", out)
	}
}

// Nor was one that a rule denies.
func TestRuleUsesNoQuestionUp(t *testing.T) {
	env := withAccountPolicy(t, "ask")
	row, err := rule.Parse(rule.Deny, "permissions/deny/1", "Bash(rm:*)")
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow", AccountPolicy: &table.Account{AllowedKinds: []string{"organisation"}, OnViolation: "ask"}}, []rule.Row{row})
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), data)
	for _, tt := range []struct{ command, want string }{{"rm x", "deny "}, {"ls", "ask Tempa (account policy)"}, {"pwd", ""}} {
		if out := said(t, env, fake{asks: true}, `{"command":"`+tt.command+`"}`); !strings.HasPrefix(out, tt.want) || tt.want == "" && out != "" {
			t.Errorf("%s: %q", tt.command, out)
		}
	}
}

// A violation that is only told counts as a decision, by the policy's id.
func TestTellingIsCounted(t *testing.T) {
	env := withAccountPolicy(t, "inform")
	begin(t, env, t.TempDir(), 0)
	records := lines(t, env, "spool/*.jsonl")
	if len(records) != 2 || !strings.Contains(records[0], `"event":"policy.decision"`) || !strings.Contains(records[0], `"decision":"guidance"`) ||
		!strings.Contains(records[0], `"policy_ids":["tempa/account-policy"]`) || !strings.Contains(records[1], `"event":"session.start"`) {
		t.Errorf("%q", records)
	}
}
