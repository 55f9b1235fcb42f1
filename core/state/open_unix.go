//go:build unix

package state

import (
	"os"
	"syscall"
)

// Open opens a file for reading and waits for no writer of a named pipe.
func Open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
