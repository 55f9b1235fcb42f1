package antigravity

import (
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/semver"
)

// verdict answers a tool call; it is never empty.
type verdict struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason,omitempty"`
}

// steps answers the other events; empty it changes nothing.
type steps struct {
	Inject      []step `json:"injectSteps,omitempty"`
	Termination string `json:"terminationBehavior,omitempty"`
}

// step holds one of its members.
type step struct {
	Ephemeral string         `json:"ephemeralMessage,omitempty"`
	System    *systemMessage `json:"systemMessage,omitempty"`
	Error     *errorMessage  `json:"errorMessage,omitempty"`
}

type systemMessage struct {
	Text string `json:"systemMessage"`
}

type errorMessage struct {
	Text string `json:"userMessage"`
}

// Encode writes the answer, which is always an object.
func (d Dialect) Encode(ev *event.Event, dec decision.Decision) harness.Answer {
	guidance := strings.Join(dec.Guidance, "\n\n")
	no := dec.Kind >= decision.Ask
	switch {
	case ev.Shape == foreign && no:
		// The client that sent it reads the status, not this object.
		a := harness.Object(judged(dec))
		a.Stderr, a.Exit = dec.Text(), 2
		return a
	case ev.Kind == event.ToolPre:
		return harness.Object(judged(dec))
	case ev.Kind == event.PromptSubmit && no:
		return harness.Object(steps{Inject: []step{d.toPerson(dec.Text())}, Termination: "terminate"})
	case ev.Kind == event.SessionStart:
		return harness.Object(d.inject(join(dec.Reason, guidance)))
	case ev.Name == "PreInvocation":
		return harness.Object(d.inject(guidance))
	}
	return harness.Object(steps{})
}

// judged answers a tool call. The model reads the reason, so guidance stands
// behind it.
func judged(d decision.Decision) verdict {
	guidance := strings.Join(d.Guidance, "\n\n")
	switch d.Kind {
	case decision.Deny:
		return verdict{"deny", join(d.Text(), guidance)}
	case decision.Ask:
		return verdict{"force_ask", join(d.Text(), guidance)}
	}
	return verdict{"allow", guidance}
}

func (d Dialect) inject(text string) steps {
	if text == "" {
		return steps{}
	}
	if d.newSteps() {
		return steps{Inject: []step{{System: &systemMessage{text}}}}
	}
	return steps{Inject: []step{{Ephemeral: text}}}
}

// toPerson tells the person why the turn ends.
func (d Dialect) toPerson(text string) step {
	if d.newSteps() {
		return step{Error: &errorMessage{text}}
	}
	return step{Ephemeral: text}
}

// newSteps reports whether the client knows errorMessage and systemMessage.
func (d Dialect) newSteps() bool { return !semver.Less(d.version, "1.5.2") }

// join puts a blank line between two texts that may be empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
