package codex

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

var _ harness.VersionSource = Dialect{}

// VersionCommand prints "codex-cli 0.171.0".
func (Answers) VersionCommand() []string { return []string{"codex", "--version"} }

// ParseVersion reads what it printed.
func (Answers) ParseVersion(printed string) string {
	return clientversion.Between(printed, "codex-cli ", "")
}

// VersionFromEnv is empty: Codex tells its hooks nothing (codex-cli 0.171.0).
func (Answers) VersionFromEnv(func(string) string, string) string { return "" }
