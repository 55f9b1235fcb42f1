//go:build !unix

package cli

import "io/fs"

// mode is not known here.
func (r *run) mode(string) (fs.FileMode, bool) { return 0, false }

// looseMode has nothing to look at: files inherit the access list of the
// user's profile.
func (r *run) looseMode(string) string { return "" }
