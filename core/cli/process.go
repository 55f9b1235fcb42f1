package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// process is the environment of this process.
func process() *Env {
	home, _ := os.UserHomeDir()
	dir, _ := os.Getwd()
	exe, _ := os.Executable()
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	return &Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		Home: home, Dir: dir, Executable: exe, GOOS: runtime.GOOS, Now: time.Now(),
		Terminal: isTerminal(os.Stdin),
	}
}

// isTerminal reports whether a person can be asked: a character device that is
// not the null device.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
