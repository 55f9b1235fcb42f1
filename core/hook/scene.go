package hook

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/guard"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/powershell"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
)

// state is the state folder: --state, else ~/.tempa, nothing else. A project
// can set a hook's environment, so no variable moves it.
func (h *handler) state() (state.Dir, error) {
	switch {
	case h.opts.state != "":
		if !filepath.IsAbs(h.opts.state) {
			return state.Dir{}, fmt.Errorf("--state needs an absolute path, not %q", h.opts.state)
		}
		return state.At(h.opts.state), nil
	case h.env.Home == "" || !filepath.IsAbs(h.env.Home):
		return state.Dir{}, errors.New("the home directory is not known; set HOME, or add --state DIR to the hook line")
	}
	return state.InHome(h.env.Home), nil
}

// scope is the session's workspace.
func (h *handler) scope(ev *event.Event, dir state.Dir) *pathscope.Scope {
	return pathscope.New(h.env.Home, ev.Dir, ev.Roots, repoRoot(ev), dir.Path())
}

// line is a shell call, taken apart, and what its commands touch. It is nil
// for other calls.
type line struct {
	*command.Analysis
	uses []access.Use
}

// analyse takes a shell call apart.
func analyse(ev *event.Event, home string) *command.Analysis {
	t := ev.Tool
	if t.Kind != event.ToolShell {
		return nil
	}
	env := command.Env{Home: home, Dir: callDir(ev)}
	var a command.Analysis
	switch t.Language {
	case event.PowerShell:
		a = powershell.Analyse(t.Command, env)
	case event.Cmd:
		a = powershell.AnalyseCmd(t.Command, env)
	default:
		a = command.Analyse(t.Command, env)
	}
	return &a
}

// whole is every command of the line, for people.
func whole(ev *event.Event, home string) *line {
	a := analyse(ev, home)
	if a == nil {
		return nil
	}
	return &line{a, access.Uses(a.Commands)}
}

// judged is the line as it is decided: a command that stands in it again is
// judged once.
func judged(ev *event.Event, home string) *line {
	a := analyse(ev, home)
	if a == nil {
		return nil
	}
	a.Commands = command.Distinct(a.Commands)
	return &line{a, access.Uses(a.Commands)}
}

// question is what one policy is asked.
func question(ev *event.Event, p *sources.Policy, scope *pathscope.Scope, l *line) policy.Input {
	in := policy.Input{
		Event: ev, Table: p.Table, Header: p.Header, Scope: scope, Connected: p.Mode == sources.Connected,
	}
	if l != nil {
		in.Analysis, in.Uses = l.Analysis, l.uses
	}
	return in
}

// callDir is the directory that a call starts in, empty when it is not known.
func callDir(ev *event.Event) string {
	switch {
	case ev.Tool.DirUnknown:
		return ""
	case ev.Tool.Dir == "":
		return ev.Dir
	case filepath.IsAbs(ev.Tool.Dir):
		return ev.Tool.Dir
	case ev.Dir == "":
		return ""
	}
	return filepath.Join(ev.Dir, ev.Tool.Dir)
}

// guarded is what the guard says to a call: Tempa's own files and commands, and
// the files that decide whether hooks run. No policy can switch it off.
func (h *handler) guarded(ev *event.Event, scope *pathscope.Scope, l *line) (decision.Decision, error) {
	g, err := h.guard(ev, scope)
	if err != nil {
		return decision.Decision{}, err
	}
	g.Dir, g.DirUnknown = ev.Tool.Dir, ev.Tool.DirUnknown
	if l == nil {
		return g.Tool(ev.Tool), nil
	}
	return g.Line(l.Analysis, l.uses), nil
}

func (h *handler) guard(ev *event.Event, scope *pathscope.Scope) (*guard.Guard, error) {
	dir, err := h.state()
	if err != nil {
		return nil, err
	}
	g := &guard.Guard{Scope: scope, State: h.stateFolders(dir)}
	g.Protected = h.protected(ev, scope)
	if h.env.Executable != "" {
		g.Protected = append(g.Protected, g.Binary(h.env.Executable)...)
	}
	return g, nil
}

func (h *handler) stateFolders(dir state.Dir) []string {
	folders := []string{dir.Path()}
	if h.env.Home != "" {
		folders = append(folders, state.InHome(h.env.Home).Path())
	}
	return folders
}

func (h *handler) protected(ev *event.Event, scope *pathscope.Scope) []guard.Protected {
	projects := append([]string{ev.Dir, scope.Repo}, ev.Roots...)
	list := guard.HookFiles(h.env.Home, compact(projects), h.env.GOOS == "windows", h.env.Getenv)
	for _, dir := range []struct{ path, what string }{{h.opts.bundle, "the policy bundle"}, {h.env.ManagedDir, "the managed policy"}} {
		if abs, err := filepath.Abs(dir.path); err == nil && dir.path != "" {
			list = append(list, guard.Protected{Path: abs, ReadFree: true, What: dir.what})
		}
	}
	return list
}

func compact(dirs []string) []string {
	var out []string
	for _, d := range dirs {
		if d != "" && (len(out) == 0 || out[len(out)-1] != d) {
			out = append(out, d)
		}
	}
	return out
}
