package hook

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// gone is a stream that nobody reads.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// An answer blocks as long as one of the streams is there.
func TestSay(t *testing.T) {
	denied := harness.Answer{Stdout: []byte("deny no\n")}
	failed := harness.Answer{Stderr: "tempa: x", Exit: 2}
	both := harness.Answer{Stdout: []byte("deny x\n"), Stderr: "tempa: x", Exit: 2}
	tests := []struct {
		name                   string
		answer                 harness.Answer
		kind                   event.Kind
		noStdout, noStderr     bool
		status                 int
		wantStdout, wantStderr string
	}{
		{"object", denied, event.ToolPre, false, true, 0, "deny no\n", ""},
		{"object that is lost", denied, event.ToolPre, true, false, 2, "", "tempa: hook failed (the answer could not be written to stdout); blocking (fail closed)\n"},
		{"nobody reads anything", denied, event.ToolPre, true, true, 2, "", ""},
		{"status", failed, event.ToolPre, false, false, 2, "", "tempa: x\n"},
		{"status without its text becomes an object", failed, event.ToolPre, false, true, 0, "deny tempa: x\n", ""},
		{"status, and no stream", failed, event.ToolPre, true, true, 2, "", ""},
		{"status and object", both, event.ToolPre, false, true, 2, "deny x\n", ""},
		{"not judged", harness.Answer{Stderr: "warning", Exit: 2}, event.SessionStart, false, true, 2, "", ""},
		{"not judged, and lost", denied, event.Other, true, false, 0, "", ""},
		{"not judged, and no stream", denied, event.SessionStart, true, true, 0, "", ""},
		{"silence", harness.Answer{}, event.ToolPre, true, true, 0, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			env := &Env{Stdout: io.Writer(&stdout), Stderr: io.Writer(&stderr)}
			if tt.noStdout {
				env.Stdout = gone{}
			}
			if tt.noStderr {
				env.Stderr = gone{}
			}
			h := &handler{env: env}
			h.know(fake{}, &event.Event{Kind: tt.kind})
			if got := h.say(tt.answer); got != tt.status || stdout.String() != tt.wantStdout || stderr.String() != tt.wantStderr {
				t.Errorf("exit %d, %q, %q; want %d, %q, %q", got, stdout.String(), stderr.String(), tt.status, tt.wantStdout, tt.wantStderr)
			}
		})
	}
}

func TestNullIsNobody(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the null device cannot be told there")
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, err := (stream{null}).Write([]byte("x")); err == nil {
		t.Error("the null device took an answer")
	}
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if n, err := (stream{file}).Write([]byte("x")); n != 1 || err != nil {
		t.Errorf("Write = %d, %v", n, err)
	}
}
