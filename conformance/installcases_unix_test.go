//go:build unix

package conformance

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/codex"
	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/harness"
	hookfile "github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/plugins"
)

// installChecks show the outcome of the cases that are about an installation.
var installChecks = map[string]func(*testing.T){
	"O57": exactTimeouts,
	"O58": manyCalls,
	"O59": doctorDistinguishes,
}

func TestInstallCases(t *testing.T) {
	f, err := os.Open("../testdata/cases/install.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := json.NewDecoder(f); d.More(); n++ {
		var c struct{ ID string }
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		check, ok := installChecks[c.ID]
		if !ok {
			t.Errorf("nothing checks %s", c.ID)
			continue
		}
		t.Run(c.ID, check)
	}
	if n != len(installChecks) {
		t.Errorf("%d cases, %d checks", n, len(installChecks))
	}
}

// timeouts are ten seconds in each client's own unit. Codex ends the hook of a
// session's end after 3 seconds, whatever its line says (codex-cli 0.171.0).
var timeouts = map[string]struct {
	key   string
	value float64
	other map[string]float64
}{
	"claudecode":  {"timeout", 10, nil},
	"copilot":     {"timeoutSec", 10, nil},
	"codex":       {"timeout", 10, map[string]float64{"SessionEnd": 3}},
	"gemini":      {"timeout", 10000, nil},
	"antigravity": {"timeout", 10, nil},
}

// Every line of every generated file has the exact value, the plugin's and the
// user's, on every system.
func exactTimeouts(t *testing.T) {
	for _, h := range harnesses.All() {
		for _, goos := range []string{"linux", "darwin", "windows"} {
			_, plugin, err := plugins.HookFile(h.Dialect, goos)
			if err != nil {
				t.Fatal(err)
			}
			user := userHookFile(t, h.Dialect, goos)
			for kind, data := range map[string][]byte{"plugin": plugin, "user": user} {
				checkTimeouts(t, h, goos+", "+kind, data)
			}
		}
	}
}

func userHookFile(t *testing.T, d harness.Dialect, goos string) []byte {
	t.Helper()
	i := d.(harness.Installer)
	data, err := hookfile.LinesOf(d, i, i.UserTable(), harness.Line{Program: "/home/dev/.tempa/bin/hook", Args: []string{"hook"}, GOOS: goos}).Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkTimeouts(t *testing.T, h harnesses.Harness, where string, data []byte) {
	t.Helper()
	want := timeouts[h.Folder]
	events := entriesOf(t, data, want.key)
	if len(events) != len(subscribed(h.Dialect)) {
		t.Errorf("%s, %s: lines for %v, want %v", h.Folder, where, slices.Sorted(maps.Keys(events)), subscribed(h.Dialect))
	}
	for event, values := range events {
		value, ok := want.other[event]
		if !ok {
			value = want.value
		}
		if !slices.Equal(values, []float64{value}) {
			t.Errorf("%s, %s: %s has %s %v, want [%v]", h.Folder, where, event, want.key, values, value)
		}
	}
}

// entriesOf are the values under a key, by the event that they stand below.
func entriesOf(t *testing.T, data []byte, key string) map[string][]float64 {
	t.Helper()
	var file any
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	found := map[string][]float64{}
	var walk func(v any, event string)
	walk = func(v any, event string) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item, event)
			}
		case map[string]any:
			if n, ok := v[key].(float64); ok {
				found[event] = append(found[event], n)
			}
			for name, member := range v {
				if _, list := member.([]any); list && name != "hooks" && name != "args" {
					walk(member, name)
				} else {
					walk(member, event)
				}
			}
		}
	}
	walk(file, "")
	return found
}

func subscribed(d harness.Dialect) (names []string) {
	for _, e := range d.Info().Events {
		if !e.Foreign {
			names = append(names, e.Name)
		}
	}
	return names
}

// manyCalls starts 40 hooks in a row. One line stands for each event, so one
// process judges a call; each has half of the line's time, which is when the
// hook would give up by itself. Client story many-calls does it at once, with
// the client.
func manyCalls(t *testing.T) {
	_, data, err := plugins.HookFile(copilot.Dialect{}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	for event, lines := range entriesOf(t, data, "timeoutSec") {
		if len(lines) != 1 {
			t.Errorf("%d processes for %s", len(lines), event)
		}
	}
	i := install(t, copilot.Dialect{})
	budget := time.Duration(timeouts["copilot"].value) * time.Second / 2
	event, payload := canary(copilot.Dialect{}, i.home)
	for range 40 {
		start := time.Now()
		if out := i.answer(event, payload); out != "" {
			t.Fatalf("a harmless call: %s", out)
		}
		if d := time.Since(start); d > budget {
			t.Fatalf("a call took %v", d)
		}
	}
}

// doctorDistinguishes a hook that is installed from one that the client was
// seen to call.
func doctorDistinguishes(t *testing.T) {
	i := install(t, codex.Dialect{})
	if f := i.lastEvent(); f.Level != diagnosis.Bad || !strings.Contains(f.Text, "installed at most, not seen to work") {
		t.Errorf("before any event: %+v", f)
	}
	event, payload := canary(codex.Dialect{}, i.home)
	i.answer(event, payload)
	if f := i.lastEvent(); f.Level != diagnosis.OK || !strings.Contains(f.Text, event+" at ") {
		t.Errorf("after a tool call: %+v", f)
	}
}

// canary is a harmless tool call.
func canary(d harness.Provable, home string) (event string, payload []byte) {
	return d.Canary("true", filepath.Join(home, "project"))
}

// answer runs the installed hook on a payload and returns all that it says.
func (i *installed) answer(event string, payload []byte) string {
	i.t.Helper()
	cmd := exec.Command(i.binary, "hook", "--event", event)
	cmd.Stdin = strings.NewReader(string(payload))
	out, err := cmd.CombinedOutput()
	if err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// lastEvent is what doctor says of the events that were seen.
func (i *installed) lastEvent() diagnosis.Finding {
	i.t.Helper()
	out, _ := exec.Command(i.binary, "doctor", "--json").Output() // its status says that something is wrong
	var r diagnosis.Report
	if err := json.Unmarshal(out, &r); err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
	for _, f := range r.Findings {
		if f.Check == "last event" {
			return f
		}
	}
	i.t.Fatalf("doctor says nothing of events: %s", out)
	return diagnosis.Finding{}
}
