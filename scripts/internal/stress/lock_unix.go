//go:build unix

package main

import (
	"os"
	"syscall"
)

// tryLock takes the lock of a file and gives it back.
func tryLock(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
