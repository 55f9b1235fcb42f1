package cli

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/state"
)

// plugged is a client with plugins, approvals, a version and a switch.
type plugged struct{ fake }

func (plugged) PluginTable() harness.HookTable {
	return harness.HookTable{File: "hooks.json", Path: []string{"hooks"}}
}
func (plugged) PluginProgram(string) string { return "${ROOT}/bin/tempa-fake" }
func (plugged) Entry(e harness.Event, l harness.Line) any {
	return map[string]any{"command": l.CommandLine(e.Name, true), "timeout": e.TimeoutS}
}

func (plugged) Plugins(home string) []harness.Plugin {
	p := harness.Plugin{Name: "tempa", Folder: filepath.Join(home, "plugin"), Manifest: "plugin.json"}
	if _, err := os.Stat(p.Folder); err != nil {
		return nil
	}
	if _, err := os.Stat(filepath.Join(p.Folder, "off")); err == nil {
		p.Off = "it is off"
	}
	return []harness.Plugin{p}
}
func (plugged) TrustFile() string { return ".fake/trust" }
func (plugged) Distrust(trust, _ []byte, file, plugin string) string {
	if strings.Contains(string(trust), "no "+plugin+filepath.Base(file)) {
		return "not approved"
	}
	return ""
}

func (plugged) Switches() []harness.Switch {
	return []harness.Switch{
		{File: "~/.fake/off.json", Path: []string{"off"}, Off: harness.OffWhenTrue, Means: "no hook runs"},
		{Path: []string{"FAKE_KEY"}, Off: harness.OffWhenSet, Means: "hooks may not run"},
	}
}

func (plugged) Needs() []harness.Need {
	return []harness.Need{{Version: "2.0.0", Means: "hooks do not block"}}
}
func (plugged) VersionCommand() []string                          { return nil }
func (plugged) ParseVersion(string) string                        { return "" }
func (plugged) VersionFromEnv(func(string) string, string) string { return "" }
func (plugged) Decode(in *payload.Object, name string) (*event.Event, error) {
	command, _ := in.Get("command").Str()
	return &event.Event{Kind: event.ToolPre, Name: name, Tool: &event.Tool{Command: command}}, nil
}

func (plugged) Encode(_ *event.Event, d decision.Decision) harness.Answer {
	if d.Kind == decision.Deny {
		return harness.Answer{Stderr: d.Reason, Exit: 2}
	}
	return harness.Answer{}
}

func (plugged) Canary(command, _ string) (string, []byte) {
	data, _ := json.Marshal(map[string]string{"command": command})
	return "Pre", data
}

func (plugged) Start(e harness.Event, l harness.Line) []string {
	return harness.Shell(l.GOOS, l.CommandLine(e.Name, true))
}
func (plugged) Try(prompt string) []string { return []string{"fake", prompt} }

// whole is a home in which nothing is wrong.
func whole(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.Now = time.Now()
	d.as(t, statusOK, "init", "--yes")
	d.as(t, statusOK, "install", "--yes")
	dir := state.InHome(d.Home)
	if err := clientversion.Save(dir, "fake", "2.1.0", d.Now); err != nil {
		t.Fatal(err)
	}
	if err := dir.Fired("fake", "Pre", d.Now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return d
}

// as is run with the client that has everything.
func (d *desk) as(t *testing.T, status int, args ...string) string {
	t.Helper()
	d.out.Reset()
	d.err.Reset()
	if got := Run(d.Env, plugged{}, args); got != status {
		t.Fatalf("%v: status %d, want %d\nstdout: %s\nstderr: %s", args, got, status, d.out.String(), d.err.String())
	}
	return d.out.String() + d.err.String()
}

func (d *desk) plugin(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(d.Home, "plugin")
	lines := (&run{Env: d.Env, dialect: plugged{}}).place(diagnosis.Plugin, "", harness.HookTable{Path: []string{"hooks"}},
		harness.Line{Program: "${ROOT}/bin/tempa-fake", Args: []string{"hook"}, GOOS: "linux"}).lines
	data, err := lines.Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "hooks.json"), string(data))
	put(t, filepath.Join(folder, "plugin.json"), `{"version":"0.1.0"}`)
	put(t, filepath.Join(folder, "bin", "tempa-fake"), "the binary")
	os.Chmod(filepath.Join(folder, "bin", "tempa-fake"), 0o755)
	return folder
}

