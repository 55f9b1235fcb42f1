package antigravity

import "github.com/tempahq/tempa/core/harness"

var _ harness.Manager = Dialect{}

// ManagedFiles is empty: Antigravity reads hooks from a person's folder, from
// a workspace and from plugins, and documents no place of the administrator
// (up to agy 1.5.2). Device management can put the file of a user-level
// installation there; the person can take it out again.
func (Dialect) ManagedFiles(string) []harness.ManagedFile { return nil }
