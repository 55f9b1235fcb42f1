package conformance

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/conformance/client"
)

// verdict is what a story expects of a client.
type verdict string

// The verdicts of "expect".
const (
	runs    verdict = "runs"    // no objection, and never a grant
	silent  verdict = "silent"  // the same, and nobody reads a word
	blocked verdict = "blocked" // it does not run, and the model or the person reads why
	asks    verdict = "asks"    // a person is asked; where the client cannot ask, blocked with the way on
	exit2   verdict = "exit2"   // blocked by the exit status alone: the answer could not be written
	cannot  verdict = "cannot"  // blocked with the way on: what asks means where nobody can be asked
)

var verdicts = []verdict{runs, silent, blocked, asks, exit2, cannot}

// expect says what every client does with the answers, and what the model or
// the person reads. A client that differs is named: codex=blocked. Of such a
// client the texts are not expected; its own way on is.
func (s *story) expect(args []string) {
	const usage = "usage: expect runs|silent|blocked|asks|exit2 [CLIENT=VERDICT...] [TEXT...]"
	if len(args) == 0 || !slices.Contains(verdicts, verdict(args[0])) {
		s.ts.Fatalf(usage)
	}
	if len(s.answers) == 0 || len(s.done) == s.at {
		s.ts.Fatalf("there is no call to expect something of")
	}
	texts, others := split(args[1:])
	out := outcomes{cells: map[string]string{}}
	for _, a := range s.answers {
		if a.missing != "" {
			out.cells[a.column.name] = "no such tool"
			out.why = append(out.why, a.column.title+": "+a.missing)
			continue
		}
		want, texts := verdict(args[0]), texts
		if v, ok := others[a.column.name]; ok {
			want, texts = v, nil
		}
		out.cells[a.column.name] = s.hold(a, want, texts)
	}
	s.done = append(s.done, out)
}

// split tells the clients that differ from the texts.
func split(args []string) (texts []string, others map[string]verdict) {
	others = map[string]verdict{}
	for _, a := range args {
		name, v, ok := strings.Cut(a, "=")
		if ok && isColumn(name) && slices.Contains(verdicts, verdict(v)) {
			others[name] = verdict(v)
			continue
		}
		texts = append(texts, a)
	}
	return texts, others
}

// hold compares one client's answer with what is expected, and says it in the
// words of the grid.
func (s *story) hold(a *answered, want verdict, texts []string) (cell string) {
	if want == asks && !a.column.canAsk(a.kind, s.here.attended) {
		want = cannot
	}
	if want == exit2 {
		s.holdExit(a, texts)
		return "blocked by exit 2"
	}
	out := client.For(a.column.name, a.kind)(a.answer)
	read := out.Model + "\n" + out.Person
	if want == cannot {
		texts = append(texts[:len(texts):len(texts)], a.column.wayOn())
	}
	switch verdictOf := map[verdict]client.Verdict{runs: client.Runs, silent: client.Runs, blocked: client.Blocked, cannot: client.Blocked, asks: client.Asks}; {
	case out.Fault != "":
		s.wrong(a, "the client would call this answer broken: %s", out.Fault)
	case out.Verdict != verdictOf[want]:
		s.wrong(a, "%s, want %s", out.Verdict, want)
	case want == silent && (read != "\n" || a.answer.Stderr != ""):
		s.wrong(a, "want silence, somebody reads %q", read)
	case want == blocked && strings.Contains(read, a.column.wayOn()):
		s.wrong(a, "blocked because nobody can be asked, want a plain block")
	case want != runs && want != silent && strings.TrimSpace(read) == "":
		s.wrong(a, "nobody reads why")
	}
	for _, text := range texts {
		if !strings.Contains(read, text) {
			s.wrong(a, "nobody reads %q", text)
		}
	}
	switch want {
	case cannot:
		return "blocked, cannot ask"
	case silent:
		return "runs"
	}
	return string(want)
}

// holdExit is for an answer whose stream is gone: the status has to block and
// what is left has to say why.
func (s *story) holdExit(a *answered, texts []string) {
	if a.answer.Exit != 2 {
		s.wrong(a, "exit status %d, want 2", a.answer.Exit)
	}
	for _, text := range texts {
		if !strings.Contains(a.answer.Stdout+a.answer.Stderr, text) {
			s.wrong(a, "nobody reads %q", text)
		}
	}
}

func (s *story) wrong(a *answered, format string, args ...any) {
	s.ts.Logf("%s %s: exit %d\n[stdout]\n%s[stderr]\n%s", a.column.name, a.event, a.answer.Exit, a.answer.Stdout, a.answer.Stderr)
	s.ts.Fatalf(a.column.name+": "+format, args...)
}

// lacks says what no answer of the current step holds, such as a secret.
func (s *story) lacks(args []string) {
	if len(args) == 0 {
		s.ts.Fatalf("usage: lacks TEXT...")
	}
	for _, a := range s.answers {
		for _, text := range args {
			if strings.Contains(a.answer.Stdout+a.answer.Stderr, text) {
				s.wrong(a, "the answer holds %q", text)
			}
		}
	}
}
