package state

import (
	"time"

	"github.com/tempahq/tempa/core/json"
)

// logLimit is the most a day's log holds.
const logLimit = 4 << 20

// LogEntry is one line of the log. It never holds the text of a command, a
// prompt or a file.
type LogEntry struct {
	At      time.Time `json:"at"`
	Harness string    `json:"harness"`
	Event   string    `json:"event,omitempty"`
	Session string    `json:"session,omitempty"`
	Error   string    `json:"error"`
}

// Log adds an entry to the day's log.
func (d Dir) Log(e LogEntry) error {
	e.Event, e.Session, e.Error = clip(e.Event), clip(e.Session), clip(e.Error)
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return d.appendLine(d.Path("log", "hook-"+day(e.At)+".jsonl"), line, logLimit)
}
