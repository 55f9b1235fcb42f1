package state

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/tempahq/tempa/core/json"
)

// tempPrefix begins the name of a file that is being written.
const tempPrefix = ".tmp-"

// maxFile is the most that is read of a file of ours.
const maxFile = 8 << 20

// Read reads a file of the folder. A missing file is fs.ErrNotExist.
func (d Dir) Read(name string) ([]byte, error) {
	f, err := Open(d.Path(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is not a regular file of at most %d bytes", d.Path(name), maxFile)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return data[:n], nil
}

// Write replaces a file of the folder in one step, mode 0600: a reader sees
// the old content or the new one. It does not wait for the disk, because no
// answer may depend on that; after a power cut the old content may be back.
func (d Dir) Write(name string, data []byte) error {
	path := d.Path(name)
	err := replace(path, data)
	if errors.Is(err, fs.ErrNotExist) {
		if err = d.makeFolder(filepath.Dir(path)); err == nil {
			err = replace(path, data)
		}
	}
	return err
}

func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// makeFolder creates a folder of ours with mode 0700. It never changes the
// mode of one that is there.
func (d Dir) makeFolder(path string) error { return os.MkdirAll(path, 0o700) }

// ReadJSON reads a file of the folder into v. A missing file leaves v as it
// is and is no error; of a damaged one nothing stays in v.
func (d Dir) ReadJSON(name string, v any) error {
	data, err := d.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		reflect.ValueOf(v).Elem().SetZero() // half of it may be there
		return fmt.Errorf("%s is damaged: %w", d.Path(name), err)
	}
	return nil
}

// WriteJSON writes v into a file of the folder.
func (d Dir) WriteJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return d.Write(name, append(data, '\n'))
}

// List returns the names in a folder of the folder, sorted.
func (d Dir) List(name string) ([]string, error) { return list(d.Path(name)) }

// list returns the names in a folder, sorted. os.ReadDir would bring its own
// sort: 15 KB in every hook.
func list(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

// Remove removes a file of the folder; one that is not there is removed.
func (d Dir) Remove(name string) error {
	err := os.Remove(d.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
