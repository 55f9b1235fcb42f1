package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/semver"
)

// switchReader is where the settings that switch hooks off are looked for.
type switchReader struct {
	home    string
	project string // root of the repository, or the working directory
	getenv  func(string) string
	read    func(file string) ([]byte, error)
}

// checkSwitches reports every setting that switches the client's hooks off. A
// variable holds for sessions that inherit it, which may be none.
func (r *run) checkSwitches(project string) []finding {
	const check = "switches"
	d, ok := r.dialect.(harness.Doctored)
	if !ok {
		return []finding{good.Finding(check, "none are known for "+r.dialect.Info().Title)}
	}
	reader := switchReader{r.Home, project, r.Getenv, os.ReadFile}
	var list []finding
	for _, w := range d.Switches() {
		level := bad
		if w.File == "" {
			level = warn
		}
		for _, text := range reader.off([]harness.Switch{w}) {
			list = append(list, level.Finding(check, text))
		}
	}
	if list == nil {
		list = []finding{good.Finding(check, "no setting switches hooks off")}
	}
	return list
}

// off are the switches that are thrown, in words.
func (s switchReader) off(list []harness.Switch) []string {
	var off []string
	for _, w := range list {
		if w.File == "" {
			if name := w.Path[0]; s.getenv(name) != "" {
				off = append(off, fmt.Sprintf("the variable %s is set: %s", name, w.Means))
			}
			continue
		}
		file := s.place(w.File)
		if file == "" {
			continue
		}
		data, err := s.read(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			off = append(off, fmt.Sprintf("%s cannot be read, so nobody can tell what it switches off: %v", file, err))
			continue
		}
		if thrown(w, data) {
			off = append(off, fmt.Sprintf("%s in %s: %s", strings.Join(w.Path, "."), file, w.Means))
		}
	}
	return off
}

// place is the file of a switch on this machine; empty when it has none.
func (s switchReader) place(file string) string {
	base := ""
	switch {
	case strings.HasPrefix(file, "~/"):
		base, file = s.home, file[2:]
	case strings.HasPrefix(file, "./"):
		base, file = s.project, file[2:]
	default:
		return filepath.FromSlash(file)
	}
	if base == "" {
		return ""
	}
	return filepath.Join(base, filepath.FromSlash(file))
}

// thrown reports whether the content of a file throws a switch.
func thrown(w harness.Switch, data []byte) bool {
	if strings.HasSuffix(w.File, ".toml") {
		return thrownToml(w, data)
	}
	o, err := payload.Parse(withoutComments(data))
	if err != nil {
		// What the client makes of such a file nobody can tell.
		return strings.Contains(string(data), w.Path[len(w.Path)-1])
	}
	for _, key := range w.Path[:len(w.Path)-1] {
		inner, ok := o.Get(key).Object()
		if !ok {
			return false
		}
		o = inner
	}
	return throws(w.Off, o.Get(w.Path[len(w.Path)-1]))
}

func throws(off harness.Test, v payload.Value) bool {
	if !v.Exists() || v.IsNull() {
		return false
	}
	b, isBool := v.Bool()
	switch off {
	case harness.OffWhenTrue:
		return b || !isBool
	case harness.OffWhenFalse:
		return !b
	case harness.OffWhenListed:
		list, ok := v.Array()
		return !ok || namesTempa(list)
	case harness.OffWhenPluginFalse:
		return pluginFalse(v)
	}
	return true
}

// namesTempa reports whether a list names a hook of ours; what is no text can
// name anything.
func namesTempa(list []payload.Value) bool {
	for _, item := range list {
		if s, ok := item.Str(); !ok || isTempa(s) {
			return true
		}
	}
	return false
}

// pluginFalse reports whether an object of plugins has ours off.
func pluginFalse(v payload.Value) bool {
	o, ok := v.Object()
	if !ok {
		return true
	}
	for _, name := range o.Keys() {
		if on, ok := o.Get(name).Bool(); isTempa(name) && !(ok && on) {
			return true
		}
	}
	return false
}

func isTempa(s string) bool { return strings.Contains(strings.ToLower(s), "tempa") }

// thrownToml knows booleans only, which is what the switches there are.
func thrownToml(w harness.Switch, data []byte) bool {
	f, err := install.ParseToml(data)
	if err != nil {
		return strings.Contains(string(data), w.Path[len(w.Path)-1])
	}
	last := len(w.Path) - 1
	value, found := f.Get(strings.Join(w.Path[:last], "."), w.Path[last])
	if !found {
		return false
	}
	if w.Off == harness.OffWhenTrue {
		return value != "false"
	}
	return value != "true"
}

// withoutComments takes out what several clients allow in their settings and
// JSON does not: // and /* */ outside texts, and a byte order mark.
func withoutComments(data []byte) []byte {
	text := strings.TrimPrefix(string(data), "\ufeff")
	var out strings.Builder
	for i := 0; i < len(text); {
		switch {
		case text[i] == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			out.WriteString(text[i:end])
			i = end
		case strings.HasPrefix(text[i:], "//"):
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(text)
			}
		case strings.HasPrefix(text[i:], "/*"):
			if n := strings.Index(text[i+2:], "*/"); n >= 0 {
				i += n + 4
			} else {
				i = len(text)
			}
		default:
			out.WriteByte(text[i])
			i++
		}
	}
	return []byte(out.String())
}

// checkVersion says which promises the installed client does not keep.
func (r *run) checkVersion(version string) finding {
	const check = "client version"
	title := r.dialect.Info().Title
	if version = clientversion.Plain(version); version == "" {
		return warn.Finding(check, title+" was not asked for its version, so whether it is too old is not known; docs/limits.md says what needs which version")
	}
	missing := unkept(r.dialect, version)
	if len(missing) == 0 {
		return good.Finding(check, title+" "+version)
	}
	return bad.Finding(check, fmt.Sprintf("%s %s is too old: %s", title, version, strings.Join(missing, "; ")))
}

// unkept are the promises that need a newer client.
func unkept(d harness.Dialect, version string) []string {
	n, ok := d.(harness.Doctored)
	if !ok {
		return nil
	}
	var list []string
	for _, need := range n.Needs() {
		if semver.Less(version, need.Version) {
			list = append(list, fmt.Sprintf("before %s %s", need.Version, need.Means))
		}
	}
	return list
}
