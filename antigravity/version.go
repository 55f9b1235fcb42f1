package antigravity

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

var _ harness.VersionSource = Dialect{}

// VersionCommand prints the bare version (agy 1.5.2). The App's version is not
// told.
func (Dialect) VersionCommand() []string { return []string{"agy", "--version"} }

// ParseVersion reads what it printed.
func (Dialect) ParseVersion(printed string) string { return clientversion.Between(printed, "", "") }

// VersionFromEnv is empty: Antigravity tells its hooks nothing (agy 1.5.2).
func (Dialect) VersionFromEnv(func(string) string, string) string { return "" }
