package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tempahq/tempa/core/attend"
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
		Terminal: attend.IsTerminal(os.Stdin),
	}
}
