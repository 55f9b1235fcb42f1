package claudecode

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Provable = Dialect{}

// Canary is a payload in the form that was recorded of claude-code 2.1.332.
func (Dialect) Canary(command, dir string) (string, []byte) {
	data, _ := json.Marshal(map[string]any{
		"session_id": "tempa-doctor", "transcript_path": "", "cwd": dir, "permission_mode": "default",
		"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": map[string]string{"command": command},
		"tool_use_id": "tempa-doctor",
	})
	return "PreToolUse", data
}

// Start runs the exec form: no shell.
func (Dialect) Start(e harness.Event, l harness.Line) []string {
	return append([]string{l.Program}, l.Argv(e.Name)...)
}

// Try sends one prompt without a terminal.
func (Dialect) Try(prompt string) []string { return []string{"claude", "-p", prompt} }
