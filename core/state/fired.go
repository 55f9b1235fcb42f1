package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Fired notes that a client called its hook for an event, so that doctor can
// tell "installed" from "seen to fire". It is the time of an empty file: one
// system call on the path of an answer.
func (d Dir) Fired(harness, event string, now time.Time) error {
	path := d.Path("fired", fileName(harness), fileName(event))
	err := os.Chtimes(path, now, now)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := d.makeFolder(filepath.Dir(path)); err != nil {
		return err
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Chtimes(path, now, now)
}

// LastFired returns when each event of a client was seen last, nothing when
// none was.
func (d Dir) LastFired(harness string) (map[string]time.Time, error) {
	folder := d.Path("fired", fileName(harness))
	names, err := list(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	last := make(map[string]time.Time, len(names))
	for _, name := range names {
		if info, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			last[name] = info.ModTime()
		}
	}
	return last, nil
}
