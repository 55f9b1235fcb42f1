package codex

import (
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// output holds no key that the schema of any event used here lacks, and none
// that the client answers with a failed hook.
type output struct {
	Decision      string    `json:"decision,omitempty"`
	Reason        string    `json:"reason,omitempty"`
	SystemMessage string    `json:"systemMessage,omitempty"`
	Specific      *specific `json:"hookSpecificOutput,omitempty"`
}

type specific struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision,omitempty"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
	Context  string `json:"additionalContext,omitempty"`
}

// Encode writes the answer. Only a no is said; all else is no decision, with
// what there is to tell the model.
func (Answers) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	no := d.Kind >= decision.Ask // an ask cannot be put to a person here
	context := Dialect{}.ContextLimit().Shorten(strings.Join(d.Guidance, "\n\n"))
	var out output
	switch ev.Kind {
	case event.ToolPre:
		if no {
			out.Specific = &specific{Event: "PreToolUse", Decision: "deny", Reason: d.Text(), Context: context}
			return harness.Object(out)
		}
	case event.PromptSubmit, event.ToolPost:
		if no {
			out.Decision, out.Reason = "block", d.Text()
		}
	case event.SessionStart:
		out.SystemMessage = d.Reason
	default:
		return harness.Answer{}
	}
	if context != "" {
		out.Specific = &specific{Event: eventName(ev.Kind), Context: context}
	}
	if out == (output{}) {
		return harness.Answer{}
	}
	return harness.Object(out)
}

// eventName is the client's name of an event that takes context.
func eventName(k event.Kind) string {
	switch k {
	case event.SessionStart:
		return "SessionStart"
	case event.PromptSubmit:
		return "UserPromptSubmit"
	case event.ToolPost:
		return "PostToolUse"
	}
	return "PreToolUse"
}
