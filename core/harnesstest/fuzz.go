package harnesstest

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// FuzzDecode feeds a dialect with payloads grown from the recorded ones: it
// never panics, is pure, and always says enough to answer.
func FuzzDecode(f *testing.F, d harness.Dialect, eventName func(file string) string) {
	files, err := os.ReadDir("testdata/payloads")
	if err != nil {
		f.Fatal(err)
	}
	for _, version := range files {
		seed(f, "testdata/payloads/"+version.Name(), eventName)
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		in, err := payload.Parse(data)
		if err != nil {
			return
		}
		ev, err := d.Decode(in, name)
		again, err2 := d.Decode(in, name)
		if !reflect.DeepEqual(ev, again) || (err == nil) != (err2 == nil) {
			t.Fatal("Decode is not pure")
		}
		check(t, d, ev, err)
	})
}

func seed(f *testing.F, dir string, eventName func(file string) string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(dir + "/" + file.Name())
		if err != nil {
			f.Fatal(err)
		}
		name := ""
		if eventName != nil {
			name = eventName(file.Name())
		}
		f.Add(data, name)
	}
}

func check(t *testing.T, d harness.Dialect, ev *event.Event, err error) {
	t.Helper()
	switch {
	case ev == nil:
		t.Fatal("no event")
	case ev.Kind == "" || ev.Harness != d.Info().Name:
		t.Fatalf("kind %q, harness %q", ev.Kind, ev.Harness)
	case err == nil && ev.Kind == event.ToolPre && (ev.Tool == nil || ev.Tool.Kind == "" || ev.Tool.Name == "" || ev.Tool.Rule == ""):
		t.Fatalf("a tool call without its tool: %+v", ev.Tool)
	case err == nil && ev.Tool != nil && ev.Tool.Kind == event.ToolMCP && ev.Tool.MCP == nil:
		t.Fatal("an MCP call without its server")
	}
	answer := d.Encode(ev, decision.Decision{Kind: decision.Deny, Reason: "no"})
	CheckAnswer(t, answer)
	if ev.Kind == event.ToolPre && len(answer.Stdout) == 0 && answer.Exit != 2 {
		t.Fatal("a denied tool call goes through")
	}
}

// FuzzEncode feeds a dialect with decisions that hold hostile texts.
func FuzzEncode(f *testing.F, d harness.Dialect) {
	f.Add(uint8(4), uint8(0), "a <b> & \"c\"\r\n", "guidance\u2028", "rule/1")
	f.Add(uint8(3), uint8(1), "", "", "")
	f.Add(uint8(2), uint8(2), "\xff\x00", strings.Repeat("é", 6000), "x")
	f.Fuzz(func(t *testing.T, kind, name uint8, reason, guidance, id string) {
		events := d.Info().Events
		e := events[int(name)%len(events)]
		dec := decision.Decision{Kind: decision.Kind(kind % 5), Reason: reason}
		if guidance != "" {
			dec.Guidance = []string{guidance, "second"}
		}
		if id != "" {
			dec.PolicyIDs = []string{id}
		}
		CheckAnswer(t, d.Encode(&event.Event{Kind: e.Kind, Name: e.Name, Harness: d.Info().Name}, dec))
	})
}

// CheckAnswer checks what holds for every answer of every client: one JSON
// object or nothing on stdout, no null in it, exit 0 or 2.
func CheckAnswer(t *testing.T, a harness.Answer) {
	t.Helper()
	if a.Exit != 0 && a.Exit != 2 {
		t.Fatalf("exit %d", a.Exit)
	}
	if len(a.Stdout) == 0 {
		return
	}
	var v map[string]any
	if err := json.Unmarshal(a.Stdout, &v); err != nil {
		t.Fatalf("stdout is not one JSON object: %v\n%s", err, a.Stdout)
	}
	if hasNull(v) || !utf8.Valid(a.Stdout) || strings.Contains(string(a.Stdout), "\r") {
		t.Fatalf("stdout holds a null, a CR or bad UTF-8: %s", a.Stdout)
	}
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, x := range v {
			if hasNull(x) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if hasNull(x) {
				return true
			}
		}
	}
	return false
}
