//go:build unix

package attend

import "os"

// hasTerminal reports whether the process has a controlling terminal. Claude
// Code starts hooks in a session of their own, so there it says nothing.
func hasTerminal() bool {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}