func TestFindings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are not looked at")
	}
	binary := func(d *desk) string { return filepath.Join(d.Home, ".tempa", "bin", "tempa-fake") }
	tests := []struct {
		name   string
		broken func(t *testing.T, d *desk)
		status int
		says   string
	}{
		{"nothing is wrong", func(*testing.T, *desk) {}, statusOK, "ok   last event: Pre at"},
		{"old client", func(_ *testing.T, d *desk) {
			clientversion.Save(state.InHome(d.Home), "fake", "1.9.0", d.Now)
		}, statusFound, "BAD  client version: Fake 1.9.0 is too old: before 2.0.0 hooks do not block"},
		{"open state folder", func(_ *testing.T, d *desk) { os.Chmod(filepath.Join(d.Home, ".tempa"), 0o755) }, statusOK, "note state folder: "},
		{"writable state folder", func(_ *testing.T, d *desk) { os.Chmod(filepath.Join(d.Home, ".tempa"), 0o777) }, statusFound, "BAD  state folder: "},
		{"no policy", func(_ *testing.T, d *desk) { os.RemoveAll(filepath.Join(d.Home, ".tempa", "local")) }, statusFound, "BAD  policy: there is none"},
		{"broken policy", func(t *testing.T, d *desk) { put(t, filepath.Join(d.Home, ".tempa/local/rules.table"), "x") }, statusFound, "every judged call is blocked"},
		{"switched off", func(t *testing.T, d *desk) { put(t, filepath.Join(d.Home, ".fake/off.json"), `{"off":true}`) }, statusFound, "BAD  switches: off in "},
		{"a variable that may switch off", func(_ *testing.T, d *desk) { d.vars["FAKE_KEY"] = "x" }, statusOK, "note switches: the variable FAKE_KEY is set"},
		{"wrong timeout", func(t *testing.T, d *desk) {
			put(t, d.settings(), strings.Replace(read(t, d.settings()), `"timeout": 10`, `"timeout": 10000`, 1))
		}, statusFound, "BAD  timeouts (user): Pre has timeout 10000, want timeout 10"},
		{"changed line", func(t *testing.T, d *desk) {
			put(t, d.settings(), strings.Replace(read(t, d.settings()), `exit 2`, `exit 0`, 1))
		}, statusFound, "the line for Pre is not what Tempa writes"},
		{"broken settings", func(t *testing.T, d *desk) { put(t, d.settings(), `{`) }, statusFound, "cannot be read"},
		{"binary gone", func(_ *testing.T, d *desk) { os.Remove(binary(d)) }, statusFound, "is not there, so calls are blocked"},
		{"binary not executable", func(_ *testing.T, d *desk) { os.Chmod(binary(d), 0o644) }, statusFound, "cannot be run"},
		{"binary for everybody", func(_ *testing.T, d *desk) { os.Chmod(binary(d), 0o757) }, statusFound, "can be written by everybody"},
		{"another binary", func(t *testing.T, d *desk) {
			put(t, binary(d), "older")
			os.Chmod(binary(d), 0o755)
			state.InHome(d.Home).Fired("fake", "Pre", time.Now().Add(time.Hour))
		}, statusOK, "note hook binary (user): "},
		{"settings for everybody", func(_ *testing.T, d *desk) { os.Chmod(d.settings(), 0o666) }, statusFound, "BAD  file modes (user): "},
		{"not approved", func(t *testing.T, d *desk) { put(t, filepath.Join(d.Home, ".fake/trust"), "no settings.json") }, statusFound, "BAD  trust (user): not approved"},
		{"never fired", func(_ *testing.T, d *desk) { os.RemoveAll(filepath.Join(d.Home, ".tempa", "fired")) }, statusFound, "installed at most, not seen to work"},
		{"fired, never for a tool", func(_ *testing.T, d *desk) {
			dir := state.InHome(d.Home)
			os.RemoveAll(dir.Path("fired"))
			dir.Fired("fake", "Start", d.Now.Add(time.Hour))
		}, statusOK, "note last event: Start at"},
		{"fired before the installation changed", func(_ *testing.T, d *desk) {
			state.InHome(d.Home).Fired("fake", "Pre", d.Now.Add(-time.Hour))
		}, statusOK, "not seen to work since"},
		{"not installed", func(_ *testing.T, d *desk) { os.Remove(d.settings()) }, statusFound, "BAD  installation: there is none"},
		{"plugin beside it", func(t *testing.T, d *desk) {
			d.plugin(t)
			state.InHome(d.Home).Fired("fake", "Pre", time.Now().Add(time.Hour))
		}, statusOK, "ok   duplicates: 2 installations at once work"},
		{"plugin with its version", func(t *testing.T, d *desk) { d.plugin(t) }, statusOK, "(version 0.1.0)"},
		{"plugin without lines", func(t *testing.T, d *desk) { os.Remove(filepath.Join(d.plugin(t), "hooks.json")) }, statusFound, "BAD  hook lines (plugin): the client lists the plugin"},
		{"older plugin", func(t *testing.T, d *desk) {
			file := filepath.Join(d.plugin(t), "hooks.json")
			put(t, file, strings.Replace(read(t, file), "exit 2", "exit 3", 1))
		}, statusOK, "note hook lines (plugin): the plugin in "},
		{"plugin without its binary", func(t *testing.T, d *desk) { os.RemoveAll(filepath.Join(d.plugin(t), "bin")) }, statusFound, "install the plugin again"},
		{"plugin off", func(t *testing.T, d *desk) { put(t, filepath.Join(d.plugin(t), "off"), "") }, statusFound, "BAD  hook lines (plugin): it is off"},
		{"plugin not approved", func(t *testing.T, d *desk) {
			d.plugin(t)
			put(t, filepath.Join(d.Home, ".fake/trust"), "no tempahooks.json")
		}, statusFound, "BAD  trust (plugin): not approved"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := whole(t)
			tt.broken(t, d)
			before := modesAndTimes(t, d.Home)
			if out := d.as(t, tt.status, "doctor"); !strings.Contains(out, tt.says) {
				t.Errorf("doctor lacks %q:\n%s", tt.says, out)
			}
			if modesAndTimes(t, d.Home) != before {
				t.Error("doctor has changed something")
			}
		})
	}
}

