package clients

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var recorded = []result{
	{"codex", "1.0", "deny", "plugin", held, ""},
	{"codex", "1.0", "hook-hanging", "plugin", limited, "it hangs"},
	{"gemini", "2.0", "deny", "plugin", held, ""},
}

func TestDifferences(t *testing.T) {
	tests := []struct {
		name   string
		played result
		want   string
	}{
		{"as recorded", recorded[1], ""},
		{"another version", result{"codex", "1.1", "deny", "plugin", held, ""}, "codex 1.1, deny/plugin: held; recorded: codex 1.0, deny/plugin: held"},
		{"it failed", result{"codex", "1.0", "deny", "plugin", failed, ""}, "codex 1.0, deny/plugin: failed; recorded: codex 1.0, deny/plugin: held"},
		{"no limit any more", result{"codex", "1.0", "hook-hanging", "plugin", held, ""}, "codex 1.0, hook-hanging/plugin: held; recorded: codex 1.0, hook-hanging/plugin: limited (it hangs)"},
		{"a new story", result{"codex", "1.0", "ask", "user", held, ""}, "codex 1.0, ask/user: held; not recorded"},
	}
	for _, tt := range tests {
		if got := strings.Join(differences([]result{tt.played}, recorded), "\n"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Recording one client keeps the others and drops what it no longer plays.
func TestMerge(t *testing.T) {
	played := []result{{"codex", "1.1", "deny", "plugin", held, ""}}
	got, err := merge(played, recorded)
	if want := []result{recorded[2], played[0]}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	played[0].Outcome = failed
	if _, err := merge(played, recorded); err == nil {
		t.Error("a failure was recorded")
	}
}

func TestResultsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), resultsFile)
	if err := writeResults(file, recorded); err != nil {
		t.Fatal(err)
	}
	got, err := readResults(file)
	if err != nil || !reflect.DeepEqual(got, recorded) {
		t.Errorf("got %v, %v", got, err)
	}
}

// The page is not made from results that do not belong to the stories.
func TestPageCheck(t *testing.T) {
	s := story{Name: "deny", Guarantee: "deny", Installs: []string{"plugin"}, Clients: []string{"codex", "gemini"}}
	full := []result{recorded[0], recorded[2]}
	tests := []struct {
		name    string
		story   story
		results []result
		want    string
	}{
		{"right", s, full, ""},
		{"a result is missing", s, full[:1], "expected: gemini"},
		{"a result of no story", s, recorded, "recorded: codex 1.0, hook-hanging/plugin"},
		{"no such guarantee", story{Name: "deny", Guarantee: "peace", Installs: s.Installs, Clients: s.Clients}, full, `there is no guarantee "peace"`},
		{"a limit that is not recorded", story{Name: "deny", Guarantee: "deny", Installs: s.Installs, Clients: s.Clients, On: map[string]variant{"codex": {Limit: "x"}}}, full, "limited (x); recorded: codex 1.0, deny/plugin: held"},
	}
	for _, tt := range tests {
		err := page{[]story{tt.story}, tt.results}.check()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}
