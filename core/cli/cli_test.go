package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// fake is a client with a user-level hook file.
type fake struct{}

func (fake) Info() *harness.Info {
	return &harness.Info{Name: "fake", Title: "Fake", Program: "tempa-fake", Events: []harness.Event{
		{Name: "Pre", Kind: event.ToolPre, TimeoutS: 10}, {Name: "Chunk", Kind: event.Other, Foreign: true},
	}}
}
func (fake) Decode(*payload.Object, string) (*event.Event, error)  { return nil, nil }
func (fake) Encode(*event.Event, decision.Decision) harness.Answer { return harness.Answer{} }
func (fake) PluginTable() harness.HookTable                        { return harness.HookTable{} }
func (fake) PluginProgram(string) string                           { return "" }
func (fake) UserTable() harness.HookTable {
	return harness.HookTable{File: ".fake/settings.json", Path: []string{"hooks"}}
}

func (fake) Entry(e harness.Event, l harness.Line) any {
	return map[string]any{"command": l.CommandLine(e.Name, true)}
}

// desk is a person at a terminal, or a script without one.
type desk struct {
	*Env
	out, err bytes.Buffer
	vars     map[string]string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{vars: map[string]string{}}
	home := t.TempDir()
	exe := filepath.Join(home, "download", "tempa-fake")
	put(t, exe, "the binary")
	d.Env = &Env{
		Stdin: strings.NewReader(""), Stdout: &d.out, Stderr: &d.err, Getenv: func(k string) string { return d.vars[k] },
		Home: home, Dir: home, Executable: exe, GOOS: "linux", Now: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
	return d
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (d *desk) settings() string { return filepath.Join(d.Home, ".fake", "settings.json") }

func (d *desk) run(t *testing.T, status int, args ...string) string {
	t.Helper()
	d.out.Reset()
	d.err.Reset()
	if got := Run(d.Env, fake{}, args); got != status {
		t.Fatalf("%v: status %d, want %d\nstdout: %s\nstderr: %s", args, got, status, d.out.String(), d.err.String())
	}
	return d.out.String() + d.err.String()
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestInstallBringsTheCompanion(t *testing.T) {
	d := newDesk(t)
	installed := filepath.Join(d.Home, ".tempa", "bin", "tempa")
	d.run(t, statusOK, "install", "--yes")
	if _, err := os.Stat(installed); !os.IsNotExist(err) {
		t.Errorf("there is a companion: %v", err)
	}
	put(t, filepath.Join(filepath.Dir(d.Executable), "tempa"), "the companion")
	d.run(t, statusOK, "install", "--yes")
	if got := read(t, installed); got != "the companion" {
		t.Errorf("the companion is %q", got)
	}
	put(t, installed, "an older one")
	if out := d.run(t, statusOK, "install", "--repair", "--yes"); !strings.Contains(out, "put tempa at "+installed) || read(t, installed) != "the companion" {
		t.Errorf("repair says %s", out)
	}
	if out := d.run(t, statusOK, "install", "--yes"); !strings.Contains(out, "Already installed") {
		t.Errorf("said %s", out)
	}
}

func TestInstallKeepsWhatIsThere(t *testing.T) {
	d := newDesk(t)
	own := `{"theme":"dark","hooks":{"Pre":[{"command":"mine"}]}}`
	put(t, d.settings(), own)
	d.run(t, statusOK, "install", "--yes")
	got := read(t, d.settings())
	for _, want := range []string{`"theme": "dark"`, `"command": "mine"`, `.tempa/bin/tempa-fake`} {
		if !strings.Contains(got, want) {
			t.Errorf("settings lack %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Chunk") {
		t.Error("an event that is not subscribed to is in the settings")
	}
	if backup := read(t, d.settings()+".tempa-backup"); backup != own {
		t.Errorf("the backup is %q", backup)
	}
	binary := filepath.Join(d.Home, ".tempa", "bin", "tempa-fake")
	if info, err := os.Stat(binary); err != nil || info.Mode().Perm() != 0o755 || read(t, binary) != "the binary" {
		t.Errorf("the binary: %v, %v", info, err)
	}

	if out := d.run(t, statusOK, "install", "--yes"); !strings.Contains(out, "Already installed") {
		t.Errorf("a second install says %q", out)
	}
	if read(t, d.settings()) != got {
		t.Error("a second install changes the file")
	}

	d.run(t, statusOK, "uninstall", "--yes")
	if got := strings.Join(strings.Fields(read(t, d.settings())), ""); got != `{"theme":"dark","hooks":{"Pre":[{"command":"mine"}]}}` {
		t.Errorf("after uninstall: %s", got)
	}
	if out := d.run(t, statusOK, "uninstall", "--yes"); !strings.Contains(out, "Nothing to do") {
		t.Errorf("a second uninstall says %q", out)
	}
}

// A client that skips what nobody approved is the next step of its install.
func TestInstallSaysApprove(t *testing.T) {
	d := newDesk(t)
	if out := d.run(t, statusOK, "install", "--yes"); strings.Contains(out, "approve") {
		t.Errorf("install says %q", out)
	}
	d.run(t, statusOK, "uninstall", "--yes")
	if out := d.as(t, statusOK, "install", "--yes"); !strings.Contains(out, "approve the hooks inside Fake") {
		t.Errorf("install says %q", out)
	}
}

func TestInstallThroughALink(t *testing.T) {
	d := newDesk(t)
	real := filepath.Join(d.Home, "dotfiles", "settings.json")
	put(t, real, `{}`)
	os.MkdirAll(filepath.Dir(d.settings()), 0o700)
	if err := os.Symlink(real, d.settings()); err != nil {
		t.Fatal(err)
	}
	d.run(t, statusOK, "install", "--yes")
	if info, _ := os.Lstat(d.settings()); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced by a file")
	}
	if !strings.Contains(read(t, real), "tempa-fake") {
		t.Error("the file behind the link was not changed")
	}
}

func TestInstallThroughALinkToNothing(t *testing.T) {
	d := newDesk(t)
	real := filepath.Join(d.Home, "dotfiles", "settings.json")
	os.MkdirAll(filepath.Dir(d.settings()), 0o700)
	if err := os.Symlink("../dotfiles/settings.json", d.settings()); err != nil {
		t.Fatal(err)
	}
	d.run(t, statusOK, "install", "--yes")
	if !strings.Contains(read(t, real), "tempa-fake") {
		t.Error("the file that the link names was not written")
	}
}

func TestBackupKeepsWhatThePersonHad(t *testing.T) {
	d := newDesk(t)
	own := "{\n\t\"theme\": \"dark\"\n}"
	put(t, d.settings(), own)
	d.run(t, statusOK, "install", "--yes")
	d.run(t, statusOK, "uninstall", "--yes")
	if got := read(t, d.settings()+".tempa-backup"); got != own {
		t.Errorf("the backup is %q", got)
	}
}

func TestInstallLeavesABrokenFileAlone(t *testing.T) {
	d := newDesk(t)
	put(t, d.settings(), "{ // mine\n}")
	if out := d.run(t, statusUsage, "install", "--yes"); !strings.Contains(out, "is left as it is") {
		t.Errorf("said %q", out)
	}
	if read(t, d.settings()) != "{ // mine\n}" {
		t.Error("the file was changed")
	}
}

func TestConsent(t *testing.T) {
	tests := []struct {
		name     string
		terminal bool
		typed    string
		marker   string
		args     []string
		status   int
		said     string
	}{
		{"a typed yes", true, "yes\n", "", nil, statusOK, "Installed"},
		{"anything else", true, "y\n", "", nil, statusUsage, "nothing was changed"},
		{"no terminal", false, "yes\n", "", nil, statusUsage, "add --yes"},
		{"--yes without a terminal", false, "", "", []string{"--yes"}, statusOK, "Installed"},
		{"an agent", false, "", "CLAUDECODE", []string{"--yes"}, statusUsage, "an agent started this"},
		{"an agent at a terminal", true, "yes\n", "GEMINI_CLI", nil, statusUsage, "an agent started this"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t)
			d.Terminal, d.Stdin = tt.terminal, strings.NewReader(tt.typed)
			if tt.marker != "" {
				d.vars[tt.marker] = "1"
			}
			if out := d.run(t, tt.status, append([]string{"install"}, tt.args...)...); !strings.Contains(out, tt.said) {
				t.Errorf("said %q, want %q", out, tt.said)
			}
			if _, err := os.Stat(d.settings()); (err == nil) != (tt.status == statusOK) {
				t.Errorf("settings: %v", err)
			}
		})
	}
}

func TestInitExplainStatus(t *testing.T) {
	d := newDesk(t)
	if out := d.run(t, statusFound, "status"); !strings.Contains(out, "There is no policy") {
		t.Errorf("status says %q", out)
	}
	if out := d.run(t, statusUsage, "explain", "--", "ls"); !strings.Contains(out, "tempa-fake init") {
		t.Errorf("explain says %q", out)
	}
	d.run(t, statusOK, "init", "--yes")
	if out := d.run(t, statusUsage, "init", "--yes"); !strings.Contains(out, "--force") {
		t.Errorf("a second init says %q", out)
	}
	d.run(t, statusOK, "init", "--yes", "--force")
	if out := d.run(t, statusOK, "status"); !strings.HasPrefix(out, "local policy") {
		t.Errorf("status says %q", out)
	}
	if out := d.run(t, statusOK, "explain", "--", "sudo rm -rf ~"); !strings.Contains(out, "DENY by tempa/destructive/") || !strings.Contains(out, "through sudo") {
		t.Errorf("explain says %q", out)
	}
	lines := strings.Split(d.run(t, statusOK, "explain", "--", "rm -rf ~"), "\n")
	seen := map[string]bool{}
	for _, line := range lines {
		if line != "" && seen[line] {
			t.Errorf("explain says twice: %s", line)
		}
		seen[line] = true
	}
	if out := d.run(t, statusOK, "explain", "--json", "--", "cat ~/.tempa/config.json"); !strings.Contains(out, `"tempa/own-files"`) {
		t.Errorf("explain says %q", out)
	}
}

func TestInitFrom(t *testing.T) {
	d := newDesk(t)
	d.run(t, statusOK, "init", "--state", filepath.Join(d.Home, "other"))
	from := filepath.Join(d.Home, "other", "local")
	d.run(t, statusOK, "init", "--from", from, "--yes")
	put(t, filepath.Join(from, "policies.wasm"), "x")
	if out := d.run(t, statusUsage, "init", "--from", from, "--yes", "--force"); !strings.Contains(out, "custom rules") {
		t.Errorf("said %q", out)
	}
	if out := d.run(t, statusUsage, "init", "--from", d.Home, "--yes", "--force"); !strings.Contains(out, "is no built policy") {
		t.Errorf("said %q", out)
	}
}

func TestDoctor(t *testing.T) {
	d := newDesk(t)
	out := d.run(t, statusFound, "doctor")
	for _, want := range []string{"BAD  policy: there is none", "BAD  last event: Fake has never called this hook"} {
		if !strings.Contains(out, want) {
			t.Errorf("doctor lacks %q:\n%s", want, out)
		}
	}
	d.run(t, statusOK, "init", "--yes")
	d.run(t, statusOK, "install", "--yes")
	if out := d.run(t, statusFound, "doctor", "--json"); !strings.Contains(out, `"check":"hook lines (user)","level":"ok"`) {
		t.Errorf("doctor says %s", out)
	}
	put(t, d.settings(), strings.Replace(read(t, d.settings()), "exit 2", "exit 0", 1))
	if out := d.run(t, statusFound, "doctor"); !strings.Contains(out, "BAD  hook lines (user)") {
		t.Errorf("doctor does not see a changed line:\n%s", out)
	}
}

func TestUsage(t *testing.T) {
	d := newDesk(t)
	if out := d.run(t, statusUsage); !strings.Contains(out, "explain") {
		t.Errorf("said %q", out)
	}
	d.run(t, statusOK, "help")
	if out := d.run(t, statusUsage, "loosen"); !strings.Contains(out, `no command "loosen"`) {
		t.Errorf("said %q", out)
	}
	for _, c := range commands {
		if out := d.run(t, statusOK, c.name, "-h"); !strings.HasPrefix(out, "usage: tempa-fake "+c.name) {
			t.Errorf("%s -h says %q", c.name, out)
		}
	}
	if out := d.run(t, statusUsage, "install", "--loose"); !strings.Contains(out, "loose") {
		t.Errorf("said %q", out)
	}
	if out := d.run(t, statusUsage, "status", "extra"); !strings.Contains(out, `no "extra" to it`) {
		t.Errorf("said %q", out)
	}
	d.run(t, statusOK, "version")
	d.run(t, statusOK, "--version")
}
