package render

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// maxFile is the most that is read of a file in a repository.
const maxFile = 4 << 20

// tempName is the file that is written before it takes a rendered file's
// place. Only whoever holds the lock writes it, so one name is enough.
const tempName = ".tempa-render.tmp"

// errNotPlain is something at a path that is not ours to open.
type errNotPlain struct{ what string }

func (e errNotPlain) Error() string { return e.what }

// tree is a folder that is written below and never left: os.Root refuses
// symlinks that lead out, and those that stay inside are refused here, because
// they could lead into .git.
type tree struct {
	root  *os.Root
	plain map[string]bool // folders known to be no symlinks

	// The folder that was used last stays open: what is done to a file takes
	// several steps, and each would go down to it again.
	dir string
	at  *os.Root
}

func newTree(root *os.Root) *tree { return &tree{root: root, plain: map[string]bool{}, dir: "."} }

func (t *tree) close() {
	t.leave()
	t.root.Close()
}

func (t *tree) leave() {
	if t.at != nil {
		t.at.Close()
	}
	t.dir, t.at = ".", nil
}

// folder is the folder of a path and the name in it, when no symlink lies on the
// way. It is fs.ErrNotExist when one is missing.
func (t *tree) folder(name string) (*os.Root, string, error) {
	dir, base := path.Split(name)
	if dir = path.Clean(dir); dir == "." {
		return t.root, base, nil
	}
	if t.at != nil && t.dir == dir {
		return t.at, base, nil
	}
	if err := t.parents(name); err != nil {
		return nil, "", err
	}
	at, err := t.root.OpenRoot(dir)
	if err != nil {
		return nil, "", err
	}
	t.leave()
	t.dir, t.at = dir, at
	return at, base, nil
}

// parents checks the folders above a path. It is fs.ErrNotExist when one is
// missing.
func (t *tree) parents(name string) error {
	dir := path.Dir(name)
	if dir == "." || t.plain[dir] {
		return nil
	}
	if err := t.parents(dir); err != nil {
		return err
	}
	info, err := t.root.Lstat(dir)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errNotPlain{"lies behind the symlink " + dir}
	case !info.IsDir():
		return errNotPlain{"needs a folder where the file " + dir + " is"}
	}
	t.plain[dir] = true
	return nil
}

// read reads a regular file.
func (t *tree) read(name string) ([]byte, fs.FileMode, error) {
	at, base, err := t.folder(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := at.Lstat(base)
	if err != nil {
		return nil, 0, err
	}
	if err := plain(info); err != nil {
		return nil, 0, err
	}
	// It may have been replaced by a pipe since: opening one must not wait.
	f, err := at.OpenFile(base, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, 0, err
	}
	if err := plain(info); err != nil {
		return nil, 0, err
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return data[:n], info.Mode().Perm(), err
}

func plain(info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return errNotPlain{"is a symlink"}
	case !info.Mode().IsRegular():
		return errNotPlain{"is not a regular file"}
	case info.Size() > maxFile:
		return errNotPlain{fmt.Sprintf("is larger than %d MB", maxFile>>20)}
	}
	return nil
}

// makeParents creates the folders above a path.
func (t *tree) makeParents(name string) error {
	for i, c := range name {
		if c != '/' || t.plain[name[:i]] {
			continue
		}
		if err := t.root.Mkdir(name[:i], 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return t.parents(name)
}

// create writes a file that must not be there yet: should a person make it in
// the meantime, theirs stays.
func (t *tree) create(name string, data []byte, mode fs.FileMode) error {
	at, base, err := t.temp(name, data, mode)
	if err != nil {
		return err
	}
	defer at.Remove(tempName)
	if err = at.Link(tempName, base); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return write(at, base, data, mode) // a file system without hard links
}

// replace puts a file in the place of one that is there, in one step.
func (t *tree) replace(name string, data []byte, mode fs.FileMode) error {
	at, base, err := t.temp(name, data, mode)
	if err != nil {
		return err
	}
	if err := at.Rename(tempName, base); err != nil {
		at.Remove(tempName)
		return err
	}
	return nil
}

// temp writes the file that takes the place of another, into its folder.
func (t *tree) temp(name string, data []byte, mode fs.FileMode) (at *os.Root, base string, err error) {
	if at, base, err = t.folder(name); err != nil {
		return nil, "", err
	}
	if err = write(at, tempName, data, mode); errors.Is(err, fs.ErrExist) {
		at.Remove(tempName) // left by a process that was killed
		err = write(at, tempName, data, mode)
	}
	return at, base, err
}

func write(at *os.Root, name string, data []byte, mode fs.FileMode) error {
	f, err := at.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && mode != newFile {
		err = f.Chmod(mode) // the person's own mode, whatever the umask
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		at.Remove(name)
	}
	return err
}

// newFile is the mode of a new file, before the umask.
const newFile fs.FileMode = 0o644

// remove removes a file, when no symlink lies on the way.
func (t *tree) remove(name string) error {
	at, base, err := t.folder(name)
	if err != nil {
		return err
	}
	if t.dir == name {
		t.leave()
	}
	delete(t.plain, name) // it may be a folder
	return at.Remove(base)
}

// problem says why a file could not be used, as a reason behind its path.
func problem(err error, did string) string {
	var p errNotPlain
	switch {
	case errors.As(err, &p):
		return p.what
	case errors.Is(err, fs.ErrPermission):
		return "could not be " + did + ": permission denied"
	case errors.Is(err, fs.ErrExist):
		return theirs
	case errors.Is(err, syscall.ENOSPC):
		return "could not be " + did + ": the disk is full"
	}
	text := err.Error()
	return "could not be " + did + ": " + strings.TrimSpace(text[strings.LastIndexByte(text, ':')+1:])
}
