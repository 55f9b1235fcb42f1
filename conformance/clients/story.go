package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// story is one thing that a model tries, and what has to come of it. The
// stories stand in testdata/clients, one file each.
type story struct {
	Name      string `json:"-"`
	About     string `json:"about"`
	Guarantee string `json:"guarantee"` // the row of docs/clients.md

	// Clients are the clients that play it, all four when it names none. Also
	// are variants that play it as well.
	Clients []string `json:"clients,omitempty"`
	Also    []string `json:"also,omitempty"`
	// Installs are the ways of installing that it is played with: "plugin"
	// (when it names none), "user", "bundle" (hook lines that name a signed
	// bundle in the project), "twice" (plugin and user at once).
	Installs []string `json:"installs,omitempty"`

	Files  map[string]string `json:"files,omitempty"`  // what is there before it begins
	Policy []string          `json:"policy,omitempty"` // lines of a tempa.yaml instead of the starter policy
	MCP    []string          `json:"mcp,omitempty"`    // MCP servers, by name
	Fault  string            `json:"fault,omitempty"`  // what is broken after the installation
	// Ungranted starts the client without its own permissions, so that only a
	// grant of Tempa's could make a call run.
	Ungranted bool   `json:"ungranted,omitempty"`
	Prompt    string `json:"prompt"`
	// Answer is what the person answers who sits there: "yes" or "no". Nobody
	// sits there when it is empty.
	Answer   string   `json:"answer,omitempty"`
	Turns    [][]step `json:"turns"`
	Subagent [][]step `json:"subagent,omitempty"`

	Expect expect `json:"expect"`
	// On is what comes of it on one client instead.
	On map[string]variant `json:"on,omitempty"`
}

// variant is a story's end on one client.
type variant struct {
	Expect expect `json:"expect"`
	// Limit says what the client does not let Tempa guarantee.
	Limit string `json:"limit,omitempty"`
}

// step is one thing the model says or does, in no client's words. Paths are
// from the project's folder, or from the home when they begin with ~.
type step struct {
	Say      string   `json:"say,omitempty"`
	Shell    string   `json:"shell,omitempty"`
	Read     string   `json:"read,omitempty"`
	Write    *content `json:"write,omitempty"`
	Edit     *change  `json:"edit,omitempty"`
	MCP      *mcpCall `json:"mcp,omitempty"`
	Delegate string   `json:"delegate,omitempty"` // the task of a subagent
}

type content struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

type change struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

type mcpCall struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
	Text   string `json:"text"`
}

// expect is what has to come of a story.
type expect struct {
	Exists     []string          `json:"exists,omitempty"`      // files that are there afterwards: the calls ran
	Absent     []string          `json:"absent,omitempty"`      // files that are not: the calls did not run
	Files      map[string]string `json:"files,omitempty"`       // files with this content
	ModelTold  []string          `json:"model_told,omitempty"`  // what the model reads
	NotTold    []string          `json:"not_told,omitempty"`    // what leaves the machine in no request at all
	Printed    []string          `json:"printed,omitempty"`     // what the person reads
	NotPrinted []string          `json:"not_printed,omitempty"` // what the person does not
	Silent     bool              `json:"silent,omitempty"`      // the model is asked nothing
}

// stories reads a folder's stories, in the order of their names.
func stories(dir string) ([]story, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var list []story
	for _, f := range files {
		if filepath.Base(f) == resultsFile {
			continue
		}
		s, err := readStory(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b story) int { return strings.Compare(a.Name, b.Name) })
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no story in %s", dir)
	}
	return list, nil
}

func readStory(file string) (story, error) {
	s := story{Name: strings.TrimSuffix(filepath.Base(file), ".json"), Installs: []string{"plugin"}}
	data, err := os.ReadFile(file)
	if err != nil {
		return s, err
	}
	dec := json.NewDecoder(strings.NewReader(expandWords(string(data))))
	dec.DisallowUnknownFields()
	err = dec.Decode(&s)
	return s, err
}

// Where a story sees its home and its project.
const (
	homeDir    = "/media/dev"
	projectDir = homeDir + "/project"
)

// expandWords puts in what a story cannot spell: a token that no scanner of
// this repository should find.
func expandWords(s string) string {
	return strings.NewReplacer("@HOME@", homeDir, "@PROJECT@", projectDir, "@TOKEN@", "ghp_"+"x7Kd92LmQp4RtVb81ZsYc3WnHf6JgTa05EuB").Replace(s)
}

// isFor reports whether a client plays the story.
func (s *story) isFor(c *product) bool {
	if slices.Contains(s.Also, c.name) {
		return true
	}
	if s.Clients == nil {
		return c.like == ""
	}
	return slices.Contains(s.Clients, c.name)
}

// on is what has to come of the story on a client.
func (s *story) on(c *product) variant {
	for _, name := range []string{c.name, c.like} {
		if v, ok := s.On[name]; ok {
			return v
		}
	}
	return variant{Expect: s.Expect}
}
