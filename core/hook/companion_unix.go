//go:build unix

package hook

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// launched is a program that was started. The Process of package os would add
// 25 KB to every hook, most of it for what is asked of no short-lived child.
type launched struct{ pid int }

// launch starts a program in a process group of its own: a signal to the
// terminal leaves it to its own limits, and all of it can be killed.
func launch(argv, env []string, in, out, errs *os.File) (launched, error) {
	pid, err := syscall.ForkExec(argv[0], argv, &syscall.ProcAttr{
		Dir: filepath.Dir(argv[0]), Env: env,
		Files: []uintptr{in.Fd(), out.Fd(), errs.Fd()},
		Sys:   &syscall.SysProcAttr{Setpgid: true},
	})
	return launched{pid}, err
}

// kill ends the program with all that it started, and the program also when it
// has left its group.
func (p launched) kill() {
	_ = syscall.Kill(-p.pid, syscall.SIGKILL)
	_ = syscall.Kill(p.pid, syscall.SIGKILL)
}

func (p launched) wait() error {
	for {
		_, err := syscall.Wait4(p.pid, nil, 0, nil)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
