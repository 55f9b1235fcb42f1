//go:build unix

package hook

import "runtime"

// ManagedDir is the administrator's folder.
func ManagedDir() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/Tempa"
	}
	return "/etc/tempa"
}

// TempDirs are the folders for temporary files that every user has.
func TempDirs() []string {
	return []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp"}
}
