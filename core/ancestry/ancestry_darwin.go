package ancestry

import (
	"bytes"
	"encoding/binary"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Above returns the processes above this one, the nearest first and so many at
// most. Compiled and vetted, never run on macOS yet.
func Above(most int) []Process {
	var list []Process
	for pid := os.Getppid(); pid > 1 && len(list) < most; {
		raw, err := unix.SysctlRaw("kern.procargs2", pid)
		if err != nil {
			return list
		}
		list = append(list, Process{pid, procArgs(raw)})
		info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
		if err != nil {
			return list
		}
		pid = int(info.Eproc.Ppid)
	}
	return list
}

// TerminalSince reports whether the process has a terminal, and when it started.
func (p Process) TerminalSince() (started time.Time, ok bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", p.PID)
	if err != nil || info.Eproc.Tdev == -1 {
		return time.Time{}, false
	}
	at := info.Proc.P_starttime
	return time.Unix(at.Sec, int64(at.Usec)*1000), true
}

// procArgs reads the argument list out of kern.procargs2: a count, the path of
// the program, padding, then the arguments, each ended by a NUL byte.
func procArgs(raw []byte) []string {
	if len(raw) < 4 {
		return nil
	}
	count := binary.NativeEndian.Uint32(raw)
	_, rest, _ := bytes.Cut(raw[4:], []byte{0})
	rest = bytes.TrimLeft(rest, "\x00")
	var args []string
	for uint32(len(args)) < count && len(rest) > 0 {
		var arg []byte
		arg, rest, _ = bytes.Cut(rest, []byte{0})
		args = append(args, string(arg))
	}
	return args
}
