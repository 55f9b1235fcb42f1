// Package guard keeps an agent's hands off the guard itself: Tempa's own
// folder, the files that decide whether hooks run, and the commands that
// weaken Tempa or start a client without it. It is built in: no policy can
// switch it off, and it judges before any rule does.
//
// What is protected is data (files.go, clients.go); a client whose list has
// grown is a line there.
package guard

import (
	"io/fs"
	"os"
	"strings"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
)

// The policy ids of this package.
const (
	OwnFiles    = "tempa/own-files"
	OwnCommands = "tempa/own-commands"
)

// Protected is a file or a folder that may not be changed.
type Protected struct {
	Path     string // absolute; a folder stands for all that is in it
	ReadFree bool   // may be read; Tempa's state folder may not
	What     string // for people: "Claude Code's settings"
}

// Guard knows what is Tempa's own. Like its Scope it is made for one decision
// and not for concurrent use.
type Guard struct {
	Scope *pathscope.Scope
	// Dir is the call's own directory; empty is the session's. DirUnknown says
	// that the call may run elsewhere, so that relative paths are compared by
	// their end as well.
	Dir        string
	DirUnknown bool
	// State are the state folders: the one in use and ~/.tempa.
	State []string
	// Protected is what else is guarded: see HookFiles and Binary. It is looked
	// up on the machine only when a call writes, because reading it is free.
	Protected []Protected
	// Stat finds the same file under another name; os.Stat when nil.
	Stat func(string) (fs.FileInfo, error)

	state, protected []target
	infos            map[string]fs.FileInfo
	nearby           map[string][]target // see near
	folder           string              // that was looked at last, and
	folders          []fs.FileInfo       // what it and all above it are
}

// target is a Protected whose place on the machine has been looked up.
type target struct {
	Protected
	real string
	info fs.FileInfo // nil when it does not exist
}

// Tool judges the paths that a tool call names.
func (g *Guard) Tool(t *event.Tool) decision.Decision {
	paths := make([]access.Path, len(t.Paths))
	for i, p := range t.Paths {
		paths[i] = access.Path{Path: p, DirKnown: true}
	}
	return g.Files(paths, false)
}

// Line judges everything that a command line can do: its commands, its files
// and the code it hands to interpreters. uses is what the commands touch.
func (g *Guard) Line(a *command.Analysis, uses []access.Use) decision.Decision {
	d := decision.Strictest(Commands(a), g.Code(a))
	for i := range uses {
		if d.Kind == decision.Deny {
			break
		}
		d = decision.Strictest(d, g.Files(uses[i].Paths, true))
	}
	return d
}

// Files judges the paths of a tool call or of a command. What lies inside the
// state folder is denied, reading it too; other protected files are denied
// when they would be changed. A glob that can reach one, or a recursive
// command on a folder above one, asks. shell says that the paths come from a
// command line, where * does not match a leading dot.
func (g *Guard) Files(paths []access.Path, shell bool) decision.Decision {
	var d decision.Decision
	for i, p := range paths {
		if i > 0 && p == paths[i-1] {
			continue
		}
		d = decision.Strictest(d, g.file(p, shell, paths))
		if d.Kind == decision.Deny {
			break
		}
	}
	return d
}

// file judges one path of a call against everything that its access is a
// matter for.
func (g *Guard) file(p access.Path, shell bool, call []access.Path) decision.Decision {
	l := g.locate(p, shell)
	d := g.against(&l, p, g.stateFolders(), call)
	if p.Access.Writes() && d.Kind != decision.Deny {
		d = decision.Strictest(d, g.against(&l, p, g.near(&l), call))
	}
	return d
}

// against compares a location with a list of targets.
func (g *Guard) against(l *location, p access.Path, targets []target, call []access.Path) decision.Decision {
	var d decision.Decision
	writes := p.Access.Writes()
	for i := range targets {
		t := &targets[i]
		if t.ReadFree && !writes {
			continue
		}
		switch g.reach(l, t) {
		case within:
			return denyFile(t, p.Path.Path)
		case perhaps:
			d = decision.Strictest(d, askFile(t, p.Path.Path))
		case above:
			if len(l.places) == 1 && !t.picked(p.Names, l.places[0]) {
				continue
			}
			if p.Access == event.AccessWrite && g.receives(l, t, sources(call)) {
				return denyFile(t, t.Path)
			}
			if g.sweeps(p.Path, t, l) && !(p.Access == event.AccessWrite && allWhole(sources(call))) {
				d = decision.Strictest(d, askTree(t, p.Path.Path))
			}
		}
	}
	return d
}

