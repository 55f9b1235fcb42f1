// Package harness is the contract between core and a client ("harness"): a
// Dialect says how one client's payloads are read and how it is answered.
// Every rule lives in core; a dialect holds only what differs.
//
// To add a client:
//
//  1. Copy the smallest module, gemini, and keep its file names.
//  2. Fill tools.go from the client's own tool list: name, kind, the keys that
//     hold commands and paths.
//  3. Write Decode over recorded payloads, then Encode from what the client
//     was measured to do with each answer.
//  4. State in Info what a failure must look like, and which events exist.
//  5. Add the module to go.work and go.mod, the dialect to
//     conformance/harnesses, the binary to core/companion and scripts/build,
//     the client's own files and switches to core/guard: the suite and
//     harnesstest then say what is missing.
package harness

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// Dialect is what one client does differently. Decode and Encode are pure:
// they touch neither the machine nor the clock, so both are fuzzed and tested
// against golden answers.
type Dialect interface {
	// Info describes the client. It is constant.
	Info() *Info

	// Decode reads one payload. name is the event name of the hook line
	// (--event), empty when the line has none. On an error the event still
	// holds what could be told, at least Kind and Name, so that the failure
	// can be answered in the right form; Kind is ToolPre when nothing could.
	// The payload has already passed the bounds of package payload.
	Decode(in *payload.Object, name string) (*event.Event, error)

	// Encode writes the client's answer to a decision that the client can
	// carry out (asks that it cannot put to a person have become denials).
	// For an event that is not judged the decision is Defer.
	Encode(ev *event.Event, d decision.Decision) Answer
}

// Answer is everything a hook process says.
type Answer struct {
	Stdout []byte
	Stderr string
	Exit   int // 0 or 2; never 1, which most clients read as "go on"
}

// Info describes a client to core.
type Info struct {
	Name    string // claude-code, copilot, codex, gemini-cli, antigravity: as --harness and telemetry spell it
	Title   string // as people read it: "Claude Code"
	Program string // the hook binary: "tempa-claudecode"

	// Fail says how an event that could not be judged is blocked.
	Fail map[event.Kind]FailForm

	// Events are the client's events that a hook may be called for, by the
	// client's name. An event that is not listed is not subscribed to.
	Events []Event

	// DecideBudgetMS bounds the remote decision, in milliseconds.
	DecideBudgetMS int

	// Headless says how a run without a person is told from the outside.
	Headless Headless
}

// Event is one of the client's events.
type Event struct {
	Name     string     // the client's name
	Kind     event.Kind // what it is for core
	Foreign  bool       // known to the client but never subscribed to
	Matcher  string     // the subscription's matcher, where the client wants one
	TimeoutS int        // the hook line's timeout in seconds
}

// FailForm is a way to say no when judging failed.
type FailForm uint8

// The forms. Which client honours which was measured; see the doc.go of each
// module.
const (
	FailSilent     FailForm = iota // nothing, exit 0: for events that must not be blocked
	FailExit                       // the reason on stderr, exit 2
	FailExitObject                 // the reason on stderr, the deny object on stdout, exit 2
	FailObject                     // the dialect's own deny object, exit 0
)

// Headless says how a client run without a person is recognised. It is used
// by clients that can ask only when a person is there.
type Headless struct {
	Programs []string // base names of the client's process
	Flags    []string // flags that mean nobody is asked: -p, --prompt
}

// Client is what core knows of the running client besides the payload.
type Client struct {
	Version string // "0.61.0"; empty when unknown
	// Attended reports whether a person is there to answer. It may look at
	// processes and the terminal, so it is called only when the answer
	// matters. In doubt it says no.
	Attended func() bool
	// Getenv reads the hook's environment. A project can set it, so it may
	// only make an answer stricter, except for variables that name this
	// session.
	Getenv func(string) string
}

// Asker is a dialect whose client can put a question to a person. Without it
// every ask becomes a denial that tells the way on.
type Asker interface {
	// CanAsk reports whether an ask for this event is really put to a person,
	// or refused by the client itself when nobody is there.
	CanAsk(ev *event.Event, c Client) bool
}

// Recognizer is a dialect whose binary can be handed another client's payload.
type Recognizer interface {
	// Recognize returns the dialect that the payload belongs to: the receiver
	// itself, a sibling, or nil when it is foreign and cannot be answered.
	Recognize(in *payload.Object, name string) Dialect
}
