package hook

import (
	"slices"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/secrets"
)

// promptSecret is the policy id of a prompt that holds a secret.
const promptSecret = "tempa/prompt-secret"

// prompt blocks a prompt that holds a secret or personal data, and one that
// pulls in a file which may not be read. It asks nobody.
func (h *handler) prompt(ev *event.Event) (decision.Decision, error) {
	if kinds := secretKinds(ev.Prompt); len(kinds) > 0 {
		d := decision.Because(decision.Deny, promptSecret, secretText(kinds))
		d.Verbatim = true
		return d, nil
	}
	if len(ev.Files) == 0 {
		return decision.Decision{}, nil
	}
	return h.pulledIn(ev)
}

// secretKinds are the kinds of secret in a text, each once.
func secretKinds(text string) []string {
	var kinds []string
	for _, f := range secrets.Find(text) {
		if !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

// pulledIn judges the files that the client puts in front of the model without
// a tool call (measured: "@file" in a prompt of claude-code 2.1.332) like reads.
func (h *handler) pulledIn(ev *event.Event) (decision.Decision, error) {
	read := *ev
	read.Tool = &event.Tool{Name: "Read", Rule: "Read", Kind: event.ToolRead, Paths: ev.Files}
	dir, err := h.state()
	if err != nil {
		return decision.Decision{}, err
	}
	scope := h.scope(ev, dir)
	d, err := h.guarded(&read, scope, nil)
	if err != nil {
		return decision.Decision{}, err
	}
	if d.Kind == decision.Deny {
		return d, nil
	}
	ruled, err := h.byRows(&read, scope, nil)
	if err != nil {
		return decision.Decision{}, err
	}
	return decision.Strictest(d, ruled), nil
}
