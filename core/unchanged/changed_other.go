//go:build !linux && !darwin

package unchanged

import (
	"io/fs"
	"time"
)

// changed is not known here, so every file counts as changed.
func changed(fs.FileInfo) (time.Time, bool) { return time.Time{}, false }