func modesAndTimes(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		b.WriteString(path + info.Mode().String() + info.ModTime().String() + "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The report is a contract with the companion and with scripts.
func TestReport(t *testing.T) {
	d := whole(t)
	var rep diagnosis.Report
	if err := json.Unmarshal([]byte(d.as(t, statusOK, "doctor", "--json", "--probe", "/p")), &rep); err != nil {
		t.Fatal(err)
	}
	if rep.Schema != "tempa.doctor/1" || rep.Client.Name != "fake" || rep.Client.Version != "2.1.0" || rep.Events["Pre"].IsZero() {
		t.Errorf("%+v", rep)
	}
	if len(rep.Installations) != 1 || !rep.Installations[0].Intact || rep.Installations[0].Off || rep.Installations[0].Run == nil {
		t.Fatalf("%+v", rep.Installations)
	}
	if argv := rep.Installations[0].Run.Argv; len(argv) != 3 || !strings.Contains(argv[2], rep.Installations[0].Program) {
		t.Errorf("%q", argv)
	}
	if len(rep.Probes) != 2 || rep.Probes[0].Answers[0] != (diagnosis.Answer{Stderr: diagnosis.Any, Exit: 2}) || rep.Probes[0].Mark != deniedMark {
		t.Errorf("%+v", rep.Probes)
	}
	if out := d.as(t, statusUsage, "doctor", "--prove"); !strings.Contains(out, `"tempa doctor --prove"`) {
		t.Errorf("said %q", out)
	}
}

func TestRepair(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are not looked at")
	}
	d := whole(t)
	binary := filepath.Join(d.Home, ".tempa", "bin", "tempa-fake")
	intact := read(t, d.settings())
	if out := d.as(t, statusOK, "install", "--repair"); !strings.Contains(out, "Nothing to mend") {
		t.Errorf("said %q", out)
	}

	changed := strings.Replace(intact, "exit 2", "exit 0", 1)
	changed = strings.Replace(changed, `"Pre": [`, `"Pre": [{"command":"mine"},`, 1)
	put(t, d.settings(), changed)
	put(t, binary, "older")
	os.Chmod(filepath.Join(d.Home, ".tempa"), 0o755)
	os.Chmod(d.settings(), 0o666)
	if out := d.as(t, statusUsage, "install", "--repair"); !strings.Contains(out, "nobody can be asked") || read(t, d.settings()) != changed {
		t.Errorf("said %q", out)
	}
	d.as(t, statusOK, "install", "--repair", "--yes")
	if got := read(t, d.settings()); !strings.Contains(got, `"mine"`) || strings.Contains(got, "exit 0") {
		t.Errorf("the file is now\n%s", got)
	}
	if read(t, d.settings()+".tempa-backup") != changed || read(t, binary) != "the binary" {
		t.Error("no backup, or the old binary")
	}
	for file, want := range map[string]os.FileMode{filepath.Join(d.Home, ".tempa"): 0o700, d.settings(): 0o664, binary: 0o755} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", file, info.Mode(), err, want)
		}
	}
	if out := d.as(t, statusOK, "install", "--repair"); !strings.Contains(out, "Nothing to mend") {
		t.Errorf("a second repair says %q", out)
	}
	d.as(t, statusOK, "doctor")
}

func TestRepairLeavesAlone(t *testing.T) {
	d := newDesk(t)
	put(t, d.settings(), `{"hooks":{"Pre":[{"command":"mine"}]}}`)
	if out := d.as(t, statusFound, "install", "--repair", "--yes"); !strings.Contains(out, "nothing to mend") {
		t.Errorf("said %q", out)
	}
	put(t, d.settings(), `{"hooks":`)
	if out := d.as(t, statusUsage, "install", "--repair", "--yes"); !strings.Contains(out, "is left as it is") {
		t.Errorf("said %q", out)
	}
	if read(t, d.settings()) != `{"hooks":` {
		t.Error("the file was changed")
	}
	d.vars["CLAUDECODE"] = "1"
	put(t, d.settings(), `{"hooks":{"Pre":[{"command":"tempa-fake hook"}]}}`)
	if out := d.as(t, statusUsage, "install", "--repair", "--yes"); !strings.Contains(out, "an agent started this") {
		t.Errorf("said %q", out)
	}
}
