package client

import "fmt"

// Antigravity, by its documented and recorded contract (no client can be
// installed here): always JSON and exit 0.
var antigravity = map[Kind]Reader{
	Tool:   antigravityTool,
	Prompt: antigravityPrompt,
	Post:   antigravityOther,
	Start:  antigravityStart,
	Other:  antigravityOther,
}

func antigravityTool(a Answer) Outcome {
	m, fault := antigravityObject(a)
	if fault != "" {
		return broken(Blocked, "%s", fault)
	}
	if fault := onlyKeys(m, "decision", "reason"); fault != "" {
		return broken(Blocked, "%s", fault)
	}
	reason := text(m, "reason")
	switch d := text(m, "decision"); d {
	case "allow":
		return Outcome{Verdict: Runs, Model: reason}
	case "deny":
		if reason == "" {
			return broken(Blocked, "a deny without a reason")
		}
		return Outcome{Verdict: Blocked, Model: reason}
	case "force_ask":
		return Outcome{Verdict: Asks, Model: reason, Person: reason}
	default:
		return broken(Blocked, "decision %q: an object without one denies every tool with an empty reason", d)
	}
}

func antigravityObject(a Answer) (map[string]any, string) {
	if a.Exit != 0 || a.Stderr != "" {
		return nil, "not JSON with exit 0: " + a.Stderr
	}
	m, err := object(a.Stdout)
	if err != nil {
		return nil, err.Error()
	}
	return m, ""
}

// A prompt is stopped by terminationBehavior. The inject step has one key.
func antigravityPrompt(a Answer) Outcome {
	m, fault := antigravityObject(a)
	if fault != "" {
		return broken(Runs, "%s", fault)
	}
	if fault := onlyKeys(m, "injectSteps", "terminationBehavior"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	said, fault := injected(m, "errorMessage", "userMessage")
	if fault != "" {
		return broken(Runs, "%s", fault)
	}
	if text(m, "terminationBehavior") == "terminate" {
		if said == "" {
			return broken(Blocked, "a stopped turn without a reason")
		}
		return Outcome{Verdict: Blocked, Person: said}
	}
	return Outcome{Verdict: Runs, Model: said}
}

// injected joins what the steps say. Each has one key: the older form, or the
// given one with its text inside.
func injected(m map[string]any, key, inner string) (said, fault string) {
	steps, _ := m["injectSteps"].([]any)
	for _, s := range steps {
		step, _ := s.(map[string]any)
		if len(step) != 1 {
			return "", fmt.Sprintf("a step with %d keys", len(step))
		}
		said = words(said, text(step, "ephemeralMessage"), text(sub(step, key), inner))
	}
	return said, ""
}

func antigravityOther(a Answer) Outcome {
	m, fault := antigravityObject(a)
	if fault != "" || len(m) != 0 {
		return broken(Runs, "not {}: %v %s", m, fault)
	}
	return Outcome{Verdict: Runs}
}

// The start of a session has one channel, so what is for the person stands in
// front of what is for the model.
func antigravityStart(a Answer) Outcome {
	m, fault := antigravityObject(a)
	if fault != "" {
		return broken(Runs, "%s", fault)
	}
	if fault := onlyKeys(m, "injectSteps"); fault != "" {
		return broken(Runs, "%s", fault)
	}
	said, fault := injected(m, "systemMessage", "systemMessage")
	if fault != "" {
		return broken(Runs, "%s", fault)
	}
	return Outcome{Verdict: Runs, Model: said}
}
