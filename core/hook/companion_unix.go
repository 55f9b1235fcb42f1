//go:build unix

package hook

import (
	"os"
	"syscall"
)

const exeSuffix = ""

// ownGroup keeps a signal to the terminal away from the companion, so that it
// ends with its own limits, and all of it can be killed.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
