// Package client reads a hook's answer as the real clients were measured to
// read it. It knows nothing of Tempa's code: it is the other side of the
// contract, written from the clients' behaviour alone, so that the suite does
// not prove the encoder with itself.
package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Answer is what a hook process left.
type Answer struct {
	Stdout string
	Stderr string
	Exit   int
}

// Verdict is what the client does with a call or a prompt.
type Verdict string

// The verdicts.
const (
	Runs    Verdict = "runs"    // the client's own rules decide, no objection
	Blocked Verdict = "blocked" // it does not run
	Asks    Verdict = "asks"    // a person is asked, or the client refuses when nobody is there
)

// Outcome is what a client makes of an answer.
type Outcome struct {
	Verdict Verdict
	Model   string // what the model reads
	Person  string // what the person reads
	// Fault is why the client would call the answer broken. A guard's answer
	// never is, even where the client happens to block on it.
	Fault string
}

// Reader reads answers of one client to one kind of event.
type Reader func(Answer) Outcome

// Kind is what the event was for.
type Kind string

// The kinds of event.
const (
	Tool     Kind = "tool"
	Skill    Kind = "skill" // a shell line of a custom command or skill
	Prompt   Kind = "prompt"
	Settings Kind = "settings"
	Post     Kind = "post"  // after a tool
	Start    Kind = "start" // of a session
	Other    Kind = "other"
)

// For returns the reader of a client; nil when it has no such event.
func For(name string, k Kind) Reader {
	switch name {
	case "claudecode":
		return claudeCode[k]
	case "copilot":
		return copilot[k]
	case "copilot-vscode":
		return copilotVSCode[k]
	case "codex":
		return codex[k]
	case "gemini":
		return gemini[k]
	case "antigravity":
		return antigravity[k]
	}
	return nil
}

// object parses exactly one JSON object, as strictly as the strictest client.
func object(text string) (map[string]any, error) {
	if strings.Contains(text, "\r") {
		return nil, fmt.Errorf("a carriage return in the answer") // codex-cli voids it
	}
	dec := json.NewDecoder(strings.NewReader(text))
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("no JSON object: %v", err)
	}
	if dec.More() {
		return nil, fmt.Errorf("something behind the object")
	}
	return v, nil
}

// onlyKeys finds a key that the client does not know, or a null, which claude
// code and codex take as invalid.
func onlyKeys(m map[string]any, known ...string) string {
	for k, v := range m {
		if v == nil {
			return fmt.Sprintf("%q is null", k)
		}
		found := false
		for _, have := range known {
			found = found || k == have
		}
		if !found {
			return fmt.Sprintf("unknown key %q", k)
		}
	}
	return ""
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

func sub(m map[string]any, key string) map[string]any {
	s, _ := m[key].(map[string]any)
	return s
}

// silence is the answer of a client to nothing at all.
func silence(a Answer) (Outcome, bool) {
	if a.Exit == 0 && a.Stdout == "" && a.Stderr == "" {
		return Outcome{Verdict: Runs}, true
	}
	return Outcome{}, false
}

// broken is an answer that the client would not take as meant.
func broken(v Verdict, format string, args ...any) Outcome {
	return Outcome{Verdict: v, Fault: fmt.Sprintf(format, args...)}
}

// quiet reads an event that is not judged: anything but silence is a fault.
func quiet(a Answer) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	return broken(Runs, "an event that is not judged was answered: %q %q %d", a.Stdout, a.Stderr, a.Exit)
}

// words joins what is not empty.
func words(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n")
}

// plain reads an answer that can block nothing: one object, and no word or
// status besides. done says that out is all that comes of it.
func plain(a Answer) (m map[string]any, out Outcome, done bool) {
	if out, done = silence(a); done {
		return nil, out, true
	}
	m, err := object(a.Stdout)
	if err != nil || a.Exit != 0 || a.Stderr != "" {
		return nil, broken(Runs, "exit %d, %v, %q", a.Exit, err, a.Stderr), true
	}
	return m, out, false
}

// nested is plain for the clients that read context from hookSpecificOutput,
// under the name of one of the events, beside other members at the top.
func nested(a Answer, members []string, events ...string) (m map[string]any, context string, out Outcome, done bool) {
	if m, out, done = plain(a); done {
		return nil, "", out, true
	}
	h := sub(m, "hookSpecificOutput")
	fault := words(onlyKeys(m, append(members, "hookSpecificOutput")...), onlyKeys(h, "hookEventName", "additionalContext"))
	if name := text(h, "hookEventName"); fault == "" && h != nil && !slices.Contains(events, name) {
		fault = fmt.Sprintf("hookEventName %q", name)
	}
	if fault != "" {
		return nil, "", broken(Runs, "%s", fault), true
	}
	return m, text(h, "additionalContext"), out, false
}

// The members beside the context: at the start of a session, and after a tool.
var (
	startMembers = []string{"systemMessage"}
	postMembers  = []string{"decision", "reason"}
)
