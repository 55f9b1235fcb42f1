package claudecode

import (
	"strings"

	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

var _ harness.VersionSource = Dialect{}

// VersionCommand prints "2.1.332 (Claude Code)".
func (Dialect) VersionCommand() []string { return []string{"claude", "--version"} }

// ParseVersion reads what it printed.
func (Dialect) ParseVersion(printed string) string {
	return clientversion.Between(printed, "", " (Claude Code)")
}

// VersionFromEnv reads AI_AGENT, claude-code_2-1-332_harness for hooks
// (claude-code 2.1.332). A client that was started inside this one's shell
// inherits it, so the session has to be this one.
func (Dialect) VersionFromEnv(getenv func(string) string, session string) string {
	if session == "" || getenv("CLAUDE_CODE_SESSION_ID") != session {
		return ""
	}
	v, ok := strings.CutPrefix(getenv("AI_AGENT"), "claude-code_")
	if !ok {
		return ""
	}
	v, _, _ = strings.Cut(v, "_")
	return clientversion.Plain(strings.ReplaceAll(v, "-", "."))
}
