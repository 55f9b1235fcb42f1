package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func seenFile(key, folder string) string {
	return filepath.Join("seen", hash(key+"\x00"+folder))
}

// SeenVersion returns the highest version of a bundle that was in use under
// this key in this folder, 0 when none was. A decision depends on it, so a
// file that cannot be read is an error.
func (d Dir) SeenVersion(key, folder string) (int64, error) {
	name := seenFile(key, folder)
	data, err := d.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseInt(strings.TrimSuffix(string(data), "\n"), 10, 64)
	if err != nil || v <= 0 {
		return 0, fmt.Errorf("%s does not hold a version", d.Path(name))
	}
	return v, nil
}

// SaveSeenVersion remembers a version, unless another process has remembered a
// higher one meanwhile.
func (d Dir) SaveSeenVersion(key, folder string, version int64) error {
	name := seenFile(key, folder)
	if err := d.makeFolder(d.Path("seen")); err != nil {
		return err
	}
	lock, err := os.OpenFile(d.Path("seen", "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close() // and the lock with it
	if err := lockAlone(lock); err != nil {
		return err
	}
	if seen, err := d.SeenVersion(key, folder); err != nil || seen >= version {
		return err
	}
	return d.Write(name, append(strconv.AppendInt(nil, version, 10), '\n'))
}
