package hook

import (
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// workspaceNote is what an MCP proxy finds its workspace by.
type workspaceNote struct {
	Session   string    `json:"session"`
	Workspace string    `json:"workspace"`
	At        time.Time `json:"at"`
}

// noteWorkspace leaves the note at the start of a session and at every prompt.
func (h *handler) noteWorkspace(ev *event.Event) {
	n, ok := h.dialect().(harness.WorkspaceNoter)
	if !ok || ev.Dir == "" || ev.Kind != event.SessionStart && ev.Kind != event.PromptSubmit {
		return
	}
	if dir, err := h.state(); err == nil {
		_ = dir.WriteJSON(n.WorkspaceFile(), workspaceNote{ev.Session.ID, ev.Dir, h.env.Now().UTC()})
	}
}
