//go:build unix

package companion

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/attend"
	"github.com/tempahq/tempa/core/prove"
)

// script writes a program.
func script(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// quiet takes the variables of an agent out of the environment: this test may
// run in one.
func quiet(t *testing.T) {
	t.Helper()
	for m := attend.Agent(os.Getenv); m != ""; m = attend.Agent(os.Getenv) {
		t.Setenv(m, "")
	}
}

func TestWithClient(t *testing.T) {
	const head = `{"schema":"tempa.doctor/1","events":{`
	tests := []struct {
		name, client, typed string
		terminal            bool
		agent               string
		stage               prove.Stage
		says, fails         string
	}{
		{"it calls the hook", `ls -A >"$0.saw"; touch "$0.called"`, "yes\n", true, "", prove.Proved, "has just called the hook for PreToolUse", ""},
		{"it does not", `echo log in first >&2; exit 3`, "yes\n", true, "", prove.Configured, "it ended with status 3: log in first", ""},
		{"nobody says yes", `touch "$0.called"`, "y\n", true, "", prove.WouldRun, "Type yes", "no client was started"},
		{"no terminal", `touch "$0.called"`, "yes\n", false, "", prove.WouldRun, "", "run it in a terminal"},
		{"an agent", `touch "$0.called"`, "yes\n", true, "CLAUDECODE", prove.WouldRun, "", "an agent started this"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			quiet(t)
			dir := t.TempDir()
			t.Setenv("PATH", dir+":/usr/bin:/bin")
			if tt.agent != "" {
				t.Setenv(tt.agent, "1")
			}
			client := script(t, filepath.Join(dir, "client"), tt.client)
			hook := script(t, filepath.Join(dir, "tempa-x"), `if [ -e "`+client+`.called" ]; then
echo '`+head+`"PreToolUse":"2999-01-01T00:00:00Z"}}'; else echo '`+head+`"PreToolUse":"2020-01-01T00:00:00Z"}}'; fi`)
			var out bytes.Buffer
			c := &companion{stdin: strings.NewReader(tt.typed), terminal: tt.terminal, stdout: &out}
			reports := []report{
				{Binary: hook, Outcome: &prove.Outcome{Client: "X", Stage: prove.WouldRun, Try: []string{"client", "a prompt"}}},
				{Binary: hook, Outcome: &prove.Outcome{Client: "Y", Stage: prove.Broken, Try: []string{"client", "a prompt"}}},
				{Binary: hook, Outcome: &prove.Outcome{Client: "Z", Stage: prove.WouldRun, Try: []string{"nobody-has-this"}}},
			}
			err := c.withClients(reports)
			if (tt.fails == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("error %v, want %q", err, tt.fails)
			}
			if reports[0].Outcome.Stage != tt.stage || !strings.Contains(out.String(), tt.says) {
				t.Errorf("stage %q, said %q", reports[0].Outcome.Stage, out.String())
			}
			if reports[1].Outcome.Stage != prove.Broken || reports[2].Outcome.Stage != prove.WouldRun {
				t.Error("another client was started")
			}
			if saw, err := os.ReadFile(client + ".saw"); tt.stage == prove.Proved && (err != nil || len(saw) > 0) {
				t.Errorf("the client's folder holds %q, %v", saw, err)
			}
		})
	}
}

func TestProveFlags(t *testing.T) {
	for _, args := range [][]string{{"--with-client"}, {"--prove", "--with-client", "--json"}, {"--loose"}} {
		var out, err bytes.Buffer
		c := &companion{stdout: &out, stderr: &err, binaries: []string{"/nowhere"}}
		if got := c.doctor(args); got != statusUsage {
			t.Errorf("%q: status %d, %s", args, got, err.String())
		}
	}
}

func TestProvePrints(t *testing.T) {
	dir := t.TempDir()
	text := `{"schema":"tempa.doctor/1","client":{"name":"x","title":"X"},"findings":[],"installations":[]}`
	var out bytes.Buffer
	c := &companion{stdout: &out, binaries: []string{binary(t, dir, "codex", text, "0")}}
	if got := c.doctor([]string{"--prove"}); got != statusFound || !strings.Contains(out.String(), "BAD  X: not installed") {
		t.Errorf("status %d, said %q", got, out.String())
	}
	out.Reset()
	if got := c.doctor([]string{"--prove", "--json"}); got != statusFound || !strings.Contains(out.String(), `"prove":{"client":"X","stage":"not installed"`) {
		t.Errorf("status %d, said %q", got, out.String())
	}
}
