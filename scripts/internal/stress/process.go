package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/tempahq/tempa/conformance/client"
)

// process is one hook that runs. It waits for its payload.
type process struct {
	call           call
	event          string
	payload        []byte
	cmd            *exec.Cmd
	stdin          io.WriteCloser
	stdout, stderr bytes.Buffer
	kill           func() // called when the payload is given, nil for most
}

// start starts the hook of an installation on a call.
func (m *machine) start(c call, installation int) (*process, error) {
	event, payload, err := m.payload(c)
	if err != nil {
		return nil, err
	}
	p := &process{call: c, event: event, payload: payload}
	p.cmd = exec.Command(filepath.Join(m.installed[installation], c.harness.Dialect.Info().Program), "hook", "--event", event)
	p.cmd.Env = []string{"HOME=" + m.home, "PATH=/usr/bin:/bin"}
	p.cmd.Dir = m.project
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return p, p.cmd.Start()
}

// feed gives the hook its payload. One that was killed does not take it.
func (p *process) feed() {
	_, _ = p.stdin.Write(p.payload)
	p.stdin.Close()
}

// killAfter sends a signal after a while, unless the hook has ended.
func (p *process) killAfter(after time.Duration, signal os.Signal) {
	time.AfterFunc(after, func() { _ = p.cmd.Process.Signal(signal) })
}

// result is what a hook left.
type result struct {
	call   call
	event  string
	answer client.Answer
	killed bool
	took   time.Duration // from the payload to the end
}

// finish feeds the hook and waits for its end.
func (p *process) finish() (result, error) {
	begin := time.Now()
	p.feed()
	if p.kill != nil {
		p.kill()
	}
	err := p.cmd.Wait()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		return result{}, err
	}
	code := p.cmd.ProcessState.ExitCode()
	return result{
		call: p.call, event: p.event, killed: code < 0, took: time.Since(begin),
		answer: client.Answer{Stdout: p.stdout.String(), Stderr: p.stderr.String(), Exit: code},
	}, nil
}

// once runs a hook from begin to end.
func (m *machine) once(c call, installation int) (result, error) {
	p, err := m.start(c, installation)
	if err != nil {
		return result{}, err
	}
	return p.finish()
}
