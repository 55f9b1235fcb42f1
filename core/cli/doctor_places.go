package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/core/json"
)

// place is where the client may find our hook lines, and what is there.
type place struct {
	diagnosis.Installation
	line  harness.Line
	lines install.Lines
	found []install.Found
	data  []byte
	err   error  // the file cannot be read
	off   string // why the client does not load it
	trust string // why the client would skip it
	dir   string // where the client starts the lines; empty when in the session's
}

// places are the installations that are there. A managed one is not among
// them: it is the administrator's, and has a check of its own.
func (r *run) places() []place {
	i, file, err := r.target()
	if err != nil {
		return nil
	}
	var list []place
	user := r.place(diagnosis.User, file, i.UserTable(), harness.Line{Program: r.installedBinary(), Args: []string{"hook"}, GOOS: r.GOOS})
	if user.err != nil || len(user.found) > 0 {
		user.Program = r.installedBinary()
		list = append(list, user)
	}
	if d, ok := r.dialect.(harness.Plugged); ok {
		for _, p := range d.Plugins(r.Home) {
			list = append(list, r.pluginPlace(i, p))
		}
	}
	for n := range list {
		list[n].trust = r.distrust(&list[n])
	}
	return list
}

func (r *run) pluginPlace(i harness.Installer, plugin harness.Plugin) place {
	t := i.PluginTable()
	file := filepath.Join(plugin.Folder, filepath.FromSlash(t.File))
	named := i.PluginProgram(r.GOOS)
	p := r.place(diagnosis.Plugin, file, t, harness.Line{Program: named, Args: []string{"hook"}, GOOS: r.GOOS})
	p.Name, p.off = plugin.Name, plugin.Off
	p.Version = manifestVersion(filepath.Join(plugin.Folder, filepath.FromSlash(plugin.Manifest)))
	p.Program = r.programOf(named, plugin.Folder)
	if strings.HasPrefix(named, "./") {
		p.dir = plugin.Folder
	}
	if strings.HasPrefix(named, "${") {
		p.line.Program = p.Program // the client itself puts the folder there
	}
	return p
}

func (r *run) place(kind diagnosis.Kind, file string, t harness.HookTable, l harness.Line) place {
	i := r.dialect.(harness.Installer)
	p := place{Installation: diagnosis.Installation{Kind: kind, File: file}, line: l, lines: install.LinesOf(r.dialect, i, t, l)}
	if p.data, p.err = readFile(file); p.err == nil {
		p.found, p.err = p.lines.Find(p.data)
	}
	p.Intact = p.err == nil && len(p.lines.Differences(p.found)) == 0
	return p
}

