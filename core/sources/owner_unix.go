//go:build unix

package sources

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// writableByOthers refuses what the group or the world may write.
func writableByOthers(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s can be written by others (mode %04o); run chmod go-w on it", path, info.Mode().Perm())
	}
	return nil
}

// adminUID is the owner of managed folders; a test that is not root is its own
// administrator.
var adminUID = uint32(0)

// ownedByAdmin refuses a folder that the administrator does not own.
func ownedByAdmin(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || st.Uid != adminUID {
		return fmt.Errorf("%s does not belong to the administrator", dir)
	}
	return writableByOthers(dir, info)
}
