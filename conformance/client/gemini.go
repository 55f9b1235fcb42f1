package client

import (
	"encoding/json"
	"strings"
)

// Gemini CLI 0.61.0, hook lines with a rescue tail on judged events.
var gemini = map[Kind]Reader{
	Tool:   geminiTool,
	Prompt: geminiPrompt,
	Post:   geminiPost,
	Start:  geminiStart,
	Other:  quiet,
}

func geminiTool(a Answer) Outcome {
	if o, ok := geminiExit(a); ok {
		return o
	}
	m, err := object(a.Stdout)
	if err != nil {
		return broken(Runs, "%v", err)
	}
	if fault := onlyKeys(m, "decision", "reason", "systemMessage", "hookSpecificOutput"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	switch d := text(m, "decision"); d {
	case "deny":
		if text(m, "reason") == "" {
			return broken(Blocked, "a deny without a reason")
		}
		return Outcome{Verdict: Blocked, Model: text(m, "reason")}
	case "ask":
		// Only systemMessage is shown; a no cancels the turn, so the model
		// reads nothing.
		if text(m, "systemMessage") == "" {
			return broken(Asks, "the person reads no reason")
		}
		return Outcome{Verdict: Asks, Person: text(m, "systemMessage")}
	case "allow", "":
		// The reason of an allow is joined to another hook's deny.
		if text(m, "reason") != "" {
			return broken(Runs, "an allow with a reason")
		}
		return Outcome{Verdict: Runs}
	default:
		return broken(Runs, "decision %q", d)
	}
}

// geminiExit reads silence and exit statuses; false when stdout counts.
func geminiExit(a Answer) (Outcome, bool) {
	if o, ok := silence(a); ok {
		return o, true
	}
	text := strings.TrimSpace(words(a.Stdout, a.Stderr))
	switch {
	case a.Exit == 0 && a.Stdout == "":
		return broken(Runs, "stderr with exit 0 is shown to the person: %q", a.Stderr), true
	case a.Exit == 0:
		return Outcome{}, false
	case a.Exit >= 2 && a.Stdout == "" && text != "" && !json.Valid([]byte(text)):
		return Outcome{Verdict: Blocked, Model: text}, true
	}
	return broken(Runs, "exit status %d with %q lets the call run", a.Exit, text), true
}

func geminiPrompt(a Answer) Outcome {
	o := geminiTool(a)
	if o.Verdict == Asks {
		return broken(Runs, "an ask lets the prompt go on")
	}
	o.Person, o.Model = words(o.Model, o.Person), ""
	return o
}

func geminiStart(a Answer) Outcome {
	m, context, out, done := nested(a, startMembers, "SessionStart")
	if done {
		return out
	}
	return Outcome{Verdict: Runs, Model: context, Person: text(m, "systemMessage")}
}

// After a tool: a deny replaces the result by the reason, and its context is
// dropped.
func geminiPost(a Answer) Outcome {
	m, context, out, done := nested(a, postMembers, "AfterTool")
	switch {
	case done:
		return out
	case text(m, "decision") == "deny":
		context = ""
	}
	return Outcome{Verdict: Runs, Model: words(text(m, "reason"), context)}
}
