package hook

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// bottomless is a client whose payloads cannot be read in any stack.
type bottomless struct{ fake }

func (b bottomless) Decode(in *payload.Object, name string) (*event.Event, error) {
	return b.below(in, name, 1)
}

func (b bottomless) below(in *payload.Object, name string, depth int) (*event.Event, error) {
	if depth == 0 {
		return b.fake.Decode(in, name)
	}
	ev, err := b.below(in, name, depth+1)
	return ev, errors.Join(err, errors.New("deeper"))
}

const hookOfThisTest = "TEMPA_TEST_BOTTOMLESS"

// Running out of stack cannot be recovered from. It ends the process soon, with
// the status that blocks, and with a text, since some clients want one.
func TestStackThatRunsOutBlocks(t *testing.T) {
	if os.Getenv(hookOfThisTest) != "" {
		os.Exit(Run(Process([]string{"--event", "Pre"}), bottomless{}))
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), hookOfThisTest+"=1", "HOME="+t.TempDir())
	cmd.Stdin = strings.NewReader(`{"command":"ls"}`)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != statusBlock {
		t.Errorf("%v, want exit status %d", err, statusBlock)
	}
	if took := time.Since(began); took > budget {
		t.Errorf("it took %v", took)
	}
	if stdout.Len() > 0 || !strings.Contains(stderr.String(), "stack exceeds") {
		t.Errorf("stdout %q, stderr %.200q", stdout.String(), stderr.String())
	}
}
