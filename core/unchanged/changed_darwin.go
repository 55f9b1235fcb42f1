package unchanged

import (
	"io/fs"
	"syscall"
	"time"
)

// changed is when the file's content, name or mode last changed.
func changed(info fs.FileInfo) (time.Time, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(s.Ctimespec.Unix()), true
}
