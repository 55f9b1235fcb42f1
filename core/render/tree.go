package render

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// maxFile is the most that a file in a repository may have to be read, and so
// to be written: what cannot be read could never be removed.
const maxFile = 4 << 20

const tooLarge = "is larger than 4 MB"

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
	// at are the folders on the way to the one that was used last, from the root
	// on. What is done to a file takes several steps, and often the next file
	// lies beside it.
	at []folder
}

type folder struct {
	dir string // slashed, from the root; "." is the root
	*os.Root
}

func newTree(root *os.Root) *tree { return &tree{[]folder{{".", root}}} }

func (t *tree) close() {
	for _, f := range t.at {
		f.Close()
	}
}

// enter opens a folder, when no symlink lies on the way. It is fs.ErrNotExist
// when one is missing, unless missing ones are to be made.
func (t *tree) enter(dir string, missing bool) (*os.Root, error) {
	t.leave(dir)
	for {
		here := t.at[len(t.at)-1]
		if here.dir == dir {
			return here.Root, nil
		}
		base, _, _ := strings.Cut(strings.TrimPrefix(dir, strings.TrimPrefix(here.dir+"/", "./")), "/")
		if missing {
			if err := here.Mkdir(base, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
		}
		next := path.Join(here.dir, base)
		inner, err := openFolder(here.Root, base, next)
		if err != nil {
			return nil, err
		}
		t.at = append(t.at, folder{next, inner})
	}
}

// openFolder opens what is a folder itself. OpenRoot follows a symlink that
// stays inside, so what was opened has to be what was looked at: a symlink may
// have taken its place in between.
func openFolder(in *os.Root, base, dir string) (*os.Root, error) {
	seen, err := in.Lstat(base)
	if err != nil {
		return nil, err
	}
	if err := real(seen, dir); err != nil {
		return nil, err
	}
	inner, err := in.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	opened, err := inner.Stat(".")
	if err == nil && !os.SameFile(seen, opened) {
		err = errNotPlain{"lies behind the symlink " + dir}
	}
	if err != nil {
		inner.Close()
		return nil, err
	}
	return inner, nil
}

// leave goes back up to a folder that dir lies in, or is.
func (t *tree) leave(dir string) {
	for len(t.at) > 1 {
		here := t.at[len(t.at)-1]
		if here.dir == dir || strings.HasPrefix(dir, here.dir+"/") {
			return
		}
		here.Close()
		t.at = t.at[:len(t.at)-1]
	}
}

// real is an error for what is no folder itself.
func real(info fs.FileInfo, dir string) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return errNotPlain{"lies behind the symlink " + dir}
	case !info.IsDir():
		return errNotPlain{"needs a folder where the file " + dir + " is"}
	}
	return nil
}

// lstat looks at a path, when no symlink lies on the way.
func (t *tree) lstat(name string) (fs.FileInfo, error) {
	at, err := t.enter(path.Dir(name), false)
	if err != nil {
		return nil, err
	}
	return at.Lstat(path.Base(name))
}

// read reads a regular file.
func (t *tree) read(name string) ([]byte, fs.FileMode, error) {
	at, err := t.enter(path.Dir(name), false)
	if err != nil {
		return nil, 0, err
	}
	base := path.Base(name)
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
		return errNotPlain{tooLarge}
	}
	return nil
}

// makeParents creates the folders above a path.
func (t *tree) makeParents(name string) error {
	_, err := t.enter(path.Dir(name), true)
	return err
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
	if at, err = t.enter(path.Dir(name), false); err != nil {
		return nil, "", err
	}
	if err = write(at, tempName, data, mode); errors.Is(err, fs.ErrExist) {
		at.Remove(tempName) // left by a process that was killed
		err = write(at, tempName, data, mode)
	}
	return at, path.Base(name), err
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
	at, err := t.enter(path.Dir(name), false)
	if err != nil {
		return err
	}
	return at.Remove(path.Base(name))
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
