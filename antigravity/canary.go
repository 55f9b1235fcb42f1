package antigravity

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var _ harness.Provable = Dialect{}

// Canary is a payload in the form that was published of agy 1.5.2.
func (Dialect) Canary(command, dir string) (string, []byte) {
	data, _ := json.Marshal(map[string]any{
		"conversationId": "tempa-doctor", "workspacePaths": []string{dir}, "transcriptPath": "",
		"artifactDirectoryPath": "", "modelName": "none", "stepIdx": 1,
		"toolCall": map[string]any{"name": "run_command", "args": map[string]any{
			"CommandLine": command, "Cwd": dir, "WaitMsBeforeAsync": 5000,
		}},
	})
	return "PreToolUse", data
}

// Start runs the line through a shell.
func (Dialect) Start(e harness.Event, l harness.Line) []string {
	return harness.Shell(l.GOOS, commandOf(e, l))
}

// Try sends one prompt without a terminal.
func (Dialect) Try(prompt string) []string { return []string{"agy", "-p", prompt} }
