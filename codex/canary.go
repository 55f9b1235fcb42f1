package codex

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Provable = Dialect{}

// Canary is a payload in the form that was recorded of codex-cli 0.171.0.
func (Dialect) Canary(command, dir string) (string, []byte) {
	data, _ := json.Marshal(map[string]any{
		"session_id": "tempa-doctor", "turn_id": "tempa-doctor", "transcript_path": nil, "cwd": dir,
		"hook_event_name": "PreToolUse", "model": "none", "permission_mode": "default",
		"tool_name": "Bash", "tool_input": map[string]string{"command": command}, "tool_use_id": "tempa-doctor",
	})
	return "PreToolUse", data
}

// Start runs the line through bash.
func (Dialect) Start(e harness.Event, l harness.Line) []string {
	return harness.Shell(l.GOOS, l.CommandLine(e.Name, e.Kind.Judged()))
}

// Try sends one prompt without a terminal, outside a repository too.
func (Dialect) Try(prompt string) []string {
	return []string{"codex", "exec", "--skip-git-repo-check", prompt}
}
