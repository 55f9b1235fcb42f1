//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// mode is the mode of a file or folder.
func (r *run) mode(path string) (fs.FileMode, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	return info.Mode().Perm(), true
}

// looseMode says who else may write a file, empty when nobody. A group is
// often the person's own, so a client's settings may be writable for one; what
// everybody may write is no guardrail.
func (r *run) looseMode(path string) string {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() && st.Uid != 0 {
		return fmt.Sprintf("%s belongs to another user (%d), who can change it", path, st.Uid)
	}
	if perm := info.Mode().Perm(); perm&0o002 != 0 {
		return fmt.Sprintf("%s can be written by everybody (mode %04o); \"%s install --repair\" closes it", path, perm, r.dialect.Info().Program)
	}
	return ""
}
