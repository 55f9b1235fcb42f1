package conformance

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/starter"
)

// form is what a hook leaves when it could not judge an event.
type form struct {
	exit   int
	stdout string // a key that the object has; empty means nothing on stdout
	stderr bool
}

var (
	emptyJSON  = form{stdout: "{}"}
	exitText   = form{exit: 2, stderr: true}
	exitObject = form{exit: 2, stdout: "permissionDecision", stderr: true}
	object     = form{stdout: "decision"}
	ended      = form{stdout: "terminationBehavior"}
)

// failAnswers is the table of fail answers: one cell for each event of each
// client, from what the clients were measured to block on.
var failAnswers = map[string]map[event.Kind]form{
	"claudecode":     {event.ToolPre: exitText, event.PromptSubmit: object, event.SettingsChange: exitText},
	"copilot":        {event.ToolPre: exitObject, event.PromptSubmit: object},
	"copilot-vscode": {event.ToolPre: exitObject, event.PromptSubmit: object},
	"codex":          {event.ToolPre: exitText, event.PromptSubmit: exitText},
	"gemini":         {event.ToolPre: exitText, event.PromptSubmit: exitText},
	"antigravity":    {event.ToolPre: object, event.PromptSubmit: ended},
}

// Every event of every client, with a payload that cannot be read: a judged
// event is blocked in the one form of that client, and every other is silent.
func TestFailAnswers(t *testing.T) {
	m := newMachine(t, starter.Profile(), starter.Table())
	cells := map[string]bool{}
	for _, c := range columns {
		for _, e := range c.dialect.Info().Events {
			if c.name == "copilot" != (strings.ToLower(e.Name[:1]) == e.Name[:1]) && c.dialect.Info().Name == "copilot" {
				continue // the other column's events
			}
			cells[c.name+" "+string(e.Kind)] = true
			t.Run(c.name+"/"+e.Name, func(t *testing.T) {
				a := m.hook(c, []byte(`{"cut off`), "--event", e.Name)
				want, judged := failAnswers[c.name][e.Kind]
				if judged != e.Kind.Judged() {
					t.Fatalf("the table does not say how a %s fails", e.Kind)
				}
				if !judged && c.name == "antigravity" {
					want = emptyJSON
				}
				want.hold(t, a)
				out := client.For(c.name, c.kindOf(e.Name))(a)
				if out.Fault != "" || judged != (out.Verdict == client.Blocked) {
					t.Errorf("the client: %s, fault %q", out.Verdict, out.Fault)
				}
				if judged && !strings.Contains(out.Model+out.Person, "blocking (fail closed)") {
					t.Errorf("nobody reads why: %+v", out)
				}
			})
		}
	}
	for name, kinds := range failAnswers {
		for kind := range kinds {
			if !cells[name+" "+string(kind)] {
				t.Errorf("%s has no event that is a %s", name, kind)
			}
		}
	}
	t.Logf("%d cells", len(cells))
}

func (f form) hold(t *testing.T, a client.Answer) {
	t.Helper()
	if a.Exit != f.exit || (a.Stderr != "") != f.stderr {
		t.Errorf("exit %d, stderr %q; want exit %d, a text there: %v", a.Exit, a.Stderr, f.exit, f.stderr)
	}
	var keys map[string]any
	err := json.Unmarshal([]byte(a.Stdout), &keys)
	switch {
	case f.stdout == "":
		if a.Stdout != "" {
			t.Errorf("stdout %q, want nothing", a.Stdout)
		}
	case err != nil:
		t.Errorf("stdout %q is no object: %v", a.Stdout, err)
	case f.stdout == "{}":
		if len(keys) != 0 {
			t.Errorf("stdout %q, want {}", a.Stdout)
		}
	case !slices.Contains(sortedKeys(keys), f.stdout):
		t.Errorf("stdout %q has no %s", a.Stdout, f.stdout)
	}
}
