// Package diagnosis is what a hook binary's doctor reports: the contract
// between "tempa-<client> doctor --json" and whoever reads it.
package diagnosis

import "time"

// Schema names the form of a report.
const Schema = "tempa.doctor/1"

// Level says how bad a finding is.
type Level string

// The levels. Only Bad is a fault: guardrails may be off.
const (
	OK   Level = "ok"
	Warn Level = "warn"
	Bad  Level = "bad"
)

// Finding is one thing that was looked at. Its text ends in the next step
// where there is one.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Text  string `json:"text"`
}

// Kind says whose an installation is.
type Kind string

// The kinds.
const (
	User    Kind = "user"
	Plugin  Kind = "plugin"
	Managed Kind = "managed"
	Repo    Kind = "repo"
)

// Installation is one place where the client finds our hook lines.
type Installation struct {
	Kind    Kind   `json:"kind"`
	File    string `json:"file"` // the hook file
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"` // of the plugin's manifest
	Program string `json:"program"`           // the hook binary
	// Intact says that the lines are those that this binary would write; only
	// then there is a Run.
	Intact bool `json:"intact"`
	// Off says that the client is known not to call these lines.
	Off bool `json:"off,omitempty"`
	Run *Run `json:"run,omitempty"`
}

// Run is how the client starts the line of a tool call.
type Run struct {
	Event string   `json:"event"`
	Argv  []string `json:"argv"`
	Dir   string   `json:"dir,omitempty"` // empty: wherever the session works
}

// Probe is a call that a line is tried with.
type Probe struct {
	Name    string   `json:"name"`
	Payload string   `json:"payload"`
	Mark    string   `json:"mark,omitempty"` // stands in the answer
	Answers []Answer `json:"answers"`        // those that prove it
}

// Answer is what a hook says. Any stands in it for any text.
type Answer struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
}

// Any is a text in a wanted answer that stands for any other.
const Any = "ANY-TEXT"

// The names of the probes.
const (
	Denied   = "denied"
	Harmless = "harmless"
)

// Versions are the versions of a binary and of the core in it. Equal core
// versions mean equal decisions.
type Versions struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Core    string `json:"core"`
	Go      string `json:"go"`
}

// Client is the coding agent.
type Client struct {
	Name    string `json:"name"` // as in telemetry
	Title   string `json:"title"`
	Version string `json:"version,omitempty"`
	// Try is a command line that makes the client call its hooks once.
	Try []string `json:"try,omitempty"`
}

// Report is everything.
type Report struct {
	Schema        string         `json:"schema"`
	Client        Client         `json:"client"`
	Versions      Versions       `json:"versions"`
	Installations []Installation `json:"installations"`
	// Events are the client's events and when they were seen last.
	Events   map[string]time.Time `json:"events"`
	Findings []Finding            `json:"findings"`
	Probes   []Probe              `json:"probes,omitempty"`
}

// Worst is the worst level among findings.
func Worst(list []Finding) Level {
	worst := OK
	for _, f := range list {
		if f.Level == Bad || f.Level == Warn && worst == OK {
			worst = f.Level
		}
	}
	return worst
}

// Finding is a finding of that level.
func (l Level) Finding(check, text string) Finding { return Finding{check, l, text} }
