package run

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/ancestry"
)

// highest bounds the walk to the client: a hook and a shell or two lie between.
const highest = 8

// running finds the client among the processes above this one.
func running(program string) []string {
	for _, p := range ancestry.Above(highest) {
		if argv := clientOf(p, program); argv != nil {
			return argv
		}
	}
	return nil
}

// clientOf is how a process is started again when it is the client: by its
// executable, or by an interpreter and the client's script.
func clientOf(p ancestry.Process, program string) []string {
	exe, err := os.Readlink("/proc/" + strconv.Itoa(p.PID) + "/exe")
	if err != nil || !filepath.IsAbs(exe) || !executable(exe) {
		return nil
	}
	if filepath.Base(exe) == program {
		return []string{exe}
	}
	if !interpreter(filepath.Base(exe)) {
		return nil
	}
	for _, arg := range p.Argv[1:] {
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
