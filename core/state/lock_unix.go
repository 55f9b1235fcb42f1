//go:build unix

package state

import (
	"os"
	"syscall"
)

// lockShared fails at once when a process ships the file.
func lockShared(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
}

// lockAlone waits for those who are adding a line.
func lockAlone(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
}
