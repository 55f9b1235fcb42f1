package render

import (
	"os"

	"golang.org/x/sys/windows"
)

// nonblock has no meaning for files here.
const nonblock = 0

// tryLock takes a lock that ends with the process, however it ends.
func tryLock(f *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{}) == nil
}
