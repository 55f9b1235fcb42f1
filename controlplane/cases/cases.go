// Package cases is a team's own table of calls and the decisions that it
// wants of its policy.
package cases

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
)

// Case is one call and what is wanted of it.
type Case struct {
	File  string
	Line  int
	Call  string // as people read it: "bash: git push"
	Want  string
	By    string // policy id, empty for any
	Event *event.Event
}

// Pass as Want is every decision that lets the call go on.
const Pass = "pass"

// The places of the machine that cases are decided on.
const (
	Home = "/home/dev"
	Dir  = "/home/dev/project"
)

// file is the form of a *.cases.yaml.
type file struct {
	Cases []entry `yaml:"cases"`
}

type entry struct {
	Bash       *source.Text `yaml:"bash"`
	PowerShell *source.Text `yaml:"powershell"`
	Read       *source.Text `yaml:"read"`
	Search     *source.Text `yaml:"search"`
	Write      *source.Text `yaml:"write"`
	Edit       *source.Text `yaml:"edit"`
	Fetch      *source.Text `yaml:"fetch"`
	MCP        *source.Text `yaml:"mcp"`
	Tool       *source.Text `yaml:"tool"`

	Dir  *source.Text `yaml:"dir"`
	Want *source.Text `yaml:"want"`
	By   *source.Text `yaml:"by"`
}

// Find returns the files of cases beside a policy.
func Find(src string) ([]string, error) {
	return filepath.Glob(filepath.Join(src, "*.cases.yaml"))
}

// Read reads the cases of the files.
func Read(files []string) ([]Case, error) {
	var errs source.Errors
	var all []Case
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			errs.Add(name, 0, "cannot be read: %v", err)
			continue
		}
		var f file
		wrong := source.Decode(name, data, &f)
		errs = append(errs, wrong...)
		if len(wrong) > 0 {
			continue
		}
		for i, e := range f.Cases {
			c, wrong := e.read(name, i)
			errs = append(errs, wrong...)
			all = append(all, c)
		}
	}
	return all, errs.Err()
}

func (e *entry) read(name string, i int) (Case, source.Errors) {
	var errs source.Errors
	c := Case{File: name}
	for _, call := range e.calls() {
		if call.text == nil {
			continue
		}
		if c.Event != nil {
			errs.Add(name, call.text.Line, "case %d names two calls; write one case for each", i+1)
		}
		c.Line, c.Call = call.text.Line, call.key+": "+call.text.Value
		c.Event = e.event(call.tool(call.text.Value))
	}
	if c.Event == nil {
		errs.Add(name, line(e.Want), "case %d names no call; write bash:, read:, write:, edit:, search:, fetch:, mcp: or tool:", i+1)
	}
	switch {
	case e.Want == nil:
		errs.Add(name, c.Line, "case %d wants nothing; write want: deny, ask, guidance, allow, defer or pass", i+1)
	case !isWant(e.Want.Value):
		errs.Add(name, e.Want.Line, "want is %q; write deny, ask, guidance, allow, defer or pass", e.Want.Value)
	default:
		c.Want = e.Want.Value
	}
	if e.By != nil {
		c.By = e.By.Value
	}
	return c, errs
}

func line(t *source.Text) int {
	if t == nil {
		return 0
	}
	return t.Line
}

func isWant(s string) bool {
	_, ok := decision.Parse(s)
	return ok || s == Pass
}

type call struct {
	key  string
	text *source.Text
	tool func(string) *event.Tool
}

func (e *entry) calls() []call {
	return []call{
		{"bash", e.Bash, shell("Bash", event.Bash)},
		{"powershell", e.PowerShell, shell("PowerShell", event.PowerShell)},
		{"read", e.Read, path("Read", event.ToolRead, event.AccessRead)},
		{"search", e.Search, path("Grep", event.ToolSearch, event.AccessRead)},
		{"write", e.Write, path("Write", event.ToolWrite, event.AccessWrite)},
		{"edit", e.Edit, path("Edit", event.ToolEdit, event.AccessWrite)},
		{"fetch", e.Fetch, fetch},
		{"mcp", e.MCP, mcp},
		{"tool", e.Tool, other},
	}
}

func (e *entry) event(t *event.Tool) *event.Event {
	ev := &event.Event{Kind: event.ToolPre, Name: "PreToolUse", Harness: "claude-code", Session: event.Session{ID: "policy-test"}, Dir: Dir, Tool: t}
	if e.Dir != nil {
		ev.Dir = expand(e.Dir.Value)
	}
	return ev
}

// expand makes a directory absolute.
func expand(dir string) string {
	if rest, ok := strings.CutPrefix(dir, "~"); ok {
		return Home + rest
	}
	if strings.HasPrefix(dir, "/") {
		return dir
	}
	return Dir + "/" + dir
}

func shell(name, language string) func(string) *event.Tool {
	return func(s string) *event.Tool {
		return &event.Tool{Name: name, Rule: name, Kind: event.ToolShell, Language: language, Command: s}
	}
}

func path(name string, kind event.ToolKind, access event.Access) func(string) *event.Tool {
	return func(s string) *event.Tool {
		p := event.Path{Path: s, Access: access, Tree: kind == event.ToolSearch}
		return &event.Tool{Name: name, Rule: name, Kind: kind, Paths: []event.Path{p}}
	}
}

func fetch(s string) *event.Tool {
	return &event.Tool{Name: "WebFetch", Rule: "WebFetch", Kind: event.ToolFetch, URLs: []string{s}}
}

// mcp takes server/tool and mcp__server__tool.
func mcp(s string) *event.Tool {
	server, tool, ok := strings.Cut(s, "/")
	if rest, full := strings.CutPrefix(s, "mcp__"); full && !ok {
		server, tool, _ = strings.Cut(rest, "__")
	}
	name := "mcp__" + server + "__" + tool
	return &event.Tool{Name: name, Rule: name, Kind: event.ToolMCP, MCP: &event.MCPRef{Server: server, Tool: tool}}
}

// other is a tool by its name alone.
func other(s string) *event.Tool {
	t := &event.Tool{Name: s, Rule: s, Kind: event.ToolUnknown}
	switch {
	case slices.Contains([]string{"WebSearch"}, s):
		t.Kind = event.ToolFetch
	case slices.Contains([]string{"Task", "Agent"}, s):
		t.Kind = event.ToolAgent
	case slices.Contains([]string{"TodoWrite", "ExitPlanMode"}, s):
		t.Kind = event.ToolSession
	}
	return t
}

// Met reports whether the decision is what the case wants.
func (c Case) Met(d decision.Decision) bool {
	if c.Want == Pass && d.Kind >= decision.Ask || c.Want != Pass && d.Kind.String() != c.Want {
		return false
	}
	return c.By == "" || slices.Contains(d.PolicyIDs, c.By)
}
