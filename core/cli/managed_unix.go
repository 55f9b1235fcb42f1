//go:build unix

package cli

import (
	"fmt"
	"os"
	"syscall"
)

// whoMayWrite ends what doctor says of a managed installation.
const whoMayWrite = ""

// isAdmin reports whether this process may write for every user.
func isAdmin() bool { return os.Geteuid() == 0 }

// adminOnly reports that somebody else than the owner may write something.
func adminOnly(path string, owner int) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != owner {
		return fmt.Errorf("%s does not belong to the administrator", path)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s can be written by others (mode %04o); run chmod go-w on it", path, info.Mode().Perm())
	}
	return nil
}
