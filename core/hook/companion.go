package hook

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/inquiry"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/state"
)

// askCompanion starts the companion with a request and waits for its findings,
// inquiry.Limit at most; false when there is none to ask. One that fails or
// hangs was asked and found nothing. The companion is the one beside this
// program, else the one in ~/.tempa/bin; never one on PATH.
func askCompanion(exe, home string, r inquiry.Request) (inquiry.Findings, bool) {
	program := companionProgram(exe, home)
	if program == "" {
		return inquiry.Findings{}, false
	}
	request, err := json.Marshal(r)
	if err != nil {
		return inquiry.Findings{}, true
	}
	answer, err := converse(program, home, request)
	var f inquiry.Findings
	if err != nil || json.Unmarshal(answer, &f) != nil {
		return inquiry.Findings{}, true
	}
	return f, true
}

func companionProgram(exe, home string) string {
	places := []string{filepath.Dir(exe)}
	if home != "" {
		places = append(places, filepath.Join(state.InHome(home).Path(), "bin"))
	}
	for _, dir := range places {
		file := filepath.Join(dir, harness.Executable(harness.Companion, runtime.GOOS))
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && filepath.IsAbs(file) {
			return file
		}
	}
	return ""
}

// maxFindings is more than any findings have.
const maxFindings = 256 << 10

// converse runs the program with the text on stdin and returns its stdout. It
// is over, and the program gone, when converse returns.
func converse(program, home string, text []byte) ([]byte, error) {
	in, toChild, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromChild, out, err := os.Pipe()
	if err != nil {
		in.Close()
		toChild.Close()
		return nil, err
	}
	defer fromChild.Close()
	p, err := startProgram(program, home, in, out)
	if err != nil {
		toChild.Close()
		return nil, err
	}
	timer := time.AfterFunc(inquiry.Limit, func() {
		p.kill()
		fromChild.SetReadDeadline(time.Unix(1, 0)) // whoever else holds the pipe
	})
	defer timer.Stop()
	_, err = toChild.Write(text)
	toChild.Close()
	answer, readErr := io.ReadAll(io.LimitReader(fromChild, maxFindings))
	if err == nil {
		err = readErr
	}
	if err != nil {
		p.kill()
	}
	if waitErr := p.wait(); err == nil {
		err = waitErr
	}
	return answer, err
}

// startProgram starts the program outside of every project. It closes in and
// out, which are the program's.
func startProgram(program, home string, in, out *os.File) (launched, error) {
	defer in.Close()
	defer out.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return launched{}, err
	}
	defer null.Close()
	return launch([]string{program, inquiry.Command}, inquiry.Environment(os.Getenv, home), in, out, null)
}
