package copilot

import (
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// output is an answer. The camelCase form reads the top level only.
type output struct {
	Permission string    `json:"permissionDecision,omitempty"`
	Why        string    `json:"permissionDecisionReason,omitempty"`
	Decision   string    `json:"decision,omitempty"`
	Reason     string    `json:"reason,omitempty"`
	Continue   *bool     `json:"continue,omitempty"`   // VS Code
	StopReason string    `json:"stopReason,omitempty"` // VS Code
	Context    string    `json:"additionalContext,omitempty"`
	Message    string    `json:"systemMessage,omitempty"` // VS Code
	Specific   *specific `json:"hookSpecificOutput,omitempty"`
}

// specific repeats an answer for the readers of hookSpecificOutput.
type specific struct {
	Event      string `json:"hookEventName"`
	Permission string `json:"permissionDecision,omitempty"`
	Why        string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
}

// Encode writes the answer to one event.
func (Answers) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	switch {
	case ev.Shape != shapeForeign:
	case d.Kind >= decision.Ask:
		return harness.Answer{Stderr: d.Text(), Exit: 2}
	default:
		return harness.Answer{}
	}
	switch ev.Kind {
	case event.ToolPre:
		return toolCall(ev, d)
	case event.PromptSubmit:
		return prompt(ev, d)
	case event.ToolPost:
		return toolResult(ev, d)
	case event.SessionStart:
		return sessionStart(ev, d)
	}
	return harness.Answer{}
}

// toolCall puts the guidance of a denial into its reason, because Copilot's
// cloud agent documents no context there. Allow is no answer: it would be a
// grant.
func toolCall(ev *event.Event, d decision.Decision) harness.Answer {
	if d.Kind < decision.Ask {
		return give(ev, output{Context: shorten(guidance(d))})
	}
	return give(ev, output{Permission: d.Kind.String(), Why: paragraphs(d.Text(), guidance(d))})
}

func prompt(ev *event.Event, d decision.Decision) harness.Answer {
	if d.Kind < decision.Ask {
		return give(ev, output{Context: shorten(guidance(d))})
	}
	out := output{Decision: "block", Reason: d.Text()}
	if ev.Shape == shapeVSCode {
		out.Continue, out.StopReason = new(bool), out.Reason
	}
	return give(ev, out)
}

// toolResult replaces a result that a rule objects to by the reason.
func toolResult(ev *event.Event, d decision.Decision) harness.Answer {
	if d.Kind < decision.Ask {
		return give(ev, output{Context: shorten(guidance(d))})
	}
	text := paragraphs(d.Text(), guidance(d))
	if strings.HasSuffix(ev.Name, "Failure") {
		return give(ev, output{Context: shorten(text)})
	}
	return give(ev, output{Decision: "block", Reason: text})
}

// sessionStart tells the reason to the person and the guidance to the model.
// Copilot shows a person nothing but the stderr of an exit 2 there, which
// blocks nothing (copilot 1.0.102).
func sessionStart(ev *event.Event, d decision.Decision) harness.Answer {
	out := output{Context: shorten(paragraphs(d.Reason, guidance(d)))}
	if ev.Shape == shapeVSCode {
		out.Message = d.Reason
		return give(ev, out)
	}
	a := give(ev, out)
	if d.Reason != "" {
		a.Stderr, a.Exit = d.Reason, 2
	}
	return a
}

// give writes an answer in the form that the payload asks for, for all readers
// when its form could not be told, and nothing when there is nothing to say.
func give(ev *event.Event, out output) harness.Answer {
	if out == (output{}) {
		return harness.Answer{}
	}
	if ev.Shape != shapeCamel && (out.Permission != "" || out.Context != "") {
		out.Specific = &specific{Event: pascalName(ev), Permission: out.Permission, Why: out.Why, Context: out.Context}
	}
	return harness.Object(out)
}

// pascalName is the event's name for hookSpecificOutput.
func pascalName(ev *event.Event) string {
	switch ev.Kind {
	case event.PromptSubmit:
		return "UserPromptSubmit"
	case event.SessionStart:
		return "SessionStart"
	case event.ToolPost:
		return ev.Name
	}
	return "PreToolUse"
}

func guidance(d decision.Decision) string { return strings.Join(d.Guidance, "\n\n") }

// paragraphs joins the texts that are not empty.
func paragraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// shorten cuts what does not reach the model.
func shorten(context string) string { return Dialect{}.ContextLimit().Shorten(context) }
