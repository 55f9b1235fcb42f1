//go:build !unix

package hook

import (
	"os"
	"path/filepath"
)

// ManagedDir is the administrator's folder. ProgramData is read from the
// environment because Windows has no fixed path for it; a project that moves
// it only makes the hook look where it may not find a managed policy, which
// docs/limits.md names.
func ManagedDir() string {
	base := os.Getenv("ProgramData")
	if base == "" {
		base = `C:\ProgramData`
	}
	return filepath.Join(base, "Tempa")
}

// TempDirs are the folders for temporary files that every user has.
func TempDirs() []string {
	return []string{os.TempDir()}
}
