//go:build unix

package state

import (
	"errors"
	"os"
	"syscall"
)

// lockShared fails at once when a process ships the file. Where the file system
// has no locks nothing is shipped, so there it does not fail.
func lockShared(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return err
	}
	return nil
}

// lockAlone waits for those who are adding a line.
func lockAlone(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
}
