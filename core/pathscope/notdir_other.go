//go:build !unix

package pathscope

// notDirectory is part of fs.ErrNotExist here.
func notDirectory(error) bool { return false }
