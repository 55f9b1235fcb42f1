package claudecode

import (
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// output is an answer. A field that is not set must be absent: a null voids
// the answer.
type output struct {
	Decision string    `json:"decision,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	Message  string    `json:"systemMessage,omitempty"`
	Specific *specific `json:"hookSpecificOutput,omitempty"`
}

type specific struct {
	Event      string `json:"hookEventName"`
	Permission string `json:"permissionDecision,omitempty"`
	Why        string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
	Suppress   bool   `json:"suppressOriginalPrompt,omitempty"`
}

// Encode writes the answer to one event.
func (Dialect) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	no := d.Kind >= decision.Ask
	limit := Dialect{}.ContextLimit()
	context := limit.Shorten(guidance(d))
	var out output
	switch ev.Name {
	case "PreToolUse", "PreSkillShellCommand":
		out = toolCall(ev.Name, d, context)
	case "UserPromptSubmit":
		out = prompt(d, context)
	case "PostToolUse":
		out.Specific = contextOf(ev.Name, context)
		if no {
			out.Decision, out.Reason = "block", d.Text()
		}
	case "PostToolUseFailure": // there is nothing to block
		if no {
			context = limit.Shorten(d.Text() + "\n\n" + guidance(d))
		}
		out.Specific = contextOf(ev.Name, context)
	case "SessionStart": // the reason is for the person, the guidance for the model
		out.Message = limit.Shorten(d.Reason)
		out.Specific = contextOf(ev.Name, context)
	case "ConfigChange":
		if no {
			out.Decision, out.Reason = "block", d.Text()
		}
	default:
		return unnamed(ev, no, d)
	}
	if out == (output{}) {
		return harness.Answer{}
	}
	return harness.Object(out)
}

// toolCall is never an allow, which would be a grant, nor a defer, which would
// end the run.
func toolCall(name string, d decision.Decision, context string) output {
	if d.Kind < decision.Ask {
		return output{Specific: contextOf(name, context)}
	}
	return output{Specific: &specific{Event: name, Permission: d.Kind.String(), Why: d.Text(), Context: context}}
}

// prompt blocks without repeating the prompt. A question cannot be put here.
func prompt(d decision.Decision, context string) output {
	if d.Kind < decision.Ask {
		return output{Specific: contextOf("UserPromptSubmit", context)}
	}
	return output{
		Decision: "block", Reason: d.Text(),
		Specific: &specific{Event: "UserPromptSubmit", Suppress: true},
	}
}

// unnamed blocks what has no answer of its own by exit status: a payload whose
// event could not be told.
func unnamed(ev *event.Event, no bool, d decision.Decision) harness.Answer {
	if !ev.Kind.Judged() || !no {
		return harness.Answer{}
	}
	return harness.Answer{Stderr: d.Text(), Exit: 2}
}

// contextOf is context for the model, nil when there is none.
func contextOf(name, context string) *specific {
	if context == "" {
		return nil
	}
	return &specific{Event: name, Context: context}
}

func guidance(d decision.Decision) string { return strings.Join(d.Guidance, "\n\n") }
