//go:build !linux && !darwin

package ancestry

import "time"

// Above returns nothing: the processes cannot be seen here.
func Above(int) []Process { return nil }

// TerminalSince is not known here.
func (Process) TerminalSince() (time.Time, bool) { return time.Time{}, false }
