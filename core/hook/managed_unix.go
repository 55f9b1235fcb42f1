//go:build unix

package hook

import "runtime"

const goos = runtime.GOOS

// managedDir is the administrator's folder.
func managedDir() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/Tempa"
	}
	return "/etc/tempa"
}
