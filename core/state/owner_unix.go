//go:build unix

package state

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// checkOwner wants the folder to be this user's and nobody else's to write.
func checkOwner(path string, info fs.FileInfo) error {
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("the state folder %s belongs to user %d, not to you (%d); what it says cannot be trusted", path, st.Uid, os.Geteuid())
	}
	if perm := info.Mode().Perm(); perm&0o022 != 0 {
		return fmt.Errorf("the state folder %s can be written by others (mode %04o); run: chmod 700 %s", path, perm, path)
	}
	return nil
}
