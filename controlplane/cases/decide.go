package cases

import (
	"errors"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
)

// Decider decides events by a rule table, as the hooks do.
func Decider(table []byte) (func(*event.Event) decision.Decision, error) {
	return nil, errors.New("this build cannot decide yet")
}
