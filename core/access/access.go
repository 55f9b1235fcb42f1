// Package access tells which files a simple command touches and which hosts
// it talks to, from its words alone: nothing of the machine is looked at.
//
// What the words of a program mean is data, one row per program: see row.
// Words that are text (a commit message, a grep pattern, a sed script) are
// never paths. The words of a program without a row are judged by their looks:
// see looksLikePath.
package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
)

// Path is a path that a command touches.
//
// A relative one is joined to the command's directory where that is known.
// Parts that only the running shell knows stand as command.Unknown. Where Glob
// is set, quoted wildcards are escaped by a backslash.
type Path struct {
	event.Path
	// DirKnown says that Path is absolute, or relative to the directory that
	// the line starts in; otherwise it may lie anywhere.
	DirKnown bool
	// Names are the patterns of a search, with slashes between them: what is
	// touched below Path, or a folder that it lies in, has a name that matches
	// one. Empty when nothing is known.
	Names string
}

// list collects the paths of one command.
type list struct {
	paths      []Path
	dir        string // that relative words start from
	dirKnown   bool
	shell      string // that redirections start from
	shellKnown bool
	names      string // see Path.Names
	saves      string // the folder that downloads are saved in, when an option names it
	backslash  bool   // which separates names, too
}

// enter follows an option like git -C, before any path is placed. The shell's
// own directory is what the option was added to, if that can be told.
func (l *list) enter(f found) {
	v := strings.TrimSuffix(f.value(), "/")
	switch f.role {
	case 's':
		l.saves = f.value()
	case 'b':
		l.dir, l.dirKnown = l.place(v, false)
	case 'c':
		if rest, ok := strings.CutSuffix(l.shell, v); !ok || isRooted(v) || rest != "" && !strings.HasSuffix(rest, "/") {
			l.shellKnown = false
		} else {
			l.shell = strings.TrimSuffix(rest, "/")
		}
	}
}

// add notes a word by its role.
func (l *list) add(f found) {
	switch f.role {
	case 'l':
		l.put(f, event.AccessList)
	case 'r', 'K', 'T':
		l.put(f, event.AccessRead)
	case 'w', 's':
		l.put(f, event.AccessWrite)
	case 'd':
		l.put(f, event.AccessDelete)
	case 'm':
		l.put(f, event.AccessRead)
		l.put(f, event.AccessDelete)
	case 'u':
		l.put(f, event.AccessRead)
		l.put(f, event.AccessWrite)
	case 'b', 'c':
		if l.dirKnown {
			f = found{}
		}
		l.put(f, event.AccessList)
	default:
		l.addByLooks(f)
	}
}

// addByLooks notes a word whose role says that it may be a path.
func (l *list) addByLooks(f found) {
	switch f.role {
	case '?':
		l.guess(f, true)
	case 'g', 'G':
		l.guess(f, false)
	case 'R':
		if isLocal(f.value()) {
			l.put(f, event.AccessRead)
		}
	case 'W':
		if isLocal(f.value()) {
			l.put(f, event.AccessWrite)
		}
	case 'P':
		if v := f.value(); v != "" && (beginsLikePath(v) || strings.HasPrefix(v, "file:")) {
			l.guess(f, false)
		}
	case 'v':
		l.volume(f)
	case '@', 'F':
		l.data(f)
	case 'X':
		l.notation(f)
	case 'U':
		l.fileURL(f)
	case 'D':
		l.download(f)
	}
}

// notation notes the file in a word of socat (FILE:path,option) or of httpie
// (name@path, name=@path).
func (l *list) notation(f found) {
	v := f.value()
	switch kind, _, _ := strings.Cut(v, ":"); strings.ToUpper(kind) {
	case "FILE", "OPEN", "GOPEN", "CREATE", "CREAT":
		f.off += len(kind) + 1
		f.cut(',')
		l.both(f)
		return
	}
	if i := strings.IndexAny(v, "=:@"); i >= 0 {
		if rest := strings.TrimLeft(v[i:], "=:"); strings.HasPrefix(rest, "@") && len(rest)+2 >= len(v)-i {
			f.off += len(v) - len(rest) + 1
			l.put(f, event.AccessRead)
		}
	}
}

