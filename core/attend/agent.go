package attend

import "os"

// markers are variables that a client sets for what its agent runs. A command
// that speaks for a person is refused with one of them in the environment.
var markers = []string{
	"CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "AI_AGENT", // claude-code 2.1.332
	"COPILOT_CLI",                                  // copilot 1.0.102
	"CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_CI", // codex-cli
	"GEMINI_CLI", "GEMINI_SESSION_ID", // gemini-cli 0.61.0
	"ANTIGRAVITY_AGENT", "ANTIGRAVITY_CONVERSATION_ID", // agy 1.2.7
}

// Agent is the variable that tells that an agent started this process, empty
// when none does.
func Agent(getenv func(string) string) string {
	for _, m := range markers {
		if getenv(m) != "" {
			return m
		}
	}
	return ""
}

// IsTerminal reports whether a person can be asked: a character device that is
// not the null device.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
