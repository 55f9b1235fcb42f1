package client

import "unicode/utf16"

// Claude Code 2.1.332, hooks with onFailure "block" on judged events.
var claudeCode = map[Kind]Reader{
	Tool:     func(a Answer) Outcome { return claudeTool(a, "PreToolUse") },
	Skill:    claudeSkill,
	Prompt:   claudePrompt,
	Settings: claudeSettings,
	Post:     claudePost,
	Start:    claudeStart,
	Other:    quiet,
}

func claudeTool(a Answer, event string) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	switch {
	case a.Exit == 2 && a.Stderr == "":
		return broken(Blocked, "exit 2 without a reason on stderr")
	case a.Exit == 2:
		return Outcome{Verdict: Blocked, Model: a.Stderr}
	case a.Exit != 0:
		return broken(Blocked, "exit status %d", a.Exit) // onFailure blocks
	}
	m, err := object(a.Stdout)
	if err != nil {
		return broken(Runs, "%v", err) // exit 0 and no object: onFailure does not catch it
	}
	h := sub(m, "hookSpecificOutput")
	if fault := words(onlyKeys(m, "hookSpecificOutput", "systemMessage"), onlyKeys(h, "hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext")); fault != "" {
		return broken(Blocked, "%s", fault)
	}
	if name := text(h, "hookEventName"); name != event {
		return broken(Blocked, "hookEventName %q", name)
	}
	reason, context := text(h, "permissionDecisionReason"), text(h, "additionalContext")
	switch d := text(h, "permissionDecision"); d {
	case "":
		return Outcome{Verdict: Runs, Model: context}
	case "deny":
		if reason == "" {
			return broken(Blocked, "a deny without a reason")
		}
		return Outcome{Verdict: Blocked, Model: words(reason, context), Person: reason}
	case "ask":
		return Outcome{Verdict: Asks, Model: words(reason, context), Person: reason}
	case "allow":
		return broken(Runs, "a plain allow is a grant")
	case "defer":
		return broken(Blocked, "defer ends a -p run")
	default:
		return broken(Blocked, "permissionDecision %q", d)
	}
}

// A blocked prompt is printed again unless the nested suppressOriginalPrompt is
// there; exit 2 always prints it.
func claudePrompt(a Answer) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	if a.Exit == 2 {
		return broken(Blocked, "exit 2 prints the prompt again")
	}
	m, err := object(a.Stdout)
	if err != nil || a.Exit != 0 {
		return broken(Runs, "exit %d, %v", a.Exit, err)
	}
	h := sub(m, "hookSpecificOutput")
	if fault := words(onlyKeys(m, "decision", "reason", "hookSpecificOutput"), onlyKeys(h, "hookEventName", "suppressOriginalPrompt", "additionalContext")); fault != "" {
		return broken(Blocked, "%s", fault)
	}
	if text(m, "decision") != "block" {
		return Outcome{Verdict: Runs, Model: text(h, "additionalContext")}
	}
	if h["suppressOriginalPrompt"] != true || text(h, "hookEventName") != "UserPromptSubmit" {
		return broken(Blocked, "the prompt is printed again")
	}
	return Outcome{Verdict: Blocked, Person: text(m, "reason")}
}

// A skill's shell line is stopped by a deny object and by exit 2. An ask stops
// it as well, but nobody was seen to be asked.
func claudeSkill(a Answer) Outcome {
	o := claudeTool(a, "PreSkillShellCommand")
	if o.Verdict == Asks {
		return broken(Blocked, "a question that nobody is asked")
	}
	return o
}

// A change of settings is prevented by a block object and by exit 2.
func claudeSettings(a Answer) Outcome {
	if o, ok := silence(a); ok {
		return o
	}
	if a.Exit == 2 && a.Stderr != "" {
		return Outcome{Verdict: Blocked, Person: a.Stderr}
	}
	m, err := object(a.Stdout)
	if err != nil || a.Exit != 0 {
		return broken(Runs, "exit %d, %v", a.Exit, err)
	}
	if fault := onlyKeys(m, "decision", "reason"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	if text(m, "decision") != "block" || text(m, "reason") == "" {
		return broken(Runs, "decision %q with reason %q", text(m, "decision"), text(m, "reason"))
	}
	return Outcome{Verdict: Blocked, Person: text(m, "reason")}
}

// The start of a session: context for the model, a message for the person. More
// than 10,000 UTF-16 units of context are replaced by a preview.
func claudeStart(a Answer) Outcome {
	m, context, out, done := nested(a, startMembers, "SessionStart")
	if done {
		return out
	}
	if n := len(utf16.Encode([]rune(context))); n > 10_000 {
		return broken(Runs, "context of %d units is replaced by a preview", n)
	}
	return Outcome{Verdict: Runs, Model: context, Person: text(m, "systemMessage")}
}

// After a tool: a block puts the reason behind the result.
func claudePost(a Answer) Outcome {
	m, context, out, done := nested(a, postMembers, "PostToolUse", "PostToolUseFailure")
	if done {
		return out
	}
	return Outcome{Verdict: Runs, Model: words(text(m, "reason"), context)}
}
