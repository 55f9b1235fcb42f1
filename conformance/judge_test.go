package conformance

import (
	"regexp"
	"testing"

	"github.com/tempahq/tempa/core/bundles"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/powershell"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// The machine that the corpora speak of. Nothing of it exists.
const (
	home    = "/home/dev"
	project = "/home/dev/project"
)

// starterBundles are the bundles that are on without any configuration.
var starterBundles = []string{"destructive", "secrets", "self-protection"}

func allBundles() []string {
	var ids []string
	for _, b := range bundles.All() {
		ids = append(ids, b.ID)
	}
	return ids
}

// judge decides calls on that machine by one policy.
type judge struct {
	t     testing.TB
	table *table.Table
}

func newJudge(t testing.TB, rows []rule.Row, header table.Header) judge {
	t.Helper()
	data, err := table.Build(header, rows)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := table.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return judge{t, opened}
}

// bundleRows are the rows of bundles, configured by with where it names one.
func bundleRows(t testing.TB, ids []string, with map[string]map[string]any) []rule.Row {
	t.Helper()
	var rows []rule.Row
	for _, id := range ids {
		r, err := bundles.Rows(id, with[id])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r...)
	}
	return rows
}

// written is a call of another tool than the shell, as examples write it.
var written = regexp.MustCompile(`^(Read|Write|Edit|WebFetch|PowerShell|Cmd)\(([^\n]*)\)$`)

// call makes the event of an example.
func call(text string) *event.Event {
	tool := &event.Tool{Name: "Bash", Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, Command: text}
	if m := written.FindStringSubmatch(text); m != nil {
		tool.Name, tool.Rule, tool.Command = m[1], m[1], m[2]
		switch m[1] {
		case "PowerShell":
			tool.Language = event.PowerShell
		case "Cmd":
			tool.Rule, tool.Language = "Bash", event.Cmd
		case "WebFetch":
			tool.Kind, tool.URLs = event.ToolFetch, []string{m[2]}
		case "Read":
			tool.Kind, tool.Paths = event.ToolRead, []event.Path{{Path: m[2], Access: event.AccessRead}}
		default:
			tool.Kind, tool.Paths = event.ToolWrite, []event.Path{{Path: m[2], Access: event.AccessWrite}}
		}
	}
	return &event.Event{Kind: event.ToolPre, Dir: project, Tool: tool}
}

func (j judge) input(text string) policy.Input {
	e := call(text)
	in := policy.Input{
		Event: e, Table: j.table, Temp: []string{"/tmp"},
		Scope: &pathscope.Scope{Home: home, Dir: project, Repo: project, StateDir: home + "/.tempa"},
	}
	if e.Tool.Kind == event.ToolShell {
		a := analyse(e.Tool.Language, e.Tool.Command)
		in.Analysis = &a
	}
	return in
}

func analyse(language, line string) command.Analysis {
	env := command.Env{Home: home, Dir: project, User: "dev"}
	switch language {
	case event.PowerShell:
		return powershell.Analyse(line, env)
	case event.Cmd:
		return powershell.AnalyseCmd(line, env)
	}
	return command.Analyse(line, env)
}

func (j judge) explain(text string) policy.Explanation {
	j.t.Helper()
	x, err := policy.Explain(j.input(text))
	if err != nil {
		j.t.Fatalf("%q: %v", text, err)
	}
	return x
}

// matched are the ids of all rows that matched anywhere in a call.
func matched(x policy.Explanation) map[string]bool {
	ids := map[string]bool{}
	for _, r := range x.Rows {
		ids[r.ID] = r.Ignored == "" || ids[r.ID]
	}
	for _, c := range x.Commands {
		for _, r := range c.Rows {
			ids[r.ID] = r.Ignored == "" || ids[r.ID]
		}
	}
	return ids
}
