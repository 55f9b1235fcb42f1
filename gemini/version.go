package gemini

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

var _ harness.VersionSource = Dialect{}

// VersionCommand prints the bare version. It takes 5 to 8 s, by a wrapper that
// ignores SIGTERM (gemini-cli 0.61.0).
func (Answers) VersionCommand() []string { return []string{"gemini", "--version"} }

// ParseVersion reads what it printed.
func (Answers) ParseVersion(printed string) string { return clientversion.Between(printed, "", "") }

// VersionFromEnv is empty: Gemini tells its hooks nothing (gemini-cli 0.61.0).
func (Answers) VersionFromEnv(func(string) string, string) string { return "" }
