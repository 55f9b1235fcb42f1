package hook

import (
	"errors"
	"os"
)

// stream is stdout or stderr. Where the client closed it, Go's runtime has put
// the null device in its place, which swallows a deny without an error.
type stream struct{ file *os.File }

func (s stream) Write(p []byte) (int, error) {
	if isNull(s.file) {
		return 0, errors.New("nobody reads it")
	}
	return s.file.Write(p)
}

func isNull(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
