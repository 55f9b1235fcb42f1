// Package ancestry lists the processes above this one. The client is among
// them, behind a shell of a hook line or two.
package ancestry

// Process is a process above this one.
type Process struct {
	PID  int
	Argv []string // as it says itself: any program can claim to be another
}