// source is what a call reads, by its base name: cp and mv write it into a
// folder under the same name.
type source struct {
	name string
	// whole says that the folder itself is written, so that nothing else can
	// be: not its contents (rsync -a x/ y), not those of an archive.
	whole bool
}

func sources(paths []access.Path) (list []source) {
	for _, p := range paths {
		if p.Access.Writes() {
			continue
		}
		text := strings.TrimRight(p.Path.Path, `/\`)
		name := text[strings.LastIndexAny(text, `/\`)+1:]
		whole := p.Tree && !p.Glob && text == p.Path.Path && name != "." && name != ".." && !opaque(name)
		list = append(list, source{name, whole})
	}
	return list
}

// allWhole reports whether a recursive write is a copy of folders whose names
// are known.
func allWhole(from []source) bool {
	for _, f := range from {
		if !f.whole {
			return false
		}
	}
	return len(from) > 0
}

// receives reports whether a write to a folder above a target puts something
// in its place: cp settings.json ~/.claude/, cp -r x/.claude ~.
func (g *Guard) receives(l *location, t *target, from []source) bool {
	for _, place := range l.places {
		if !g.Scope.Under(t.real, place) {
			continue
		}
		next, _, _ := strings.Cut(strings.TrimPrefix(t.real[min(len(t.real), len(strings.TrimSuffix(place, "/"))):], "/"), "/")
		for _, f := range from {
			if f.name == next || g.Scope.Fold && strings.EqualFold(f.name, next) {
				return true
			}
		}
	}
	return false
}

// picked reports whether a search below a place for names that match one of
// the patterns can find the target, or a folder that it lies in. The place
// itself may be found, too.
func (t *target) picked(patterns string, place string) bool {
	if patterns == "" || t.info == nil || t.info.IsDir() {
		return true
	}
	depth := strings.Count(t.real[min(len(place), len(t.real)):], "/") + 1
	for more := true; more; {
		var pattern string
		pattern, patterns, more = strings.Cut(patterns, "/")
		if anyName(t.real, depth, pattern) || anyName(t.Path, max(depth, knownDepth), pattern) {
			return true
		}
	}
	return false
}

// knownDepth is how many names a hook file has behind the folder of a person or
// a project, and one more.
const knownDepth = 4

// anyName reports whether one of the last names of a path matches.
func anyName(path string, last int, pattern string) bool {
	m := matcher{fold: true}
	for range last {
		i := strings.LastIndexByte(path, '/')
		if m.match(pattern, path[i+1:]) {
			return true
		}
		if path = path[:max(i, 0)]; path == "" {
			break
		}
	}
	return false
}

// sweeps reports whether a call on a folder above a target takes the target
// with it. Listing names does not, and a recursive write to the workspace
// (gofmt -w .) is not one to the hook files in it; deleting the workspace is.
func (g *Guard) sweeps(p event.Path, t *target, l *location) bool {
	switch {
	case t.info == nil && p.Access != event.AccessRead:
		return false // nothing there that could be lost
	case p.Access == event.AccessDelete:
		return true
	case !p.Tree || p.Access == event.AccessList:
		return false
	case !t.ReadFree || p.Access == event.AccessRead:
		return true
	}
	return g.Scope.Inside(event.Path{Path: l.abs}) != pathscope.Inside
}

// stateFolders looks the state folders up once.
func (g *Guard) stateFolders() []target {
	if g.state == nil {
		for _, dir := range g.State {
			g.state = append(g.state, g.target(Protected{Path: dir, What: "Tempa's own folder"}))
		}
	}
	return g.state
}

// hookFiles looks everything else up once.
func (g *Guard) hookFiles() []target {
	if g.protected == nil {
		for _, p := range g.Protected {
			g.protected = append(g.protected, g.target(p))
		}
	}
	return g.protected
}

func (g *Guard) target(p Protected) target {
	real, _ := g.Scope.Real(p.Path)
	if g.Scope.Found(real) != real {
		return target{p, real, nil}
	}
	return target{p, real, g.stat(real)}
}

// stat is what is at a path, nil when nothing is or it may not be looked at.
func (g *Guard) stat(path string) fs.FileInfo {
	if info, ok := g.infos[path]; ok {
		return info
	}
	ask := g.Stat
	if ask == nil {
		ask = os.Stat
	}
	info, err := ask(path)
	if err != nil {
		info = nil
	}
	if g.infos == nil {
		g.infos = make(map[string]fs.FileInfo, 64)
	}
	g.infos[path] = info
	return info
}
