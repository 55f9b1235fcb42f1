//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

const root = "/"

// own gives the program a process group of its own. A limit ends it by
// SIGKILL: the wrapper of gemini-cli 0.61.0 ignores SIGTERM, SIGINT and SIGHUP.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		killGroup(cmd.Process.Pid)
		return nil
	}
}

// killGroup kills what is left of the group; often that is nothing.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
