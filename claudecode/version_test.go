package claudecode

import "testing"

func TestVersion(t *testing.T) {
	d := Dialect{}
	for printed, want := range map[string]string{"2.1.332 (Claude Code)\n": "2.1.332", "2.1.332\n": "", "claude: not found": "", "": ""} {
		if got := d.ParseVersion(printed); got != want {
			t.Errorf("ParseVersion(%q) = %q, want %q", printed, got, want)
		}
	}
	tests := []struct{ agent, env, session, want string }{
		{"claude-code_2-1-332_harness", "s1", "s1", "2.1.332"},
		{"claude-code_2-1-332", "s1", "s1", "2.1.332"},
		{"claude-code_2-1-332_harness", "s1", "s2", ""}, // inherited from another session
		{"claude-code_2-1-332_harness", "", "", ""},
		{"claude-code_latest_harness", "s1", "s1", ""},
		{"other-agent_2-1-332_harness", "s1", "s1", ""},
		{"", "s1", "s1", ""},
	}
	for _, tt := range tests {
		getenv := func(name string) string {
			return map[string]string{"AI_AGENT": tt.agent, "CLAUDE_CODE_SESSION_ID": tt.env}[name]
		}
		if got := d.VersionFromEnv(getenv, tt.session); got != tt.want {
			t.Errorf("AI_AGENT %q of %q in %q: %q, want %q", tt.agent, tt.env, tt.session, got, tt.want)
		}
	}
}
