package hook

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// stranger is a client that knows no payload as its own.
type stranger struct{ fake }

func (stranger) Recognize(*payload.Object, string) harness.Dialect { return nil }

// A payload that belongs to nobody is blocked as a tool call, whatever the hook
// line says it is, and an event that is not judged stays silent.
func TestForeignPayload(t *testing.T) {
	forms := map[event.Kind]harness.FailForm{event.ToolPre: harness.FailExit, event.PromptSubmit: harness.FailObject}
	for name, status := range map[string]int{"Pre": 2, "Prompt": 2, "": 2, "Stop": 0} {
		args := []string{"--event", name}
		if name == "" {
			args = nil
		}
		env, stdout, stderr := process(t, `{}`, args...)
		got := Run(env, stranger{fake{fail: forms}})
		if got != status || stdout.Len() > 0 || strings.Contains(stderr.String(), "cannot answer") != (status == 2) {
			t.Errorf("%q: exit %d, %q, %q; want exit %d", name, got, stdout, stderr, status)
		}
	}
}
