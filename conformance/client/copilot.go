package client

// GitHub Copilot CLI 1.0.102. The camelCase shape reads the top level only;
// the VS Code-compatible one reads both, hookSpecificOutput first.
var (
	copilot = map[Kind]Reader{
		Tool:   func(a Answer) Outcome { return copilotTool(a, false) },
		Prompt: copilotPrompt,
		Post:   copilotPost,
		Start:  copilotStart,
		Other:  quiet,
	}
	copilotVSCode = map[Kind]Reader{
		Tool:   func(a Answer) Outcome { return copilotTool(a, true) },
		Prompt: copilotPrompt,
		Post:   copilotPost,
		Start:  copilotStart,
		Other:  quiet,
	}
)

func copilotTool(a Answer, vscode bool) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	if a.Exit != 0 && a.Exit != 2 {
		return broken(Blocked, "exit status %d", a.Exit)
	}
	m, err := object(a.Stdout)
	if a.Exit == 2 {
		// Without an object the model reads only "hook exited with code 2".
		reason := text(m, "permissionDecisionReason")
		if err != nil || text(m, "permissionDecision") != "deny" || reason == "" {
			return broken(Blocked, "exit 2 without a deny object: nobody reads why")
		}
		return Outcome{Verdict: Blocked, Model: reason}
	}
	if err != nil {
		return broken(Runs, "%v", err) // no object is no opinion
	}
	known := []string{"permissionDecision", "permissionDecisionReason", "additionalContext"}
	if vscode {
		known = append(known, "hookSpecificOutput")
	}
	if fault := onlyKeys(m, known...); fault != "" {
		return broken(Blocked, "%s", fault)
	}
	if h := sub(m, "hookSpecificOutput"); vscode && h != nil {
		if fault := onlyKeys(h, append(known, "hookEventName")...); fault != "" {
			return broken(Blocked, "%s", fault)
		}
		for _, key := range known[:3] {
			if text(h, key) != text(m, key) {
				return broken(Blocked, "two answers in one: %q and %q", text(m, key), text(h, key))
			}
		}
	}
	reason, context := text(m, "permissionDecisionReason"), text(m, "additionalContext")
	switch d := text(m, "permissionDecision"); d {
	case "":
		return Outcome{Verdict: Runs, Model: context}
	case "deny":
		if reason == "" {
			return broken(Blocked, "a deny without a reason")
		}
		return Outcome{Verdict: Blocked, Model: words(reason, context)}
	case "ask":
		return Outcome{Verdict: Asks, Model: words(reason, context), Person: reason}
	case "allow":
		return broken(Runs, "an allow is a grant: it skips Copilot's own prompt and --deny-tool")
	default:
		return broken(Runs, "permissionDecision %q", d)
	}
}

// Only the object blocks a prompt; exit 2 does not.
func copilotPrompt(a Answer) Outcome {
	m, out, done := copilotPlain(a)
	if done {
		return out
	}
	if text(m, "decision") != "block" {
		return Outcome{Verdict: Runs, Model: text(m, "additionalContext")}
	}
	return Outcome{Verdict: Blocked, Person: text(m, "reason")}
}

// At a session's start only the top level counts, and only the stderr of an
// exit 2, which blocks nothing, is shown to a person.
func copilotStart(a Answer) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	switch {
	case a.Exit == 0 && a.Stderr != "":
		return broken(Runs, "stderr with exit 0 is shown to nobody: %q", a.Stderr)
	case a.Exit == 2 && a.Stderr == "", a.Exit != 0 && a.Exit != 2:
		return broken(Runs, "exit status %d without a text", a.Exit)
	}
	m, err := object(a.Stdout)
	if err != nil {
		return broken(Runs, "%v", err)
	}
	if fault := onlyKeys(m, "additionalContext", "hookSpecificOutput"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	return Outcome{Verdict: Runs, Model: text(m, "additionalContext"), Person: a.Stderr}
}

// After a tool the context stands behind the result, and a block replaces it;
// behind a failed one there is context alone.
func copilotPost(a Answer) Outcome {
	m, out, done := copilotPlain(a)
	if done {
		return out
	}
	return Outcome{Verdict: Runs, Model: words(text(m, "reason"), text(m, "additionalContext"))}
}

// copilotPlain is plain with the members of an answer that is no tool call's.
func copilotPlain(a Answer) (m map[string]any, out Outcome, done bool) {
	if m, out, done = plain(a); done {
		return nil, out, true
	}
	if fault := onlyKeys(m, "decision", "reason", "additionalContext", "hookSpecificOutput"); fault != "" {
		return nil, broken(Runs, "%s", fault), true
	}
	return m, out, false
}
