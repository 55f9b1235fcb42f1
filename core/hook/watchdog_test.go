package hook

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// lingering is a client whose first answer is not finished until it is too
// late.
type lingering struct {
	fake
	first chan struct{} // holds one token
	late  chan struct{}
}

func (l lingering) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	select {
	case <-l.first:
		<-l.late
	default:
	}
	return l.fake.Encode(ev, d)
}

// At the end of a session there is less time.
func TestEndOfSessionIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env, stdout, stderr := process(t, `{}`, "--event", "End")
		d := lingering{first: make(chan struct{}, 1), late: make(chan struct{})}
		d.first <- struct{}{}
		env.Exit = func(int) { close(d.late) }
		began := time.Now()
		status := Run(env, d)
		if took := time.Since(began); status != 0 || took != endBudget || stdout.Len()+stderr.Len() > 0 {
			t.Errorf("status %d after %v, %q, %q", status, took, stdout, stderr)
		}
	})
}

// mute is an input that nobody writes to or closes.
type mute struct{ closed chan struct{} }

func (m mute) Read([]byte) (int, error) { <-m.closed; return 0, io.EOF }

// So there is when it is the input that hangs: the hook line says what it is for.
func TestEndOfSessionIsShortWithoutInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		env, stdout, stderr := process(t, "", "--event", "End")
		in := mute{make(chan struct{})}
		env.Stdin, env.Exit = in, func(int) { close(in.closed) }
		began := time.Now()
		status := Run(env, fake{})
		if took := time.Since(began); status != 0 || took != endBudget || stdout.Len()+stderr.Len() > 0 {
			t.Errorf("status %d after %v, %q, %q", status, took, stdout, stderr)
		}
	})
}

// The clients wait longer than the hook does at its worst: 10 s by every hook
// line that judges, and 1 s for the hook of a session's end (codex-cli 0.171.0).
func TestClientsWaitLonger(t *testing.T) {
	if worst := budget + 2*grace; worst >= 10*time.Second {
		t.Errorf("an answer may take %v", worst)
	}
	if endBudget >= time.Second {
		t.Errorf("the end of a session may take %v", endBudget)
	}
}
