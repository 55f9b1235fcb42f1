package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// highest bounds the walk to the client: a hook and a shell or two lie between.
const highest = 8

// running finds the client among the processes above this one.
func running(program string) []string {
	for pid, n := os.Getppid(), 0; pid > 1 && n < highest; n++ {
		if argv := clientOf(pid, program); argv != nil {
			return argv
		}
		pid = parent(pid)
	}
	return nil
}

// clientOf is how a process is started again when it is the client: by its
// executable, or by an interpreter and the client's script.
func clientOf(pid int, program string) []string {
	dir := "/proc/" + strconv.Itoa(pid)
	exe, err := os.Readlink(dir + "/exe")
	if err != nil || !filepath.IsAbs(exe) || !executable(exe) {
		return nil
	}
	if filepath.Base(exe) == program {
		return []string{exe}
	}
	cmdline, err := os.ReadFile(dir + "/cmdline")
	if err != nil || !interpreter(filepath.Base(exe)) {
		return nil
	}
	for _, arg := range strings.Split(string(cmdline), "\x00")[1:] {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		if !isScript(arg, program) {
			return nil
		}
		return []string{exe, arg}
	}
	return nil
}

func interpreter(name string) bool { return name == "node" || name == "bun" || name == "deno" }

// isScript reports whether an argument is the client's own script: an absolute
// path that is named like it, or that lies in a package named like it.
func isScript(path, program string) bool {
	if !filepath.IsAbs(path) {
		return false
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return name == program || strings.Contains(path, "/node_modules/") && strings.Contains(path, "/"+program)
}

// parent is the process above another one; 0 when there is none to be seen.
// The program's name stands in parentheses and may hold anything.
func parent(pid int) int {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(fields[1])
	return n
}