// put appends one path.
func (l *list) put(f found, a event.Access) {
	v, glob := f.pattern()
	if l.backslash {
		v = strings.ReplaceAll(v, `\`, "/")
	}
	if v == "" || isSink(v) || (f.word != nil && v == "-") {
		return
	}
	at := *l
	if f.outside {
		at.dir, at.dirKnown = l.shell, l.shellKnown
	}
	p, known := at.place(v, glob)
	l.paths = append(l.paths, Path{Path: event.Path{Path: p, Access: a, Glob: glob, Tree: f.tree}, DirKnown: known, Names: l.names})
}

// place joins a relative path to where the command runs.
func (l *list) place(v string, glob bool) (p string, known bool) {
	if isRooted(v) {
		return v, true
	}
	if !l.dirKnown {
		return v, false
	}
	return join(l.dir, v, glob), true
}

func join(dir, v string, glob bool) string {
	switch {
	case dir == "" || dir == ".":
		return v
	case glob:
		dir = escapeGlob(dir)
	}
	if v == "." {
		return dir
	}
	return strings.TrimSuffix(dir, "/") + "/" + v
}

func escapeGlob(s string) string {
	if !strings.ContainsAny(s, `*?[\`) || isDrive(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`*?[\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// redirection notes the file of a redirection.
func (l *list) redirection(r *command.Redir) {
	f := found{word: &r.Target}
	v := r.Target.Value
	if strings.HasSuffix(r.Op, "&") && isNumber(v) || strings.HasPrefix(v, "/dev/tcp/") || strings.HasPrefix(v, "/dev/udp/") {
		return
	}
	f.outside = true // the shell opens it, not the program
	if !r.Write || r.Op == "<>" {
		l.put(f, event.AccessRead)
	}
	if r.Write || r.Op == "<>" {
		l.put(f, event.AccessWrite)
	}
}

// volume notes the host side of a container mount: src:dst[:options], or
// type=bind,source=src,target=dst.
func (l *list) volume(f found) {
	v := f.value()
	for _, key := range [...]string{"source=", "src="} {
		if i := strings.Index(v, key); i >= 0 {
			f.off += i + len(key)
			f.cut(',')
			l.both(f)
			return
		}
	}
	if f.cut(':'); looksLikePath(f.value()) {
		l.both(f)
	}
}

// both notes a path that may be read and written, with all that is below.
func (l *list) both(f found) {
	f.tree = true
	l.put(f, event.AccessRead)
	l.put(f, event.AccessWrite)
}

// data notes the file in "@file" and "name=@file" (curl -d, -F, httpie).
func (l *list) data(f found) {
	if i := dataFile(f.value(), f.role); i >= 0 {
		f.off += i
		f.cut(';')
		l.put(f, event.AccessRead)
	}
}

// dataFile is where the file name begins in an argument that carries data, or
// -1 when the data stands in the argument itself.
func dataFile(v string, r role) int {
	if r == '@' {
		if strings.HasPrefix(v, "@") {
			return 1
		}
		if i := strings.IndexByte(v, '@'); i > 0 && isName(v[:i]) { // --data-urlencode name@file
			return i + 1
		}
		return -1
	}
	if i := strings.IndexByte(v, '='); i >= 0 && i+1 < len(v) && (v[i+1] == '@' || v[i+1] == '<') {
		return i + 2
	}
	if i := strings.IndexByte(v, '@'); i > 0 && isName(v[:i]) {
		return i + 1
	}
	return -1
}

// fileURL notes the path of a file: URL.
func (l *list) fileURL(f found) {
	if n := len("file://"); len(f.value()) > n && strings.EqualFold(f.value()[:n], "file://") {
		f.off += n
		l.put(f, event.AccessRead)
	}
}

// download notes a URL that is saved under its own last part.
func (l *list) download(f found) {
	l.fileURL(f)
	v := f.value()
	if i := strings.LastIndexByte(v, '/'); i > 0 && i+1 < len(v) && v[i-1] != '/' {
		f.off += i + 1
		at := *l
		if l.saves != "" {
			at.dir, at.dirKnown = l.place(l.saves, false)
		}
		at.put(f, event.AccessWrite)
		l.paths = at.paths
	}
}

// guess notes every part of a word that looks like a path.
func (l *list) guess(f found, writes bool) {
	parts(f, func(f found) {
		f.tree = f.tree || writes
		l.put(f, event.AccessRead)
		if writes {
			l.put(f, event.AccessWrite)
		}
	})
}
