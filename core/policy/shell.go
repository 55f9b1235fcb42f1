package policy

import (
	"strings"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/table"
)

// shell asks about every command of a line, the files it touches and the
// hosts it asks. It reports whether allow rows cover all of it.
func (j *judge) shell() (allowed bool) {
	a := j.in.Analysis
	if a == nil {
		return false
	}
	j.guardShell()
	allowed = len(a.Commands) > 0 && len(a.Unresolved) == 0
	for i := range a.Commands {
		allowed = j.command(&a.Commands[i], &j.in.Uses[i]) && allowed
	}
	return allowed
}

func (j *judge) guardShell() {
	if j.in.Guard == nil {
		return
	}
	var paths []access.Path
	for i := range j.in.Uses {
		paths = append(paths, j.in.Uses[i].Paths...)
	}
	j.add(j.in.Guard(append(paths, j.toolPaths()...)), Guarded)
}

// toolPaths are paths that the call names beside the command line.
func (j *judge) toolPaths() []access.Path {
	var paths []access.Path
	for _, p := range j.tool.Paths {
		paths = append(paths, access.Path{Path: p, DirKnown: true})
	}
	return paths
}

// command asks about one command and what it touches.
func (j *judge) command(c *command.Command, use *access.Use) (allowed bool) {
	x := j.explained(c)
	call := table.Call{Command: c}
	for _, h := range use.Hosts {
		if !h.Listen {
			call.Hosts = append(call.Hosts, table.Host{Name: h.Name, Known: h.Known})
		}
	}
	j.in.Table.Command(call, &j.place, func(m table.Match) {
		allowed = j.match(m, subject{what: m.Text, call: &call, paths: use.Paths, command: x}) || allowed
	})
	for _, p := range use.Paths {
		if j.tool.DirUnknown && !strings.HasPrefix(p.Path.Path, "/") {
			p.DirKnown = false
		}
		j.file(&p, x)
	}
	for _, h := range call.Hosts {
		j.host(h, x)
	}
	if allowed && !j.redirectionsInside(c) {
		allowed = false
		x.notAllowed("a redirection leaves the workspace, or its file cannot be known")
	}
	if !allowed && x != nil {
		x.notAllowed(whyNotAllowed(c))
	}
	return allowed
}

// redirectionsInside reports whether every file that the shell opens for the
// command lies in the workspace.
func (j *judge) redirectionsInside(c *command.Command) bool {
	for i := range c.Redirs {
		t := &c.Redirs[i].Target
		if t.Value == "/dev/null" || t.Value == "/dev/stderr" || t.Value == "/dev/stdout" {
			continue
		}
		if t.Dynamic || t.Glob || !c.DirKnown || j.tool.DirUnknown {
			return false
		}
		abs, ok := j.in.Scope.Abs(t.Value, j.directory(c.Dir))
		if !ok || j.in.Scope.Inside(event.Path{Path: abs}) != pathscope.Inside {
			return false
		}
	}
	return true
}

// unresolved asks where something runs that cannot be known.
func (j *judge) unresolved() {
	if j.tool.Kind != event.ToolShell {
		return
	}
	if j.in.Analysis == nil {
		j.add(decision.Because(decision.Ask, IDUnresolved, "the command could not be analysed. Write it as plain commands, so that each can be checked."), Unclear)
		return
	}
	if j.open > maxOpen {
		j.add(decision.Because(decision.Ask, IDUnresolved, "the command names more files with wildcards or variables than can be checked. Split it into several."), Unclear)
	}
	if len(j.in.Analysis.Unresolved) > 0 {
		d := decision.Because(decision.Ask, IDUnresolved, unresolvedReason(j.in.Analysis.Unresolved))
		d.Matched = excerpt(j.in.Analysis.Unresolved[0].Text)
		j.add(d, Unclear)
	}
}

// whyNotAllowed names the first thing that keeps allow rules from covering a
// command.
func whyNotAllowed(c *command.Command) string {
	switch {
	case c.Program == "":
		return "its name cannot be known"
	case len(c.Via) > 0:
		return "it is reached through " + c.Via[0] + "; allow rules cover only what is typed"
	case len(c.Assigns) > 0:
		return "it sets " + c.Assigns[0].Name + "; allow rules cover only plain commands"
	case strings.Contains(c.Word.Value, "/"):
		return "its path is typed; allow rules cover it only by the same path"
	case c.Opaque:
		return "words are added when it runs"
	case c.Remote:
		return "it runs somewhere else"
	}
	for i := range c.Args {
		if c.Args[i].Dynamic {
			return "the word " + excerpt(c.Args[i].Typed) + " cannot be known"
		}
	}
	for _, context := range c.Context {
		if !strings.HasPrefix(context, "pipe") {
			return "it stands in a " + context
		}
	}
	return "no allow rule covers it"
}
