package gemini

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Provable = Dialect{}

// Canary is a payload in the form that was recorded of gemini-cli 0.61.0.
func (Dialect) Canary(command, dir string) (string, []byte) {
	data, _ := json.Marshal(map[string]any{
		"session_id": "tempa-doctor", "transcript_path": "", "cwd": dir, "hook_event_name": "BeforeTool",
		"timestamp": "2026-01-01T10:00:00.000Z", "tool_name": "run_shell_command",
		"tool_input": map[string]string{"command": command, "description": "tempa doctor"},
	})
	return "BeforeTool", data
}

// Start runs the line through bash.
func (Dialect) Start(e harness.Event, l harness.Line) []string {
	return harness.Shell(l.GOOS, l.CommandLine(e.Name, e.Kind.Judged()))
}

// Try sends one prompt without a terminal. The folder it runs in is empty, and
// in one that is not trusted the client does not start (gemini-cli 0.61.0).
func (Dialect) Try(prompt string) []string { return []string{"gemini", "--skip-trust", "-p", prompt} }
