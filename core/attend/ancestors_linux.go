package attend

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// ancestors are the argument lists of the processes above this one, nearest
// first.
func ancestors(most int) [][]string {
	var list [][]string
	for pid := os.Getppid(); pid > 1 && len(list) < most; {
		dir := "/proc/" + strconv.Itoa(pid)
		cmdline, err := os.ReadFile(dir + "/cmdline")
		if err != nil {
			return list
		}
		list = append(list, strings.Split(strings.TrimSuffix(string(cmdline), "\x00"), "\x00"))
		stat, err := os.ReadFile(dir + "/stat")
		if err != nil {
			return list
		}
		pid = parentOf(stat)
	}
	return list
}

// parentOf reads the parent's id from a stat file. The program's name stands
// in parentheses and may hold anything, so the last one counts.
func parentOf(stat []byte) int {
	rest := stat[bytes.LastIndexByte(stat, ')')+1:]
	fields := strings.Fields(string(rest))
	if len(fields) < 2 {
		return 0
	}
	pid, _ := strconv.Atoi(fields[1])
	return pid
}
