// Package harnesstest is what every dialect is tested with: its recorded
// payloads against one golden file, and its two methods against noise.
package harnesstest

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

var update = flag.Bool("update", false, "rewrite testdata/golden.txt")

// Golden decodes every payload below testdata/payloads and compares what the
// dialect makes of it with testdata/golden.txt, one line a file. The first
// folder is the client's version. eventName gives the hook line's --event for
// a file name; nil when the payloads carry their event.
func Golden(t *testing.T, d harness.Dialect, eventName func(file string) string) {
	t.Helper()
	var got strings.Builder
	for _, file := range payloads(t) {
		name := ""
		if eventName != nil {
			name = eventName(path.Base(file))
		}
		ev, err := decode(t, d, file, name)
		fmt.Fprintf(&got, "%s: %s\n", file, Describe(ev, err))
	}
	const golden = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v; write it with: go test -run %s -update", err, t.Name())
	}
	compare(t, got.String(), string(want))
}

// payloads are the recorded files, relative to testdata/payloads.
func payloads(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS("testdata/payloads"), ".", func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && path.Ext(p) == ".json" {
			files = append(files, p)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("no payloads below testdata/payloads: %v", err)
	}
	return files
}

func decode(t *testing.T, d harness.Dialect, file, name string) (*event.Event, error) {
	t.Helper()
	data, err := os.ReadFile("testdata/payloads/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return d.Decode(Payload(t, string(data)), name)
}

// Payload reads the JSON of a payload.
func Payload(t *testing.T, text string) *payload.Object {
	t.Helper()
	in, err := payload.Parse([]byte(text))
	if err != nil {
		t.Fatalf("the payload %v: %s", err, clip(text))
	}
	return in
}

func compare(t *testing.T, got, want string) {
	t.Helper()
	have, wanted := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(have) != len(wanted) {
		t.Errorf("%d payloads, the golden file has %d", len(have)-1, len(wanted)-1)
	}
	for i := range min(len(have), len(wanted)) {
		if have[i] != wanted[i] {
			t.Errorf("got  %s\nwant %s", have[i], wanted[i])
		}
	}
}

// Describe is an event in one line: what a rule can see of it.
func Describe(ev *event.Event, err error) string {
	w := &strings.Builder{}
	fmt.Fprintf(w, "%s %s", ev.Kind, ev.Name)
	if err != nil {
		fmt.Fprintf(w, " refused: %v", err)
		return w.String()
	}
	field(w, "session", ev.Session.ID)
	field(w, "agent", ev.Session.Agent)
	field(w, "parent", ev.Session.Parent)
	field(w, "mode", ev.Session.Mode)
	field(w, "dir", ev.Dir)
	field(w, "roots", strings.Join(ev.Roots, ":"))
	field(w, "call", ev.CallID)
	field(w, "turn", ev.Turn)
	field(w, "source", ev.Source)
	field(w, "shape", ev.Shape)
	field(w, "settings", ev.Settings)
	quoted(w, "prompt", ev.Prompt)
	for _, p := range ev.Files {
		fmt.Fprintf(w, " file=%q", p.Path)
	}
	if ev.Tool != nil {
		describeTool(w, ev.Tool)
	}
	if ev.Result != nil {
		fmt.Fprintf(w, " failed=%v result=%q", ev.Result.Failed, clip(ev.Result.Text))
	}
	return w.String()
}

func describeTool(w *strings.Builder, t *event.Tool) {
	fmt.Fprintf(w, " | %s %s %s", t.Name, t.Kind, t.Rule)
	field(w, "language", t.Language)
	quoted(w, "command", t.Command)
	field(w, "cd", t.Dir)
	if t.DirUnknown {
		field(w, "cd", "unknown")
	}
	for _, p := range t.Paths {
		fmt.Fprintf(w, " %s", p.Access)
		if p.Glob {
			w.WriteString("-glob")
		}
		if p.Tree {
			w.WriteString("-tree")
		}
		fmt.Fprintf(w, "=%q", p.Path)
	}
	for _, u := range t.URLs {
		quoted(w, "url", u)
	}
	if t.MCP != nil {
		fmt.Fprintf(w, " mcp=%+v", *t.MCP)
	}
	field(w, "input", clip(string(t.Input)))
}

func field(w *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(w, " %s=%s", name, strings.Join(strings.Fields(value), " "))
	}
}

func quoted(w *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(w, " %s=%q", name, value)
	}
}

func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
