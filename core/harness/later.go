package harness

import "github.com/tempahq/tempa/core/event"

// Later is a dialect whose client hands the model nothing of some answers. What
// there is to tell is then kept, and told with the next answer that reaches it.
type Later interface {
	// Reaches reports whether the model reads the guidance of an answer to the
	// event.
	Reaches(ev *event.Event) bool
}
