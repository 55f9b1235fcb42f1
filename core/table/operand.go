package table

import (
	"path"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// knownClass reports whether an operand class is one of this version.
func knownClass(c string) bool {
	switch c {
	case "@broad", "@system", "@outside", "@device", "@unknown":
		return true
	}
	return false
}

// operands looks for one operand behind the words that the row is about.
func (m *matcher) operands() result {
	if len(m.row.Operands) == 0 {
		return yes
	}
	best, options := no, true
	for i := m.rest; i < len(m.c.Args); i++ {
		w := &m.c.Args[i]
		if w.Value == "--" && options {
			options = false
			continue
		}
		if options && len(w.Value) > 1 && w.Value[0] == '-' || m.excepted(w) {
			continue
		}
		if got := m.oneOperand(w); got > best {
			best, m.operand = got, shown(w)
		}
		if best == yes {
			return yes
		}
	}
	if m.c.Opaque && !m.found() && slices.Contains(m.row.Operands, "@unknown") {
		return yes
	}
	return best
}

func (m *matcher) excepted(w *command.Word) bool {
	return slices.ContainsFunc(m.row.NotOperands, func(p string) bool { return m.compare(p, w) == yes })
}

func (m *matcher) oneOperand(w *command.Word) result {
	best := no
	for _, p := range m.row.Operands {
		best = max(best, m.compare(p, w))
	}
	return best
}

// compare compares an operand with one glob or class.
func (m *matcher) compare(p string, w *command.Word) result {
	if !knownClass(p) {
		return operandGlob(p, w)
	}
	if p == "@unknown" {
		return m.unknown(w)
	}
	o := operand{word: w, text: w.Value, glob: w.Glob, dir: m.c.Dir, dirKnown: m.c.DirKnown, place: m.place}
	if i := strings.IndexByte(o.text, '='); i > 0 && allLetters(o.text[:i]) { // of=/dev/sda
		o.text = o.text[i+1:]
	}
	switch p {
	case "@broad":
		return max(o.relativeBroad(), o.system())
	case "@system":
		return o.system()
	case "@outside":
		if m.c.Remote {
			return no // another machine's paths
		}
		return o.outside()
	}
	return o.device()
}

// unknown is a word that cannot be known. What find and fd put in for {} is
// what they were told to look for, which is known well enough.
func (m *matcher) unknown(w *command.Word) result {
	if !w.Dynamic && strings.IndexByte(w.Value, 0) < 0 || m.found() && strings.Contains(w.Typed, "{}") {
		return no
	}
	return yes
}

func (m *matcher) found() bool { return through(m.c.Via, "find") || through(m.c.Via, "fd") }

// operandGlob compares a word as it stands, and without ./, closing and
// doubled slashes.
func operandGlob(p string, w *command.Word) result {
	v := w.Value
	if matchName(p, v) {
		return yes
	}
	if short := trimPath(v); short != v && short != "" && matchName(p, short) {
		return yes
	}
	if strings.Trim(v, "\x00/") != "" && strings.IndexByte(v, 0) >= 0 && mayLike(p, v) && !strings.ContainsAny(p, "?[") && p != "*" {
		return maybe
	}
	if w.Glob && intersect(patternTokens(p), textTokens(w.Pattern, wild), false, false) {
		return maybe
	}
	return no
}

func trimPath(v string) string {
	for strings.HasPrefix(v, "./") && len(v) > 2 {
		v = strings.TrimLeft(v[2:], "/")
	}
	if !strings.Contains(v, "://") {
		for strings.Contains(v, "//") {
			v = strings.ReplaceAll(v, "//", "/")
		}
	}
	return strings.TrimRight(v, "/")
}

// shown is an operand as the reason may show it.
func shown(w *command.Word) string {
	if w.Typed != "" && strings.IndexByte(w.Value, 0) >= 0 {
		return w.Typed
	}
	return w.Value
}

// operand is a word read as a path.
type operand struct {
	word     *command.Word
	text     string
	glob     bool
	dir      string
	dirKnown bool
	place    *Place
}

// absolute is where the word leads, cleaned; ok is false where that is not
// known. Wildcards stay as they are.
func (o *operand) absolute() (abs string, ok bool) {
	v := Slashes(o.text)
	if v == "~" || strings.HasPrefix(v, "~/") {
		if len(o.place.Homes) == 0 {
			return "", false
		}
		v = o.place.Homes[0] + v[1:]
	}
	switch {
	case strings.HasPrefix(v, "\x00"):
		return "", false
	case strings.HasPrefix(v, "/"):
	case !o.dirKnown:
		return "", false
	case strings.HasPrefix(o.dir, "/"):
		v = o.dir + "/" + v
	case len(o.place.Dirs) > 0:
		v = o.place.Dirs[0] + "/" + o.dir + "/" + v
	default:
		return "", false
	}
	return path.Clean(v), true
}

// Slashes writes a Windows path as rules spell it: C:\x is /c/x. Other paths
// stay as they are.
func Slashes(p string) string {
	if len(p) > 1 && p[1] == ':' && (len(p) == 2 || p[2] == '\\' || p[2] == '/') && p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z' {
		return "/" + string(p[0]|0x20) + strings.ReplaceAll(p[2:], `\`, "/")
	}
	return p
}

// relativeBroad is the current directory, the ones above, and all in them.
func (o *operand) relativeBroad() result {
	v := strings.TrimRight(Slashes(o.text), "/")
	if v == "" || v[0] == '/' || v[0] == '~' || v[0] == 0 {
		return no
	}
	for last := false; !last; {
		var c string
		c, v, last = next(v)
		if c != "" && c != "." && c != ".." && !(o.glob && everything(c)) {
			return no
		}
	}
	return yes
}

// everything reports whether a component stands for all names there are.
func everything(c string) bool {
	return c != "" && strings.Trim(c, "*?.") == "" && strings.ContainsAny(c, "*?") || c == ".[!.]*" || c == ".[^.]*" || c == "{*,.*}"
}

// system is the root, the home, a directory of the system, what is above
// them, and globs that reach them.
func (o *operand) system() result {
	if o.text == "~" || o.text == "~/" || o.glob && (o.text == "~/*" || o.text == "~/.*") {
		return yes
	}
	abs, ok := o.absolute()
	if !ok {
		return o.openSystem(o.text)
	}
	for o.glob && abs != "/" && everything(path.Base(abs)) {
		abs = path.Dir(abs)
	}
	if i := strings.IndexByte(abs, 0); i >= 0 {
		return o.openSystem(abs)
	}
	if o.isSystem(abs) {
		return yes
	}
	if o.place.Real != nil && !o.glob {
		if real, _ := o.place.Real(abs); real != abs && o.isSystem(real) {
			return yes
		}
	}
	if o.glob && strings.ContainsAny(abs, "*?[") && o.globSystem(abs) {
		return yes
	}
	return no
}

// openSystem is for words with unknown parts: "$x/*" is /* where x is empty,
// "/$x" the root, "~/$x" the home.
func (o *operand) openSystem(v string) result {
	i, last := strings.IndexByte(v, 0), strings.LastIndexByte(v, 0)
	if i < 0 {
		return no
	}
	rest := v[last+1:]
	if rest != "" && rest != "/" && !(o.glob && strings.HasPrefix(rest, "/") && everything(strings.Trim(rest, "/"))) {
		return no
	}
	switch before := v[:i]; {
	case before == "" && rest == "":
		return no // "@unknown" is the class for it
	case before == "" || before == "/":
		return maybe
	case strings.HasSuffix(before, "/") && o.isSystem(strings.TrimSuffix(before, "/")):
		return maybe
	}
	return no
}

func (o *operand) isSystem(abs string) bool {
	if systemDir(abs) || o.place.Fold && systemDir(strings.ToLower(abs)) {
		return true
	}
	for _, home := range o.place.Homes {
		if _, above := relative(home, abs, o.place.Fold); above {
			return true
		}
	}
	return false
}

// systemDirs belong to the system: to lose one is to install it again.
var systemDirs = [...]string{
	"/", "/Applications", "/Library", "/System", "/Users", "/Volumes", "/applications", "/bin", "/boot", "/c", "/c/program files",
	"/c/users", "/c/windows", "/cores", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/library", "/media", "/mnt",
	"/nix", "/nix/store", "/opt", "/private", "/private/etc", "/private/var", "/proc", "/root", "/run", "/sbin", "/snap", "/srv", "/sys",
	"/system", "/users", "/usr", "/usr/bin", "/usr/include", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/local", "/usr/local/bin",
	"/usr/local/lib", "/usr/sbin", "/usr/share", "/usr/src", "/var", "/var/lib", "/var/log", "/var/mail", "/var/spool", "/var/www",
}

func systemDir(abs string) bool { return slices.Contains(systemDirs[:], abs) }

func (o *operand) globSystem(abs string) bool {
	text := textTokens(abs, wild)
	hits := func(dir string) bool { return intersect(literalTokens(dir), text, false, false) && !below(abs, dir) }
	return slices.ContainsFunc(systemDirs[:], hits) || slices.ContainsFunc(o.place.Homes, hits)
}

// below reports whether the glob goes deeper than the directory, so that it
// only names things inside.
func below(abs, dir string) bool { return strings.Count(abs, "/") > strings.Count(dir, "/") }

// outside is a path that leads out of the workspace and the temporary folders.
func (o *operand) outside() result {
	abs, ok := o.absolute()
	if !ok {
		return no
	}
	if i := strings.IndexByte(abs, 0); i >= 0 {
		abs = strings.TrimSuffix(abs[:strings.LastIndexByte(abs[:i], '/')+1], "/")
	} else if o.glob {
		if i := strings.IndexAny(abs, "*?["); i >= 0 {
			abs = strings.TrimSuffix(abs[:strings.LastIndexByte(abs[:i], '/')+1], "/")
		}
	}
	if abs == "" {
		abs = "/"
	}
	if strings.HasPrefix(abs, "/dev/std") || abs == "/dev/null" || abs == "/dev/tty" {
		return no
	}
	if o.place.Real != nil {
		if real, _ := o.place.Real(abs); real != "" {
			abs = real
		}
	}
	for _, dirs := range [...][]string{o.place.Dirs, o.place.Roots, o.place.Temp} {
		for _, dir := range dirs {
			if _, inside := relative(abs, dir, o.place.Fold); inside {
				return no
			}
		}
	}
	if len(o.place.Dirs) == 0 && !strings.HasPrefix(Slashes(o.text), "/") {
		return no
	}
	return yes
}

// device is a file that holds a whole disk, a partition or memory.
func (o *operand) device() result {
	name, ok := strings.CutPrefix(path.Clean(o.text), "/dev/")
	if !ok {
		if strings.HasPrefix(strings.ToLower(o.text), `\\.\physicaldrive`) {
			return yes
		}
		return no
	}
	if strings.HasPrefix(name, "\x00") {
		return maybe
	}
	for _, kind := range [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "md", "dm-", "mapper/", "loop", "sg", "sr", "nbd", "zd", "zvol/", "mem", "kmem", "port", "block/", "bcache", "ram", "pmem"} {
		if strings.HasPrefix(name, kind) {
			return yes
		}
	}
	if o.glob && strings.HasPrefix(name, "*") {
		return yes
	}
	return no
}
