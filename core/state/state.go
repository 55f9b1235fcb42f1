// Package state is the state folder, ~/.tempa: what one hook process leaves
// for the next. Nothing is opened, created or checked before it is used.
//
// Two kinds of file live there. What a decision reads (seen versions, fail
// modes, sessions) is returned with its error, so that the caller can fail
// closed. What only records (claims, spool, log, last events) returns errors
// that a caller may ignore: they never change an answer.
package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is the name of the state folder below the home directory.
const Folder = ".tempa"

// Dir is a state folder.
type Dir struct{ path string }

// At returns the state folder at path. It does not have to exist.
func At(path string) Dir { return Dir{path} }

// InHome returns the state folder of a home directory.
func InHome(home string) Dir { return Dir{filepath.Join(home, Folder)} }

// Path returns the path of something in the folder.
func (d Dir) Path(elem ...string) string {
	return filepath.Join(append([]string{d.path}, elem...)...)
}

// Check reports what makes the folder unfit to be trusted: that somebody else
// owns it or may write in it. A folder that is not there yet is fine.
func (d Dir) Check() error {
	info, err := os.Stat(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the state folder cannot be examined: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("the state folder %s is not a folder; move that file away", d.path)
	}
	return checkOwner(d.path, info)
}
