package claudecode

import (
	"encoding/json"
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

// A hook that is killed, late or missing blocks where it judges, and nowhere
// else.
func TestEntry(t *testing.T) {
	want := map[string]string{
		"UserPromptSubmit": `,"onFailure":"block"`, "PreToolUse": `,"onFailure":"block"`,
		"PreSkillShellCommand": `,"onFailure":"block"`, "ConfigChange": `,"onFailure":"block"`,
		"SessionStart": "", "PostToolUse": "", "PostToolUseFailure": "", "Stop": "", "SessionEnd": "",
	}
	for _, e := range (Dialect{}).Info().Events {
		if e.Foreign {
			continue
		}
		block, known := want[e.Name]
		delete(want, e.Name)
		got, err := json.Marshal(Dialect{}.Entry(e, harness.Line{Program: "/x", Args: []string{"hook"}, GOOS: "linux"}))
		line := `{"hooks":[{"type":"command","command":"/x","args":["hook","--event","` + e.Name + `"],"timeout":10` + block + `}]}`
		if err != nil || !known || string(got) != line {
			t.Errorf("%s: %s, %v\nwant %s", e.Name, got, err, line)
		}
	}
	for name := range want {
		t.Errorf("there is no line for %s", name)
	}
}
