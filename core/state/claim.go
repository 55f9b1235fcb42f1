package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// ClaimAge is how long a claim holds.
const ClaimAge = 10 * time.Second

// Claim reports whether this process is the first within ClaimAge to claim
// key, which names the session, the event, the call and the policy digest. The
// winner reports, renders and adds context; every process decides and answers.
//
// When the claim cannot be told, it is won: something said twice is better
// than never.
func (d Dir) Claim(key string, now time.Time) (won bool, err error) {
	path := d.Path("claims", hash(key))
	for range 3 {
		won, err = d.create(path)
		if won || !errors.Is(err, fs.ErrExist) {
			return true, err
		}
		if !removeStale(path, now) {
			return false, nil
		}
	}
	return true, nil // a stale claim that stays, on a read-only disk say
}

// create makes the claim's file and reports whether this call made it.
func (d Dir) create(path string) (bool, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = d.makeFolder(filepath.Dir(path)); err == nil {
			f, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		}
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

// removeStale moves an old claim out of the way. Of several processes that
// try, one moves the file; one that moves a fresh claim puts it back.
func removeStale(path string, now time.Time) bool {
	if !isStale(path, now) {
		return false
	}
	aside := path + "-" + strconv.Itoa(os.Getpid())
	if os.Rename(path, aside) != nil {
		return true
	}
	if !isStale(aside, now) {
		os.Link(aside, path)
		os.Remove(aside)
		return false
	}
	return os.Remove(aside) == nil
}

// isStale also holds for a claim from the future: a clock was set back.
func isStale(path string, now time.Time) bool {
	info, err := os.Stat(path)
	if err != nil {
		return true
	}
	age := now.Sub(info.ModTime())
	return age > ClaimAge || age < -ClaimAge
}
