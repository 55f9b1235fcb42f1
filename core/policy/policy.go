// Package policy decides: what a policy's rules say about one event. It is
// pure: it reads no clock, no file and no environment, so the hook, the
// engine, the server, explain and policy tests get the same answer from it.
package policy

import (
	"strings"
	"time"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// The policy ids of this package; those of rows come from the table.
const (
	IDUnresolved   = "tempa/unresolved"
	IDDefault      = "tempa/default"
	IDMCPExternal  = "tempa/mcp-external"
	IDMCPAllowlist = "tempa/mcp-allowlist"
)

// Input is an event with everything that a decision may depend on.
type Input struct {
	Event *event.Event
	Table *table.Table
	// Header is the table's; nil means that it is decoded here.
	Header *table.Header
	// Analysis is the analysed line of a shell call. Nil means that the line
	// could not be analysed.
	Analysis *command.Analysis
	// Uses are what the commands of Analysis touch; nil means that it is
	// worked out here.
	Uses []access.Use
	// Scope is the session's workspace; it follows links.
	Scope *pathscope.Scope
	// Temp are the folders for temporary files, absolute.
	Temp []string
	// Now is the time that exceptions are judged at.
	Now time.Time
	// Connected says that a server decides what the laptop does not, so that
	// the default decision is only for shell calls.
	Connected bool
	// Guard judges the paths that the call touches before any rule does; nil
	// means that the caller has done so.
	Guard func(paths []access.Path) decision.Decision
}

// Source says which step settled a decision.
type Source string

// The sources. Only Undecided leaves something for a server to decide.
const (
	Guarded   Source = "guard"
	Rows      Source = "rules" // deny, ask or allow rows
	FastPath  Source = "fast path"
	Allowlist Source = "mcp"
	Unclear   Source = "unresolved"
	Default   Source = "default"
	Undecided Source = "none"
)

// Result is a decision and what else came up on the way.
type Result struct {
	Decision decision.Decision
	Source   Source
	// Observed are the ids of rows that matched and only record.
	Observed []string
}

// Decide judges an event: the guard, then deny and ask rows, then the fast
// path, the MCP allowlist and the default decision. The strictest wins, and
// nothing later loosens something earlier.
func Decide(in Input) (Result, error) {
	j, err := newJudge(in, nil)
	if err != nil {
		return Result{}, err
	}
	return j.decide(), nil
}

// judge collects the answer to one event.
type judge struct {
	in     Input
	header *table.Header
	place  table.Place
	tool   *event.Tool
	start  string // the directory that the call starts in; empty when unknown

	d        decision.Decision
	source   Source
	observed []string
	allowed  bool // rows allow the whole call
	open     int  // paths with wildcards or unknown parts so far
	trace    *Explanation
}

func newJudge(in Input, trace *Explanation) (*judge, error) {
	j := &judge{in: in, header: in.Header, tool: in.Event.Tool, source: Undecided, trace: trace}
	if j.header == nil {
		h, err := in.Table.Header()
		if err != nil {
			return nil, err
		}
		j.header = h
	}
	if j.in.Scope == nil {
		j.in.Scope = &pathscope.Scope{}
	}
	if a := j.in.Analysis; a != nil && j.in.Uses == nil {
		j.in.Uses = access.Uses(a.Commands)
	}
	j.place = j.newPlace()
	j.start = j.startDirectory()
	return j, nil
}

func (j *judge) decide() Result {
	if j.tool == nil {
		j.tool = &event.Tool{Kind: event.ToolSession}
		j.prompt()
		return j.result()
	}
	j.rows()
	if j.d.Kind < decision.Ask && j.fast() {
		j.settle(FastPath)
		return j.result()
	}
	j.allowlist()
	j.unresolved()
	j.fallback()
	return j.result()
}

func (j *judge) result() Result { return Result{j.d, j.source, j.observed} }

// settle notes the source unless an earlier step decided.
func (j *judge) settle(s Source) {
	if j.source == Undecided {
		j.source = s
	}
}

// add combines a decision of a step with what there is.
func (j *judge) add(d decision.Decision, s Source) {
	if d.Kind > j.d.Kind && d.Kind >= decision.Ask {
		j.source = s
	}
	j.d = decision.Strictest(j.d, d)
}

// rows asks the table about everything that the call names.
func (j *judge) rows() {
	toolAllowed := j.toolRows()
	switch j.tool.Kind {
	case event.ToolShell:
		j.allowed = j.shell()
	case event.ToolMCP:
		j.allowed = j.mcpRows()
	case event.ToolFetch:
		j.allowed = j.urls()
		j.files()
	default:
		j.allowed = j.files()
	}
	j.allowed = j.allowed || toolAllowed
}

// toolRows asks about the tool by its name.
func (j *judge) toolRows() (allowed bool) {
	j.in.Table.Tool(j.tool.Rule, func(m table.Match) {
		allowed = j.match(m, subject{what: j.tool.Rule}) || allowed
	})
	return allowed
}

// files asks about the paths that a tool names.
func (j *judge) files() (allowed bool) {
	paths := make([]access.Path, 0, len(j.tool.Paths))
	for _, p := range j.tool.Paths {
		paths = append(paths, access.Path{Path: p, DirKnown: !j.tool.DirUnknown})
	}
	if j.in.Guard != nil && len(paths) > 0 {
		j.add(j.in.Guard(paths), Guarded)
	}
	allowed = len(paths) > 0
	for i := range paths {
		allowed = j.file(&paths[i], nil) && allowed
	}
	return allowed
}

// maxOpen bounds how many paths with wildcards or unknown parts are compared:
// each may be any of the files that rules protect.
const maxOpen = 1000

// file asks about one path, of a tool or of a command.
func (j *judge) file(p *access.Path, c *ExplainedCommand) (allowed bool) {
	if p.Glob || strings.Contains(p.Path.Path, command.Unknown) {
		if j.open++; j.open > maxOpen {
			return false // unresolved says so
		}
	}
	f := j.newFile(p)
	j.in.Table.Path(&f, &j.place, func(m table.Match) {
		allowed = j.match(m, subject{what: f.Named, file: &f, command: c}) || allowed
	})
	return allowed
}

// prompt asks about the files that a client pulls into a prompt.
func (j *judge) prompt() {
	j.tool = &event.Tool{Rule: "Read", Kind: event.ToolRead, Paths: j.in.Event.Files}
	j.files()
}

// urls asks about the hosts of a fetch.
func (j *judge) urls() (allowed bool) {
	if len(j.tool.URLs) == 0 {
		if j.tool.Rule == "WebFetch" {
			j.host(table.Host{}, nil)
		}
		return false
	}
	allowed = true
	for _, u := range j.tool.URLs {
		// A fetch tool asks what curl would ask.
		hosts := access.Hosts(command.Command{Program: "curl", Args: []command.Word{{Value: "--"}, {Value: u, Typed: u}}})
		if len(hosts) == 0 {
			hosts = []access.Host{{}}
		}
		for _, h := range hosts {
			allowed = j.host(table.Host{Name: h.Name, Known: h.Known}, nil) && allowed
		}
	}
	return allowed
}

func (j *judge) host(h table.Host, c *ExplainedCommand) (allowed bool) {
	j.in.Table.Domain(h, func(m table.Match) {
		allowed = j.match(m, subject{what: m.Text, command: c}) || allowed
	})
	return allowed
}

// fast reports whether a tool only looks at the workspace, or only touches
// the session.
func (j *judge) fast() bool {
	switch j.tool.Kind {
	case event.ToolSession:
		return true
	case event.ToolRead:
		return len(j.tool.Paths) > 0 && j.inside()
	case event.ToolSearch:
		return j.in.Event.Dir != "" && j.inside()
	}
	return false
}

func (j *judge) inside() bool {
	if j.tool.DirUnknown {
		return false
	}
	for _, p := range j.tool.Paths {
		if j.tool.Dir != "" {
			abs, ok := j.in.Scope.Abs(p.Path, j.tool.Dir)
			if !ok {
				return false
			}
			p.Path = abs
		}
		if p.Access.Writes() || j.in.Scope.Inside(p) != pathscope.Inside {
			return false
		}
	}
	return true
}

// fallback is for a call that no row spoke about.
func (j *judge) fallback() {
	if j.d.Kind >= decision.Ask {
		return
	}
	if j.allowed {
		j.d = decision.Strictest(j.d, decision.Decision{Kind: decision.Allow})
		j.settle(Rows)
		return
	}
	if j.in.Connected && j.tool.Kind != event.ToolShell {
		return
	}
	j.defaultDecision()
}

func (j *judge) defaultDecision() {
	kind, ok := decision.Parse(j.header.DefaultDecision)
	if !ok {
		kind = decision.Ask // a word that this version does not know
	}
	d := decision.Decision{Kind: kind}
	if kind >= decision.Ask {
		d.PolicyIDs, d.Reason = []string{IDDefault}, defaultReason(kind, j.tool)
	}
	j.settle(Default)
	j.d = decision.Strictest(j.d, d)
}

// effectKind is what a row of this effect asks for.
func effectKind(e rule.Effect, maybe bool) decision.Kind {
	switch {
	case e == rule.Deny && !maybe:
		return decision.Deny
	case e == rule.Deny, e == rule.Ask:
		return decision.Ask
	}
	return decision.Guidance
}
