//go:build unix

package bundle

import (
	"os"
	"syscall"
)

// openFile follows no link and waits for no writer of a named pipe.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
