package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/harness"
)

// lines are those of the only file that matches.
func lines(t *testing.T, env *Env, pattern string) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(env.Home, ".tempa", pattern))
	if len(files) == 0 {
		return nil
	}
	if len(files) > 1 {
		t.Fatalf("files: %v", files)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// run runs the hook in the home of env.
func run(t *testing.T, env *Env, d harness.Dialect, payload string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	again, out, errs := process(t, payload, args...)
	again.Home, again.Now = env.Home, time.Now
	status = Run(again, d)
	return status, out.String(), errs.String()
}

// An error leaves one line in the log, whether it blocks or is silent, without
// a word of what the hook was asked.
func TestErrorLeavesOneLine(t *testing.T) {
	const secret = "zebra-7781"
	for _, tt := range []struct {
		name, event, payload string
		status               int
		log                  string
	}{
		{"a tool call", "Pre", `{"error":"no cwd","command":"` + secret + `"}`, 2, "no cwd"},
		{"a stop", "Stop", `{"error":"no cwd","command":"` + secret + `"}`, 0, "no cwd"},
		{"a payload that is cut off", "Stop", `{"command":"` + secret, 0, "the payload is cut off"},
		{"a panic", "Stop", `{"panic":"x","command":"` + secret + `"}`, 0, "panic: decode"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env, _, _ := process(t, "")
			status, stdout, stderr := run(t, env, fake{}, tt.payload, "--event", tt.event)
			if status != tt.status || stdout != "" || (stderr != "") != (status == 2) {
				t.Errorf("status %d, %q, %q", status, stdout, stderr)
			}
			log := lines(t, env, "log/hook-*.jsonl")
			var entry struct{ Harness, Event, Error string }
			if len(log) != 1 || json.Unmarshal([]byte(log[0]), &entry) != nil {
				t.Fatalf("the log: %q", log)
			}
			if entry.Harness != "fake" || entry.Event != tt.event || !strings.HasPrefix(entry.Error, tt.log) || strings.Contains(log[0], secret) {
				t.Errorf("the log: %s", log[0])
			}
		})
	}
}

// A record tells of a decision and never what was decided about.
func TestRecordsHoldNoText(t *testing.T) {
	const key = "AKIA" + "Q3EGRIBF7XWZ5TKM"
	env, _, _ := process(t, "")
	withPolicy(t, env, "allow", []string{"Bash(rm:*)"}, nil)
	for _, tt := range []struct{ event, payload string }{
		{"Pre", `{"command":"rm zebra-7781"}`},
		{"Pre", `{"read":"~/.tempa/zebra-7781"}`},
		{"Prompt", `{"prompt":"zebra-7781 deploy with ` + key + `"}`},
	} {
		if status, out, _ := run(t, env, fake{}, tt.payload, "--event", tt.event); status != 0 || !strings.HasPrefix(out, "deny ") {
			t.Fatalf("%s: %d, %q", tt.payload, status, out)
		}
	}
	records := lines(t, env, "spool/*.jsonl")
	if len(records) != 3 {
		t.Fatalf("records: %q", records)
	}
	for i, id := range []string{"permissions/deny/1", "tempa/own-files", "tempa/prompt-secret"} {
		var r struct {
			Event      string
			Attributes map[string]any
		}
		if err := json.Unmarshal([]byte(records[i]), &r); err != nil {
			t.Fatal(err)
		}
		ids, _ := json.Marshal(r.Attributes["policy_ids"])
		if r.Event != "policy.decision" || r.Attributes["decision"] != "deny" || string(ids) != `["`+id+`"]` {
			t.Errorf("the record of %s: %s", id, records[i])
		}
		if strings.Contains(records[i], "zebra") || strings.Contains(records[i], key) {
			t.Errorf("the record holds text: %s", records[i])
		}
	}
}

// A session that no policy judges is recorded as such once, beside its decisions.
func TestSessionWithoutAPolicyIsRecordedOnce(t *testing.T) {
	env, _, _ := process(t, "")
	for _, command := range []string{"ls", "pwd", "id"} {
		run(t, env, fake{asks: true}, `{"command":"`+command+`"}`, "--event", "Pre")
	}
	modes, decisions := 0, 0
	for _, l := range lines(t, env, "spool/*.jsonl") {
		if strings.Contains(l, `"event":"session.mode"`) && strings.Contains(l, `"mode":"offline_no_profile"`) {
			modes++
		}
		if strings.Contains(l, `"event":"policy.decision"`) {
			decisions++
		}
	}
	if modes != 1 || decisions != 3 {
		t.Errorf("%d records of the mode, %d decisions", modes, decisions)
	}
}

// noting is a client that the note is left for.
type noting struct{ fake }

func (noting) WorkspaceFile() string { return "fake-workspace.json" }

func TestWorkspaceNote(t *testing.T) {
	env, _, _ := process(t, "")
	note := filepath.Join(env.Home, ".tempa", "fake-workspace.json")
	run(t, env, noting{}, `{"dir":"/w/1","command":"ls"}`, "--event", "Pre")
	run(t, env, noting{}, `{"prompt":"hello"}`, "--event", "Prompt")
	if exists(t, note) {
		t.Error("a note of a call, or of no workspace")
	}
	for _, tt := range []struct{ payload, event, want string }{
		{`{"kind":"session.start","dir":"/w/1"}`, "Start", `"workspace":"/w/1"`},
		{`{"prompt":"hello","dir":"/w/2"}`, "Prompt", `"workspace":"/w/2"`},
	} {
		run(t, env, noting{}, tt.payload, "--event", tt.event)
		data, err := os.ReadFile(note)
		if err != nil || !strings.HasPrefix(string(data), `{"session":"s",`+tt.want) {
			t.Errorf("%s: %s, %v", tt.event, data, err)
		}
	}
	if info, err := os.Stat(note); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
