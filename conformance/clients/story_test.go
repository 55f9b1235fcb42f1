//go:build clients

package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// story is one thing that a model tries, and what has to come of it. The
// stories stand in testdata/clients, one file each.
type story struct {
	Name   string            `json:"-"`
	About  string            `json:"about"`
	Files  map[string]string `json:"files,omitempty"` // in the project, before it begins
	Prompt string            `json:"prompt"`
	Turns  [][]step          `json:"turns"`
	Expect expect            `json:"expect"`
}

// step is one thing the model says or does, in no client's words.
type step struct {
	Say   string   `json:"say,omitempty"`
	Shell string   `json:"shell,omitempty"`
	Read  string   `json:"read,omitempty"`
	Write *content `json:"write,omitempty"`
}

type content struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// expect is what has to come of a story.
type expect struct {
	Exists    []string          `json:"exists,omitempty"`     // files that are there afterwards: the calls ran
	Absent    []string          `json:"absent,omitempty"`     // files that are not: the calls did not run
	Files     map[string]string `json:"files,omitempty"`      // files with this content
	ModelTold []string          `json:"model_told,omitempty"` // what the model reads
	NotTold   []string          `json:"not_told,omitempty"`   // what it never reads
}

func stories(t *testing.T) []story {
	t.Helper()
	files, err := filepath.Glob("../../testdata/clients/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories in testdata/clients: %v", err)
	}
	var list []story
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var s story
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		s.Name = strings.TrimSuffix(filepath.Base(f), ".json")
		list = append(list, s)
	}
	return list
}

// check compares what came of a story with what had to.
func (s *story) check(t *testing.T, p *place, told string, o outcome) {
	t.Helper()
	for _, f := range s.Expect.Exists {
		if !p.exists(f) {
			t.Errorf("%s is not there: the call did not run", f)
		}
	}
	for _, f := range s.Expect.Absent {
		if p.exists(f) {
			t.Errorf("%s is there: the call ran", f)
		}
	}
	for f, want := range s.Expect.Files {
		if got, err := os.ReadFile(filepath.Join(p.project, f)); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", f, got, err, want)
		}
	}
	for _, text := range s.Expect.ModelTold {
		if !strings.Contains(told, quoted(p.expand(text))) {
			t.Errorf("the model was never told %q", text)
		}
	}
	for _, text := range s.Expect.NotTold {
		if strings.Contains(told, quoted(p.expand(text))) {
			t.Errorf("the model was told %q", text)
		}
	}
	if t.Failed() {
		t.Logf("exit status %d\nstdout: %s\nstderr: %s", o.Status, o.Stdout, o.Stderr)
	}
}
