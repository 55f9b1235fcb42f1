package copilot

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

var _ harness.VersionSource = Dialect{}

// VersionCommand prints "GitHub Copilot CLI 1.0.102." and a line about updates.
func (Answers) VersionCommand() []string { return []string{"copilot", "--version"} }

// ParseVersion reads what it printed.
func (Answers) ParseVersion(printed string) string {
	return clientversion.Between(printed, "GitHub Copilot CLI ", ".")
}

// VersionFromEnv reads what the CLI sets for every hook, over whatever it has
// inherited (copilot 1.0.102). VS Code does not set it.
func (Answers) VersionFromEnv(getenv func(string) string, _ string) string {
	if getenv("COPILOT_CLI") != "1" {
		return ""
	}
	return clientversion.Plain(getenv("COPILOT_CLI_BINARY_VERSION"))
}