// programOf is the hook binary that a plugin's line names: below the home
// directory, or below the plugin's folder, which has a name of the client's
// own in front.
func (r *run) programOf(named, folder string) string {
	for _, home := range []string{"$HOME", "$env:USERPROFILE"} {
		if below, ok := strings.CutPrefix(named, home); ok {
			return filepath.Join(r.Home, filepath.FromSlash(strings.ReplaceAll(below, `\`, "/")))
		}
	}
	if strings.HasPrefix(named, "${") {
		_, named, _ = strings.Cut(named, "}")
	}
	return filepath.Join(folder, filepath.FromSlash(named))
}

func manifestVersion(file string) string {
	data, err := readFile(file)
	if err != nil {
		return ""
	}
	var m struct {
		Version string `json:"version"`
	}
	_ = json.Unmarshal(data, &m)
	return m.Version
}

func (r *run) distrust(p *place) string {
	t, ok := r.dialect.(harness.Trusting)
	if !ok || p.err != nil {
		return ""
	}
	approved, err := readFile(filepath.Join(r.Home, filepath.FromSlash(t.TrustFile())))
	if err != nil {
		return err.Error()
	}
	return t.Distrust(approved, p.data, p.File, p.Name)
}

// checkPlaces says what is installed and whether it is whole.
func (r *run) checkPlaces(places []place) []finding {
	if len(places) == 0 {
		if there, _ := r.managedThere(); there {
			return nil
		}
		return []finding{bad.Finding("installation", fmt.Sprintf("there is none: neither lines of your own nor a plugin; \"%s install\" puts the lines in", r.dialect.Info().Program))}
	}
	var list []finding
	for i := range places {
		p := &places[i]
		list = append(list, r.checkPlace(p), r.checkTimeouts(p), r.checkProgram(p), r.checkFile(p))
		if _, ok := r.dialect.(harness.Trusting); ok {
			list = append(list, checkTrust(p))
		}
	}
	if len(places) > 1 {
		list = append(list, good.Finding("duplicates", fmt.Sprintf("%d installations at once work: every one decides, the strictest answer counts, and one reports", len(places))))
	}
	return list
}

func (r *run) checkPlace(p *place) finding {
	check := checkName("hook lines", p)
	program := r.dialect.Info().Program
	where := p.File
	if p.Version != "" {
		where += " (version " + p.Version + ")"
	}
	switch diffs := p.lines.Differences(p.found); {
	case p.err != nil:
		return bad.Finding(check, fmt.Sprintf("%s cannot be read (%v), and the client may drop all of it; mend it", p.File, p.err))
	case p.off != "":
		return bad.Finding(check, p.off)
	case len(p.found) == 0:
		return bad.Finding(check, fmt.Sprintf("the client lists the plugin, but there are no lines in %s, so calls run unguarded; install the plugin again", p.File))
	case len(diffs) > 0 && p.Kind == diagnosis.Plugin:
		return warn.Finding(check, fmt.Sprintf("the plugin in %s is not of this version: %s; update it with the client's own command", p.File, short(diffs)))
	case len(diffs) > 0:
		return bad.Finding(check, fmt.Sprintf("%s: %s; \"%s install --repair\" mends it", p.File, short(diffs), program))
	}
	return good.Finding(check, where)
}

// short names the first differences only.
func short(list []string) string {
	if len(list) > 3 {
		return strings.Join(list[:3], "; ") + fmt.Sprintf("; and %d more", len(list)-3)
	}
	return strings.Join(list, "; ")
}

func checkName(check string, p *place) string { return fmt.Sprintf("%s (%s)", check, p.Kind) }

func (r *run) checkTimeouts(p *place) finding {
	check := checkName("timeouts", p)
	if p.err != nil {
		return warn.Finding(check, "not known")
	}
	if wrong := p.lines.Timeouts(p.found); len(wrong) > 0 {
		return bad.Finding(check, fmt.Sprintf("%s; a hook that is cut off may let the call run: \"%s install --repair\" mends it", strings.Join(wrong, "; "), r.dialect.Info().Program))
	}
	return good.Finding(check, "as they should be")
}

// checkProgram looks at the hook binary that the lines start.
func (r *run) checkProgram(p *place) finding {
	check := checkName("hook binary", p)
	program := r.dialect.Info().Program
	mend := fmt.Sprintf("\"%s install --repair\" puts it there", program)
	if p.Kind == diagnosis.Plugin && strings.HasPrefix(p.Program, filepath.Dir(filepath.Dir(p.File))) {
		mend = "install the plugin again"
	}
	info, err := os.Stat(p.Program)
	switch {
	case err != nil:
		return bad.Finding(check, fmt.Sprintf("%s is not there, so calls are blocked or, where the client fails open, run unguarded; %s", p.Program, mend))
	case !info.Mode().IsRegular() || r.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return bad.Finding(check, fmt.Sprintf("%s cannot be run (mode %v); %s", p.Program, info.Mode(), mend))
	}
	if text := r.looseMode(p.Program); text != "" {
		return bad.Finding(check, text)
	}
	if !sameContent(p.Program, r.Executable) {
		return warn.Finding(check, fmt.Sprintf("%s is not this binary (%s %s): another version may decide otherwise; %s", p.Program, program, r.versions().Version, mend))
	}
	return good.Finding(check, p.Program)
}

func (r *run) checkFile(p *place) finding {
	check := checkName("file modes", p)
	if text := r.looseMode(p.File); text != "" {
		return bad.Finding(check, text)
	}
	return good.Finding(check, "nobody else can write the hook file")
}

func checkTrust(p *place) finding {
	check := checkName("trust", p)
	if p.trust != "" {
		return bad.Finding(check, p.trust)
	}
	text := "the lines are approved"
	if p.Kind == diagnosis.Plugin {
		text += "; an update of the plugin takes that back in silence, so look at the last event after one"
	}
	return good.Finding(check, text)
}

// installations tell the companion what can be tried.
func (r *run) installations(rep *diagnosis.Report, places []place, off bool) {
	rep.Installations = []diagnosis.Installation{}
	for i := range places {
		p := &places[i]
		p.Off = off || p.off != "" || p.trust != ""
		p.Run = r.runOf(p)
		rep.Installations = append(rep.Installations, p.Installation)
	}
	if p, ok := r.managedPlace(); ok {
		p.Run = r.runOf(&p)
		rep.Installations = append(rep.Installations, p.Installation)
	}
}
