//go:build unix

package command

import (
	"syscall"
	"testing"
	"time"
)

// cpu is the time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// fastest is the CPU time of the best of three runs, the others being noise.
func fastest(text string) (an Analysis, took time.Duration) {
	took = time.Hour
	for range 3 {
		start := cpu()
		an = Analyse(text, Env{})
		if took = min(took, cpu()-start); took < 40*time.Millisecond {
			break
		}
	}
	return an, took
}

func TestHostile(t *testing.T) {
	for _, n := range []int{60_000, 1_000_000} {
		for name, text := range hostile(n) {
			if n < maxText && len(text) > maxText {
				text = text[:maxText]
			}
			an, took := fastest(text)
			if took > slowdown*50*time.Millisecond {
				t.Errorf("%s, %d bytes: %v", name, len(text), took)
			}
			if len(text) > maxText && len(an.Unresolved) == 0 {
				t.Errorf("%s, %d bytes: not refused", name, len(text))
			}
		}
	}
}
