//go:build !unix

package hook

import (
	"os"
	"syscall"
)

const exeSuffix = ".exe"

func ownGroup() *syscall.SysProcAttr { return nil }

func kill(p *os.Process) { _ = p.Kill() }
