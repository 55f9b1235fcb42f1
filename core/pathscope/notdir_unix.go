//go:build unix

package pathscope

import (
	"errors"
	"syscall"
)

// notDirectory reports a path that goes on below a file: nothing can be there.
func notDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
