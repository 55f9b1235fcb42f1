package conformance

import (
	"os"
	"os/exec"
	"strings"
)

// wiring is what a client did to a hook's streams.
type wiring map[string]string

// streams says in which state the following hooks find their streams: closed
// (no file descriptor), broken (a pipe that nobody reads) or full (a device
// without space).
func (s *story) streams(args []string) {
	const usage = "usage: streams [stdin|stdout|stderr=closed|broken|full ...]"
	s.how = wiring{}
	for _, a := range args {
		name, state, ok := strings.Cut(a, "=")
		if !ok || !strings.Contains(" stdin stdout stderr ", " "+name+" ") || !strings.Contains(" closed broken full ", " "+state+" ") {
			s.ts.Fatalf(usage)
		}
		s.how[name] = state
	}
}

// apply changes a command that was not started yet.
func (w wiring) apply(cmd *exec.Cmd) (release func()) {
	var files []*os.File
	for name, state := range w {
		if state == "closed" {
			closeFor(cmd, map[string]string{"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}[name])
			continue
		}
		f := unwritable(state)
		files = append(files, f)
		if name == "stdout" {
			cmd.Stdout = f
		} else {
			cmd.Stderr = f
		}
	}
	return func() {
		for _, f := range files {
			f.Close()
		}
	}
}

// closeFor starts the command by a shell that closes a stream first.
func closeFor(cmd *exec.Cmd, redirection string) {
	cmd.Args = append([]string{"sh", "-c", `exec "$0" "$@" ` + redirection, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
}

func unwritable(state string) *os.File {
	if state == "full" {
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			panic(err)
		}
		return f
	}
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	r.Close()
	return w
}
