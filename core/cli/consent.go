package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

// agentMarkers are variables that a client sets for what its agent runs. A
// command that changes which policy holds is a person's act: with a marker in
// the environment it is refused, --yes or not.
var agentMarkers = []string{
	"CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "AI_AGENT", // claude-code 2.1.332
	"COPILOT_CLI",                                  // copilot 1.0.102
	"CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_CI", // codex-cli
	"GEMINI_CLI", "GEMINI_SESSION_ID", // gemini-cli 0.61.0
	"ANTIGRAVITY_AGENT", "ANTIGRAVITY_CONVERSATION_ID", // agy 1.2.7
}

// consent asks for a typed yes, unless yes was given on the command line.
func (r *run) consent(what string, yes bool) error {
	for _, m := range agentMarkers {
		if r.Getenv(m) != "" {
			return fmt.Errorf("this changes which policy holds, so a person has to run it in a terminal of their own (%s is set: an agent started this)", m)
		}
	}
	if yes {
		return nil
	}
	if !r.Terminal {
		return errors.New("nobody can be asked here: run it in a terminal, or add --yes")
	}
	r.printf("%s\nType yes to go on: ", what)
	line, _ := bufio.NewReader(r.Stdin).ReadString('\n')
	if strings.TrimSpace(line) != "yes" {
		return errors.New("nothing was changed")
	}
	return nil
}
