package hook

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// deaf is a client that hands the model nothing before a tool, and shows every
// answer with its guidance.
type deaf struct{ fake }

func (deaf) Reaches(ev *event.Event) bool { return ev.Kind == event.PromptSubmit }

func (deaf) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	return harness.Answer{Stdout: []byte(d.Kind.String() + " " + strings.Join(d.Guidance, "|"))}
}

func TestGuidanceThatDoesNotReachIsToldLater(t *testing.T) {
	env, _, _ := process(t, "")
	rows := []rule.Row{{Effect: rule.Guidance, ID: "acme/pnpm", Reason: "Use pnpm here.", Command: &rule.Command{Programs: []string{"npm"}}}}
	data, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow"}, rows)
	if err != nil {
		t.Fatal(err)
	}
	put(t, state.InHome(env.Home).Path("local", "rules.table"), data)
	say := func(payload, name string) string {
		again, out, _ := process(t, payload, "--event", name)
		again.Home = env.Home
		Run(again, deaf{})
		return out.String()
	}
	say(`{"command":"npm install"}`, "Pre")
	if got := say(`{"prompt":"my token is ghp_`+"x7Kd92LmQp4RtVb81ZsYc3WnHf6JgTa05EuB"+`"}`, "Prompt"); got != "deny " {
		t.Errorf("a prompt that is blocked: %q", got)
	}
	if got := say(`{"prompt":"go on"}`, "Prompt"); got != "guidance Use pnpm here." {
		t.Errorf("the next prompt: %q", got)
	}
	if got := say(`{"prompt":"and on"}`, "Prompt"); got != "defer " {
		t.Errorf("the prompt after it: %q", got)
	}
}

func TestAFlaggedResultIsToldLater(t *testing.T) {
	env, _, _ := process(t, "")
	h := &handler{env: env}
	h.know(deaf{}, unreadable(deaf{}, ""))
	ev := &event.Event{Kind: event.ToolPost, Session: event.Session{ID: "s"}}
	h.later(ev, decision.Because(decision.Deny, "acme/leak", "The result holds a key."))
	d := h.later(&event.Event{Kind: event.PromptSubmit, Session: ev.Session}, decision.Decision{})
	if len(d.Guidance) != 1 || d.Guidance[0] != "Tempa (acme/leak): The result holds a key." || d.Kind != decision.Guidance {
		t.Errorf("told %+v", d)
	}
}
