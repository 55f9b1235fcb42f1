package antigravity

import "github.com/tempahq/tempa/core/harness"

var _ harness.Doctored = Dialect{}

// Switches are what leaves hooks out.
func (Dialect) Switches() []harness.Switch {
	return []harness.Switch{
		{File: "~/.gemini/config/hooks.json", Path: []string{userGroup, "enabled"}, Off: harness.OffWhenFalse, Means: "Tempa's hooks do not run"},
		{File: "~/.gemini/config/hooks.json", Path: []string{pluginGroup, "enabled"}, Off: harness.OffWhenFalse, Means: "Tempa's hooks do not run"},
		{File: "./.agents/hooks.json", Path: []string{pluginGroup, "enabled"}, Off: harness.OffWhenFalse, Means: "Tempa's hooks may not run"},
		{Path: []string{"GEMINI_API_KEY"}, Off: harness.OffWhenSet, Means: "a session that logs in with an API key loads hooks and does not run them (agy 1.1.22)"},
	}
}

// Needs are the promises that an older client does not keep.
func (Dialect) Needs() []harness.Need {
	return []harness.Need{
		{Version: "1.1.2", Means: "a question is not put to a person (force_ask), so it is a denial"},
		{Version: "1.5.2", Means: "the prompt is not told to hooks (no lastUserInput up to 1.2.16), so no prompt is checked for secrets"},
	}
}
