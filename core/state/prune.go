package state

import (
	"os"
	"path/filepath"
	"time"
)

// Prune removes what nobody needs any more: sessions and logs after a week,
// claims after a minute, and files that a killed process left half written.
// It is for session starts and ends, not for a tool call.
func (d Dir) Prune(now time.Time) error {
	var first error
	for _, p := range []struct {
		folder string
		age    time.Duration
	}{
		{"sessions", 7 * 24 * time.Hour},
		{"log", 7 * 24 * time.Hour},
		{"claims", time.Minute},
	} {
		if err := pruneFolder(d.Path(p.folder), now.Add(-p.age)); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func pruneFolder(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().Before(before) {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
	return err
}
