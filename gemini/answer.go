package gemini

import (
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

type output struct {
	Decision      string    `json:"decision,omitempty"`
	Reason        string    `json:"reason,omitempty"`
	SystemMessage string    `json:"systemMessage,omitempty"`
	Specific      *specific `json:"hookSpecificOutput,omitempty"`
}

type specific struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// Encode writes the answer. A prompt or a result cannot be asked about, so an
// ask is a deny there. An event that takes no answer gets none: text would be
// shown to the person, and an answer to AfterAgent starts the turn again.
func (Answers) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	switch ev.Kind {
	case event.ToolPre:
		return object(judged(d))
	case event.PromptSubmit:
		return object(said(d, "BeforeAgent"))
	case event.ToolPost:
		return object(said(d, "AfterTool"))
	case event.SessionStart:
		return object(output{SystemMessage: d.Reason, Specific: context(d, "SessionStart")})
	}
	return harness.Answer{}
}

// judged answers a tool call.
func judged(d decision.Decision) output {
	switch d.Kind {
	case decision.Deny:
		return output{Decision: "deny", Reason: text(d)}
	case decision.Ask:
		return output{Decision: "ask", Reason: text(d), SystemMessage: text(d)}
	case decision.Allow, decision.Guidance:
		return output{Decision: "allow", Specific: context(d, "BeforeTool")}
	}
	return output{}
}

// said answers an event that can be refused or commented on.
func said(d decision.Decision, event string) output {
	if d.Kind >= decision.Ask {
		return output{Decision: "deny", Reason: text(d)}
	}
	return output{Specific: context(d, event)}
}

// text is the reason with the guidance behind it, which has no other way.
func text(d decision.Decision) string {
	return strings.Join(append([]string{d.Text()}, d.Guidance...), "\n\n")
}

func context(d decision.Decision, event string) *specific {
	if len(d.Guidance) == 0 {
		return nil
	}
	return &specific{Event: event, Context: strings.Join(d.Guidance, "\n\n")}
}

func object(out output) harness.Answer {
	if out == (output{}) {
		return harness.Answer{}
	}
	return harness.Object(out)
}
