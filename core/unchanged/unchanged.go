// Package unchanged reads files that another process has read before, and says
// whether they still are what it saw. The time at which a file's content, name
// or mode last changed tells that; no program can set it back.
package unchanged

import (
	"fmt"
	"io/fs"
	"os"
	"time"
)

// maxSize is more than any file of settings has.
const maxSize = 4 << 20

// grain is how coarsely file systems and kernels may tell a time.
const grain = time.Second

// Read reads a regular file that has not changed since, and is no link.
func Read(file string, since time.Time) ([]byte, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSize {
		return nil, fmt.Errorf("%s is no file of settings", file)
	}
	if !before(info, since) {
		return nil, fmt.Errorf("%s was changed", file)
	}
	return os.ReadFile(file)
}

// Folder reports whether a folder is one, no link, and has had the same entries
// since.
func Folder(dir string, since time.Time) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && before(info, since)
}

func before(info fs.FileInfo, since time.Time) bool {
	at, ok := changed(info)
	return ok && at.Add(grain).Before(since)
}
