//go:build !unix

package cli

// whoMayWrite ends what doctor says of a managed installation.
const whoMayWrite = " (who may write it was not checked on this system)"

// isAdmin is for the system to refuse.
func isAdmin() bool { return true }

// adminOnly is not known here.
func adminOnly(string, int) error { return nil }
