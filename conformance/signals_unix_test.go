//go:build unix

package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/starter"
)

// A signal to the terminal or to every process ends no hook without its answer:
// most clients read that as "go on".
func TestSignals(t *testing.T) {
	m := newMachine(t, starter.Profile(), starter.Table())
	for _, c := range columns {
		tpl, _ := c.template("shell")
		cmd := exec.Command(c.dialect.Info().Program, "hook", "--event", tpl.event)
		cmd.Env = append(os.Environ(), "HOME="+m.home)
		var stdout, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// More than a pipe holds: once it is written, the hook reads.
		if _, err := stdin.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
			t.Fatal(err)
		}
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
			cmd.Process.Signal(s)
		}
		stdin.Write([]byte(tpl.fill(map[string]string{"home": m.home, "cwd": m.dir, "command": "rm -rf ~"})))
		stdin.Close()
		cmd.Wait()
		a := client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: cmd.ProcessState.ExitCode()}
		if o := client.For(c.name, client.Tool)(a); o.Verdict != client.Blocked || !strings.Contains(o.Model, "tempa/destructive/") {
			t.Errorf("%s: %+v, %s", c.name, o, cmd.ProcessState)
		}
	}
}
