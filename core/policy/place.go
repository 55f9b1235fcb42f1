package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
	"github.com/tempahq/tempa/core/table"
)

// newPlace tells the table where the call runs. Folders that are links stand
// in both spellings.
func (j *judge) newPlace() table.Place {
	s := j.in.Scope
	dir := j.in.Event.Dir
	if dir == "" {
		dir = s.Dir
	}
	p := table.Place{
		Homes: j.spellings(s.Home),
		Dirs:  j.spellings(dir),
		Temp:  j.spellings(j.in.Temp...),
		Fold:  s.Fold,
		Real:  j.real,
	}
	p.Roots = j.spellings(append([]string{s.Repo}, s.Roots...)...)
	if s.Repo == "" {
		p.Roots = append(p.Roots, p.Dirs...)
	}
	if j.tool != nil {
		p.Language = j.tool.Language
	}
	return p
}

// spellings are the paths as given and as links lead, without the empty ones.
func (j *judge) spellings(paths ...string) []string {
	var out []string
	for _, p := range paths {
		p = clean(table.Slashes(p))
		if !strings.HasPrefix(p, "/") {
			continue
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
		if real, _ := j.real(p); real != "" && !slices.Contains(out, real) {
			out = append(out, real)
		}
	}
	return out
}

// real follows links, in the spelling of rules.
func (j *judge) real(p string) (string, bool) {
	if j.in.Scope.Links == nil {
		return p, false
	}
	real, exact := j.in.Scope.Real(unslash(p, j.in.Scope.Windows))
	return table.Slashes(real), exact
}

// unslash is the inverse of table.Slashes.
func unslash(p string, windows bool) string {
	if windows && len(p) > 1 && p[0] == '/' && (len(p) == 2 || p[2] == '/') {
		return p[1:2] + ":" + p[2:]
	}
	return p
}

// directory is where a command runs: absolute, or empty when unknown.
func (j *judge) directory(dir string) string {
	dir = table.Slashes(dir)
	switch {
	case strings.HasPrefix(dir, "/"):
		return dir
	case j.start == "" || dir == "" || dir == ".":
		return j.start
	}
	return clean(j.start + "/" + dir)
}

// startDirectory is where the call itself runs.
func (j *judge) startDirectory() string {
	dir := ""
	if j.tool != nil {
		dir = table.Slashes(j.tool.Dir)
	}
	if strings.HasPrefix(dir, "/") {
		return clean(dir)
	}
	session := table.Slashes(j.in.Event.Dir)
	if session == "" {
		session = table.Slashes(j.in.Scope.Dir)
	}
	if session == "" {
		return ""
	}
	return clean(session + "/" + dir)
}

// newFile is a path in every spelling that leads to it.
func (j *judge) newFile(p *access.Path) table.File {
	f := table.File{
		Named: p.Path.Path, Access: p.Access, Glob: p.Glob, Tree: p.Tree, Tool: j.tool.Rule,
		Shallow: j.tool.Kind == event.ToolSearch,
		Dots:    j.tool.Kind != event.ToolShell || j.tool.Language != event.Bash,
	}
	text := table.Slashes(strings.TrimPrefix(p.Path.Path, "file://"))
	if j.in.Scope.Windows {
		text = strings.ReplaceAll(text, `\`, "/")
	}
	text = j.tilde(text)
	switch {
	case strings.HasPrefix(text, "/"):
		f.Names = j.names(text, f.Glob)
	case strings.HasPrefix(text, command.Unknown):
		f.Names = []string{clean(text)}
	default:
		f.Names = j.relative(text, p.DirKnown, f.Glob)
	}
	if f.Dots {
		f.Dots, f.Names = endings(f.Names)
	}
	return f
}

// endings reads *.cs as the names with that ending and the one name .cs:
// taken for every name with a leading dot as well it would reach .env.cs, and
// with it the rules about .env and its like, with nearly every search.
func endings(names []string) (dots bool, all []string) {
	all = names
	for _, name := range names {
		dir, base := path.Split(name)
		ending, ok := strings.CutPrefix(base, "*.")
		if !ok || ending == "" || strings.ContainsAny(ending, "*?[\\\x00") {
			return true, names
		}
		all = append(all[:len(all):len(all)], dir+"."+ending)
	}
	return false, all
}

// relative joins a path to the directory. Where that is not sure, the path
// may as well lie anywhere.
func (j *judge) relative(text string, known, glob bool) []string {
	var names []string
	dir := j.directory("")
	if dir != "" {
		if glob {
			dir = escape(dir)
		}
		names = j.names(dir+"/"+strings.TrimPrefix(text, "./"), glob)
	}
	if !known || dir == "" {
		names = append(names, command.Unknown+"/"+strings.TrimPrefix(clean(text), "../"))
	}
	return names
}

func (j *judge) tilde(text string) string {
	if text != "~" && !strings.HasPrefix(text, "~/") || len(j.place.Homes) == 0 {
		return text
	}
	return j.place.Homes[0] + text[1:]
}

// names are an absolute path, tidied, and where links lead it; of one with
// wildcards or unknown parts, the known directories are followed.
func (j *judge) names(abs string, glob bool) []string {
	names := []string{clean(abs)}
	if j.in.Scope.Links == nil {
		return names
	}
	known, rest := abs, ""
	if i := open(abs, glob); i >= 0 {
		i = strings.LastIndexByte(abs[:i], '/')
		known, rest = abs[:i], abs[i:]
	}
	if known == "" {
		return names
	}
	places, _ := j.in.Scope.Places(unslash(known, j.in.Scope.Windows))
	for _, p := range places {
		if rest == "" && p == names[0] {
			continue // no link on the way
		}
		if p = clean(strings.TrimSuffix(table.Slashes(p), "/") + rest); !slices.Contains(names, p) {
			names = append(names, p)
		}
	}
	return names
}

// open is where the first wildcard or unknown part stands, or -1.
func open(p string, glob bool) int {
	i := strings.IndexByte(p, 0)
	if !glob {
		return i
	}
	if k := strings.IndexAny(p, "*?[\\"); k >= 0 && (i < 0 || k < i) {
		return k
	}
	return i
}

// clean is path.Clean that leaves alone what stands in front of an unknown
// part: $x/.. is not the directory it stands in.
func clean(p string) string {
	first := strings.IndexByte(p, 0)
	if first < 0 {
		if p == "" {
			return ""
		}
		return pathscope.Clean(p)
	}
	cut := strings.LastIndexByte(p[:first], '/') + 1
	head := p[:cut]
	if head == "" {
		return p
	}
	return strings.TrimSuffix(path.Clean(head), "/") + "/" + p[cut:]
}

func escape(s string) string {
	if !strings.ContainsAny(s, `*?[\`) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`*?[\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
