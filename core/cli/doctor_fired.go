package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// checkFired tells an installed hook from one that was seen to run: a client
// can list a hook and never call it.
func (r *run) checkFired(events map[string]time.Time, places []place) finding {
	const check = "last event"
	title := r.dialect.Info().Title
	name, last := latest(events, func(string) bool { return true })
	if last.IsZero() {
		return bad.Finding(check, fmt.Sprintf("%s has never called this hook here: it is installed at most, not seen to work; start a session and run a command", title))
	}
	text := fmt.Sprintf("%s at %s", name, last.Format(time.RFC3339))
	_, call := latest(events, r.isToolCall)
	if call.IsZero() {
		return warn.Finding(check, text+", but never a tool call; let the agent run a command and look again")
	}
	if changed := newest(places); changed.After(last) {
		return warn.Finding(check, fmt.Sprintf("%s, and the installation changed after that (%s): not seen to work since; start a session and run a command", text, changed.Format(time.RFC3339)))
	}
	return good.Finding(check, text)
}

func latest(events map[string]time.Time, counts func(string) bool) (name string, last time.Time) {
	for e, at := range events {
		if counts(e) && at.After(last) {
			name, last = e, at
		}
	}
	return name, last
}

func (r *run) isToolCall(name string) bool {
	kind, err := r.dialect.Info().KindOf(name)
	return err == nil && kind == event.ToolPre
}

// newest is when a hook binary or a plugin's hook file was put into place. A
// person's settings change every day and say nothing.
func newest(places []place) (at time.Time) {
	for _, p := range places {
		files := []string{p.Program}
		if p.Name != "" {
			files = append(files, p.File)
		}
		for _, f := range files {
			if info, err := os.Stat(f); err == nil && info.ModTime().After(at) {
				at = info.ModTime()
			}
		}
	}
	return at
}

// toolEvent is the event that a tool call is judged at.
func toolEvent(d harness.Dialect, name string) (harness.Event, bool) {
	for _, e := range d.Info().Events {
		if e.Name == name && !e.Foreign {
			return e, true
		}
	}
	return harness.Event{}, false
}
