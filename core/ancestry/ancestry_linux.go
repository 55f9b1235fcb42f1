package ancestry

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// Above returns the processes above this one, the nearest first and so many at
// most; none where they cannot be seen.
func Above(most int) []Process {
	var list []Process
	for pid := os.Getppid(); pid > 1 && len(list) < most; {
		cmdline, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if err != nil {
			return list
		}
		list = append(list, Process{pid, strings.Split(strings.TrimSuffix(string(cmdline), "\x00"), "\x00")})
		pid = int(statOf(pid, statParent))
	}
	return list
}

// The fields of a stat file that are read, counted from behind the name.
const (
	statParent   = 1
	statTerminal = 4
	statStarted  = 19 // in hundredths of a second since the machine started
)

// statOf reads a number from the stat file of a process, 0 when it cannot. The
// program's name stands in parentheses and may hold anything, so the last one
// counts.
func statOf(pid, field int) int64 {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if field >= len(fields) {
		return 0
	}
	n, _ := strconv.ParseInt(fields[field], 10, 64)
	return n
}

// TerminalSince reports whether the process has a terminal, and when it started.
func (p Process) TerminalSince() (started time.Time, ok bool) {
	ticks := statOf(p.PID, statStarted)
	data, err := os.ReadFile("/proc/uptime")
	text, _, _ := strings.Cut(string(data), " ")
	up, parseErr := strconv.ParseFloat(text, 64)
	if err != nil || parseErr != nil || ticks == 0 || statOf(p.PID, statTerminal) == 0 {
		return time.Time{}, false
	}
	age := up - float64(ticks)/100
	return time.Now().Add(-time.Duration(age * float64(time.Second))), true
}
