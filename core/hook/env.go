package hook

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/tempahq/tempa/core/attend"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/inquiry"
)

// Env is everything a hook process has from the outside, so that a whole hook
// runs in a test without a process.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Args   []string // behind "hook"

	// Getenv reads the environment. A project can set it (measured:
	// claude-code 2.1.332, gemini-cli 0.61.0), so it may only tighten.
	Getenv func(string) string
	Home   string // the person's home directory, empty when unknown
	GOOS   string

	Now func() time.Time
	// Exit ends the process; only the watchdog calls it.
	Exit func(status int)
	// Attended reports whether a person can answer a question.
	Attended func(harness.Headless) bool
	// Interactive is the client above us at a terminal; false when there is
	// none, or it cannot be seen.
	Interactive func(harness.Headless) (harness.Process, bool)
	// InstalledVersion is the version of the client above us, empty when it
	// cannot be told.
	InstalledVersion func(harness.Headless) string
	// Inquire has the companion find something out; false when there is none.
	Inquire func(inquiry.Request) (inquiry.Findings, bool)
	// Executable is this program, so that it can be protected.
	Executable string
	// ManagedDir is the administrator's folder.
	ManagedDir string
	// Temp are the folders for temporary files that every user has. TMPDIR
	// does not count: a project can set it.
	Temp []string
}

// Process is the environment of this process.
func Process(args []string) *Env {
	// Several clients read death by a signal as "go on" (gemini-cli 0.61.0,
	// codex-cli 0.171.0, copilot 1.0.102), so a closed stderr must end in exit 2,
	// and a signal to the terminal or to every process leaves the answer alone:
	// it takes milliseconds, and the watchdog's time at most.
	signal.Ignore(syscall.SIGPIPE, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
	home, _ := os.UserHomeDir()
	if !filepath.IsAbs(home) {
		home = "" // ~ would lead into the session's directory
	}
	exe, _ := os.Executable()
	return &Env{
		Stdin:            os.Stdin,
		Stdout:           stream{os.Stdout},
		Stderr:           stream{os.Stderr},
		Args:             args,
		Getenv:           os.Getenv,
		Home:             home,
		GOOS:             runtime.GOOS,
		Now:              time.Now,
		Exit:             os.Exit,
		Attended:         attend.Attended,
		Interactive:      attend.Interactive,
		InstalledVersion: attend.Version,
		Inquire: func(r inquiry.Request) (inquiry.Findings, bool) {
			return askCompanion(exe, home, r)
		},
		Executable: exe,
		ManagedDir: ManagedDir(),
		Temp:       TempDirs(),
	}
}
