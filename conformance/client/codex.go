package client

import (
	"encoding/json"
	"strings"
)

// Codex 0.171.0. An answer with a key it does not know is a failed hook, and a
// failed hook lets the call run.
var codex = map[Kind]Reader{
	Tool:   codexTool,
	Prompt: codexPrompt,
	Post:   codexPost,
	Start:  codexStart,
	Other:  quiet,
}

func codexTool(a Answer) Outcome {
	if o, ok := codexExit(a); ok {
		return o
	}
	m, err := object(a.Stdout)
	if err != nil {
		return broken(Runs, "%v", err)
	}
	h := sub(m, "hookSpecificOutput")
	if fault := words(onlyKeys(m, "hookSpecificOutput", "systemMessage"), onlyKeys(h, "hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext")); fault != "" {
		return broken(Runs, "%s", fault)
	}
	if text(h, "hookEventName") != "PreToolUse" {
		return broken(Runs, "hookEventName is required")
	}
	reason, context := text(h, "permissionDecisionReason"), text(h, "additionalContext")
	if len(context) > 10_000 {
		return broken(Runs, "context of %d bytes is spilled to a file", len(context))
	}
	switch d := text(h, "permissionDecision"); {
	case d == "":
		return Outcome{Verdict: Runs, Model: context}
	case d == "deny" && strings.TrimSpace(reason) != "":
		return Outcome{Verdict: Blocked, Model: words(reason, context)}
	default:
		return broken(Runs, "permissionDecision %q with reason %q is a failed hook", d, reason)
	}
}

// codexExit reads silence and exit statuses; false when stdout counts.
func codexExit(a Answer) (Outcome, bool) {
	if o, ok := silence(a); ok {
		return o, true
	}
	switch {
	case a.Exit == 0:
		return Outcome{}, false
	case a.Exit == 2 && strings.TrimSpace(a.Stderr) != "":
		if json.Valid([]byte(a.Stderr)) {
			return broken(Runs, "stderr is JSON"), true
		}
		return Outcome{Verdict: Blocked, Model: a.Stderr}, true
	}
	return broken(Runs, "exit status %d with stderr %q is a failed hook", a.Exit, a.Stderr), true
}

func codexPrompt(a Answer) Outcome {
	if o, ok := codexExit(a); ok {
		o.Person, o.Model = o.Model, ""
		return o
	}
	m, err := object(a.Stdout)
	if err != nil {
		return broken(Runs, "%v", err)
	}
	if fault := onlyKeys(m, "decision", "reason", "hookSpecificOutput"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	if text(m, "decision") == "block" && text(m, "reason") != "" {
		return Outcome{Verdict: Blocked, Person: text(m, "reason")}
	}
	return Outcome{Verdict: Runs}
}

func codexStart(a Answer) Outcome {
	m, context, out, done := nested(a, startMembers, "SessionStart")
	if done {
		return out
	}
	if len(context) > 10_000 {
		return broken(Runs, "context of %d bytes is spilled to a file", len(context))
	}
	return Outcome{Verdict: Runs, Model: context, Person: text(m, "systemMessage")}
}

// After a tool: a block replaces the result by the reason.
func codexPost(a Answer) Outcome {
	m, context, out, done := nested(a, postMembers, "PostToolUse")
	if done {
		return out
	}
	return Outcome{Verdict: Runs, Model: words(text(m, "reason"), context)}
}
