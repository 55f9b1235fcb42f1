package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/conformance/harnesses"
)

// deed is what an event of a session is about.
type deed string

// The deeds. Of look nothing is said, so it leaves no line.
const (
	deny  deed = "deny"
	ask   deed = "ask"
	guide deed = "guidance"
	leak  deed = "leak" // a prompt with a bank account in it
	post  deed = "post"
	stop  deed = "stop"
	start deed = "start"
	end   deed = "end"
	look  deed = "look"
)

// template is the kind of payload in testdata.
func (d deed) template() string {
	switch d {
	case deny, ask, guide:
		return "shell"
	case leak:
		return "prompt"
	case look:
		return "read"
	}
	return string(d)
}

func (d deed) program(n int) string { return fmt.Sprintf("%s-%d", d, n) }

func (d deed) reason(n int) string { return fmt.Sprintf("Row %d of %s.", n, d) }

// rowID is the id of the row that speaks of a call.
func (d deed) rowID(n int) string { return fmt.Sprintf("stress/%s/%d", d, n) }

// policyID is what a line in the spool names, empty for a deed that no policy
// speaks of.
func (d deed) policyID(n int) string {
	switch d {
	case deny, ask, guide:
		return d.rowID(n)
	case leak:
		return "tempa/prompt-secret"
	}
	return ""
}

// call is one event: two processes that are given the same call are twins.
type call struct {
	harness harnesses.Harness
	session string
	deed    deed
	n       int // tells it from the other events of its session
}

func (c call) String() string {
	return fmt.Sprintf("%s %s %d in %s", c.harness.Folder, c.deed, c.n, c.session)
}

func (c call) values(m *machine) map[string]string {
	return map[string]string{
		"home": m.home, "cwd": m.project, "path": m.project + "/a.txt",
		"command": c.deed.program(c.n) + " --now",
		"prompt":  fmt.Sprintf("Pay %d euro to NL91ABNA0417164300.", c.n),
	}
}

// check compares an answer with what the client has to make of it. Twins share
// one guidance: told says whether this one has to bring it.
func (c call) check(a client.Answer, told bool) error {
	o := client.For(c.harness.Folder, c.kind())(a)
	verdict, text := c.want(told)
	read := o.Model + o.Person
	if c.tellsLater() {
		read = strings.TrimSpace(keptGuidance.ReplaceAllString(read, ""))
	}
	switch {
	case o.Fault != "":
		return fmt.Errorf("%v: the client would call the answer broken: %s", c, o.Fault)
	case o.Verdict != verdict:
		return fmt.Errorf("%v: %s, want %s: %q", c, o.Verdict, verdict, read)
	case text == "" && read != "", !strings.Contains(read, text):
		return fmt.Errorf("%v: somebody reads %q, want %q", c, read, text)
	}
	return nil
}

// tellsLater reports whether the answer may bring guidance of earlier calls:
// Gemini's answers before a tool bring none to the model.
func (c call) tellsLater() bool {
	return c.harness.Folder == "gemini" && (c.deed == post || c.deed == start)
}

var keptGuidance = regexp.MustCompile(`Row \d+ of guidance\.\n*`)

func (c call) kind() client.Kind {
	switch c.deed {
	case deny, ask, guide, look:
		return client.Tool
	case leak:
		return client.Prompt
	case post:
		return client.Post
	case start:
		return client.Start
	}
	return client.Other
}

// want is the verdict and what somebody reads, from what was measured of the
// clients: Codex cannot ask, nobody sits in front of Gemini and Antigravity
// here, and Gemini hands no context to the model before a call.
func (c call) want(told bool) (v client.Verdict, text string) {
	asks := slices.Contains([]string{"claudecode", "copilot"}, c.harness.Folder)
	switch {
	case c.deed == deny, c.deed == ask && !asks:
		return client.Blocked, "(" + c.deed.policyID(c.n) + ")"
	case c.deed == ask:
		return client.Asks, "(" + c.deed.policyID(c.n) + ")"
	case c.deed == leak:
		return client.Blocked, "Tempa blocked this prompt"
	case c.deed == guide && told && c.harness.Folder != "gemini":
		return client.Runs, c.deed.reason(c.n)
	}
	return client.Runs, ""
}
