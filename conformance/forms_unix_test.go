//go:build unix

package conformance

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
)

// managedForms is where each client reads its administrator's hooks on Linux,
// and what stands beside the hooks so that nobody switches them off.
var managedForms = map[string]struct {
	hooks string
	pins  map[string]string // by file: a line that it has
}{
	"claudecode": {hooks: "/etc/claude-code/managed-settings.json"},
	"copilot":    {hooks: "/etc/github-copilot/policy.d/tempa.json", pins: map[string]string{"/etc/github-copilot/policy.d/tempa.json": `"version": 1`}},
	"codex":      {hooks: "/etc/codex/hooks.json", pins: map[string]string{"/etc/codex/requirements.toml": "[features]\nhooks = true"}},
	"gemini":     {hooks: "/etc/gemini-cli/settings.json", pins: map[string]string{"/etc/gemini-cli/settings.json": "\"hooksConfig\": {\n    \"enabled\": true"}},
}

// The administrator's installation of each client, below another root: a hook
// line for every event, and what keeps it there. Antigravity has no such place
// and says so.
func TestManagedForms(t *testing.T) {
	for _, h := range harnesses.All() {
		t.Run(h.Folder, func(t *testing.T) {
			form, has := managedForms[h.Folder]
			i, root := install(t, h.Dialect), t.TempDir()
			out, err := exec.Command(i.release, "install", "--managed", "--yes", "--root", root).CombinedOutput()
			if !has {
				if err == nil || !strings.Contains(string(out), "has no files of an administrator") {
					t.Errorf("%v: %s", err, out)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := eventsOf(t, filepath.Join(root, form.hooks), "/opt/tempa/bin/"+h.Dialect.Info().Program); !slices.Equal(got, subscribed(h.Dialect)) {
				t.Errorf("hook lines for %v, want %v", got, subscribed(h.Dialect))
			}
			for file, line := range form.pins {
				if data, err := os.ReadFile(filepath.Join(root, file)); err != nil || !strings.Contains(string(data), line) {
					t.Errorf("%s: %v, %s\nhas no %s", file, err, data, line)
				}
			}
		})
	}
}

// userFiles is where each client reads a person's own hooks.
var userFiles = map[string]string{
	"claudecode": ".claude/settings.json", "copilot": ".copilot/hooks/tempa.json", "codex": ".codex/hooks.json",
	"gemini": ".gemini/settings.json", "antigravity": ".gemini/config/hooks.json",
}

// A person's installation of each client: a hook line for every event in the
// client's own file, which starts the binary below ~/.tempa.
func TestUserForms(t *testing.T) {
	for _, h := range harnesses.All() {
		t.Run(h.Folder, func(t *testing.T) {
			i := install(t, h.Dialect)
			if got := eventsOf(t, filepath.Join(i.home, userFiles[h.Folder]), i.binary); !slices.Equal(got, subscribed(h.Dialect)) {
				t.Errorf("hook lines for %v, want %v", got, subscribed(h.Dialect))
			}
		})
	}
}

// eventsOf are the events of a hook file whose lines start a binary and tell it
// the event, in the order of the file.
func eventsOf(t *testing.T, file, binary string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range eventLines(t, data) {
		line := strings.NewReplacer(`"`, " ", ",", " ").Replace(string(e.line))
		words := strings.Fields(line)
		at := slices.Index(words, "--event")
		if strings.Contains(line, binary) && at >= 0 && words[at+1] == e.name {
			names = append(names, e.name)
		}
	}
	return names
}

type eventLine struct {
	name string
	line json.RawMessage
}

// eventLines are the members of the innermost object that has events as its
// keys: below hooks, and in Antigravity's file below the name of a group.
func eventLines(t *testing.T, data []byte) []eventLine {
	t.Helper()
	for _, key := range []string{"hooks", "tempa-user"} {
		var file map[string]json.RawMessage
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
		if inner, ok := file[key]; ok {
			data = inner
		}
	}
	dec := json.NewDecoder(strings.NewReader(string(data)))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var list []eventLine
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		e := eventLine{name: name.(string)}
		if err := dec.Decode(&e.line); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}
