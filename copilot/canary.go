package copilot

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Provable = Dialect{}

// Canary is a payload in the form that was recorded of copilot 1.0.102.
func (Dialect) Canary(command, dir string) (string, []byte) {
	data, _ := json.Marshal(map[string]any{
		"sessionId": "tempa-doctor", "timestamp": 1790000000000, "cwd": dir,
		"toolName": "bash", "toolArgs": map[string]string{"command": command, "description": "tempa doctor"},
	})
	return "preToolUse", data
}

// Start runs the exec form: no shell.
func (Dialect) Start(e harness.Event, l harness.Line) []string {
	return append([]string{l.Program}, l.Argv(e.Name)...)
}

// Try sends one prompt without a terminal.
func (Dialect) Try(prompt string) []string { return []string{"copilot", "-p", prompt} }
