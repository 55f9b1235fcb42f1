package state

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Prune removes what nobody needs any more: sessions and logs after a week, what
// was not shipped after 30 days, claims after a minute, and files that a killed
// process left half written. It is for the start of a session, not for a tool
// call.
func (d Dir) Prune(now time.Time) error {
	var first error
	for _, p := range []struct {
		folder string
		prefix string
		age    time.Duration
	}{
		{"sessions", "", 7 * 24 * time.Hour},
		{"sessions", tempPrefix, time.Hour},
		{"spool", "", 30 * 24 * time.Hour},
		{"log", "", 7 * 24 * time.Hour},
		{"claims", "", time.Minute},
		{"", tempPrefix, time.Hour},
		{"seen", tempPrefix, time.Hour},
		{"local", tempPrefix, time.Hour},
		{"render", tempPrefix, time.Hour},
	} {
		if err := pruneFolder(d.Path(p.folder), p.prefix, now, p.age); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// pruneFolder removes old files of one folder, and those that are as far in the
// future: a clock was set back. A link to a folder elsewhere is not ours to
// clean up.
func pruneFolder(folder, prefix string, now time.Time, age time.Duration) error {
	info, err := os.Lstat(folder)
	if os.IsNotExist(err) || err == nil && !info.IsDir() {
		return nil
	}
	names, err := list(folder)
	for _, name := range names {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		file := filepath.Join(folder, name)
		if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()).Abs() > age {
			os.Remove(file)
		}
	}
	return err
}
