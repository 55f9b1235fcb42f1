//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/prove"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/plugins"
)

// installed is a home with one hook in it, put there by its own install.
type installed struct {
	t       *testing.T
	info    *harness.Info
	home    string
	release string // the hook binary that came with the release
	binary  string // the one that the hook lines start
}

// install makes a home. The hook binary is this test binary under its name.
func install(t *testing.T, d harness.Dialect) *installed {
	t.Helper()
	info := d.Info()
	home := t.TempDir()
	t.Setenv("HOME", home)
	i := &installed{t, info, home, filepath.Join(t.TempDir(), info.Program), filepath.Join(home, ".tempa", "bin", info.Program)}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if os.Link(self, i.release) != nil {
		if out, err := exec.Command("cp", self, i.release).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	i.run("init", "--yes")
	i.run("install", "--yes")
	return i
}

func (i *installed) run(args ...string) {
	i.t.Helper()
	if out, err := exec.Command(i.release, args...).CombinedOutput(); err != nil {
		i.t.Fatalf("%s %v: %v\n%s", i.info.Program, args, err, out)
	}
}

// prove tries the lines and expects one.
func (i *installed) prove(limit time.Duration) *prove.Outcome {
	i.t.Helper()
	o, err := prove.Client(context.Background(), i.release, limit)
	if err != nil {
		i.t.Fatal(err)
	}
	if len(o.Lines) == 0 {
		i.t.Fatalf("%+v", o)
	}
	return o
}

// wrap puts a script in the place of the hook binary: of the release's and of
// the one that is installed, so that it counts as ours. It answers as the real
// one but for the hook.
func (i *installed) wrap(hook string) {
	i.t.Helper()
	real := filepath.Join(i.t.TempDir(), i.info.Program)
	if err := os.Rename(i.release, real); err != nil {
		i.t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\nreal='%s'\nif [ \"$1\" != hook ]; then exec \"$real\" \"$@\"; fi\n%s\n", real, hook)
	for _, file := range []string{i.release, i.binary} {
		if err := os.Remove(file); err != nil && file == i.binary {
			i.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
			i.t.Fatal(err)
		}
	}
}

func TestProve(t *testing.T) {
	for _, h := range harnesses.All() {
		t.Run(h.Folder, func(t *testing.T) {
			i := install(t, h.Dialect)
			before := i.files()
			want := prove.WouldRun
			if _, ok := h.Dialect.(harness.Trusting); ok {
				want = prove.Configured // nobody approved the lines
			}
			o := i.prove(prove.Limit)
			if o.Stage != want || o.Lines[0].Stage != want {
				t.Errorf("got %+v, want %q", o, want)
			}
			if after := i.files(); after != before {
				t.Errorf("a canary has left something in the home:\n%s\nbefore:\n%s", after, before)
			}
			if want == prove.Configured {
				return
			}
			if err := state.InHome(i.home).Fired(i.info.Name, eventOf(t, h.Dialect), time.Now().Add(time.Second)); err != nil {
				t.Fatal(err)
			}
			if o := i.prove(prove.Limit); o.Stage != prove.Proved {
				t.Errorf("after a call of the client: %+v", o)
			}
		})
	}
}

// docs/doctor.md explains every finding and every stage.
func TestFindingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/doctor.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"installation", "duplicates"}
	for _, s := range []prove.Stage{prove.Missing, prove.Broken, prove.Configured, prove.WouldRun, prove.Proved} {
		names = append(names, string(s))
	}
	for _, h := range harnesses.All() {
		rep, err := prove.Report(context.Background(), install(t, h.Dialect).release)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range rep.Findings {
			name, _, _ := strings.Cut(f.Check, " (")
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(page), "**"+name+"**") {
			t.Errorf("docs/doctor.md does not explain %q", name)
		}
	}
}

// What the hook lines of judged events say, in each client's own unit.
func TestTimeouts(t *testing.T) {
	want := map[string]string{"claudecode": `"timeout":10`, "copilot": `"timeoutSec":10`, "codex": `"timeout":10`, "gemini": `"timeout":10000`, "antigravity": `"timeout":10`}
	timeout := regexp.MustCompile(`"timeout\w*":[^,}]*`)
	for _, h := range harnesses.All() {
		for _, e := range h.Dialect.Info().Events {
			if e.Foreign || !e.Kind.Judged() {
				continue
			}
			data, err := json.Marshal(h.Dialect.(harness.Installer).Entry(e, harness.Line{Program: "/x", GOOS: "linux"}))
			if got := timeout.FindAllString(string(data), -1); err != nil || len(got) != 1 || got[0] != want[h.Folder] {
				t.Errorf("%s, %s: %q, want %s", h.Folder, e.Name, got, want[h.Folder])
			}
		}
	}
}

// The plugin as a release lays it out, where the client keeps it.
func TestProvePlugin(t *testing.T) {
	h := harnesses.All()[3]
	i := install(t, h.Dialect)
	i.run("uninstall", "--yes")
	folder := filepath.Join(i.home, ".gemini", "extensions", "tempa")
	if err := plugins.Write(h, "linux", filepath.Join("..", "plugins", h.Folder), folder, i.release); err != nil {
		t.Fatal(err)
	}
	if o := i.prove(prove.Limit); o.Stage != prove.WouldRun || len(o.Lines) != 1 || o.Lines[0].Kind != "plugin" {
		t.Errorf("%+v", o)
	}
}

// A line or a binary that is not ours is not started, whatever it does.
func TestProveStartsOnlyOurs(t *testing.T) {
	trap := "#!/bin/sh\necho x >>\"$(dirname \"$0\")/started\"\nexit 2\n"
	tests := []struct {
		name, says string
		replace    func(i *installed)
	}{
		{"a binary", "is not the hook binary of this version", func(i *installed) {
			os.Remove(i.binary)
			os.WriteFile(i.binary, []byte(trap), 0o700)
		}},
		{"a line", "not those that Tempa writes", func(i *installed) {
			file := filepath.Join(i.home, ".gemini", "settings.json")
			data, err := os.ReadFile(file)
			if err != nil {
				i.t.Fatal(err)
			}
			line := "touch " + filepath.Join(i.home, ".tempa", "bin", "started") + "; "
			changed := strings.ReplaceAll(string(data), `"command": "`, `"command": "`+line)
			if changed == string(data) {
				i.t.Fatal("no line was changed")
			}
			os.WriteFile(file, []byte(changed), 0o600)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := install(t, harnesses.All()[3].Dialect)
			tt.replace(i)
			if o := i.prove(prove.Limit); o.Stage != prove.Broken || !strings.Contains(o.Lines[0].Text, tt.says) {
				t.Errorf("%+v", o)
			}
			if _, err := os.Stat(filepath.Join(i.home, ".tempa", "bin", "started")); err == nil {
				t.Error("it was started")
			}
		})
	}
}

func TestProveTellsWhatIsWrong(t *testing.T) {
	tests := []struct {
		name, hook, says string
		limit            time.Duration
	}{
		{"it hangs", `echo $$ >>"$0.pids"; sleep 300 & echo $! >>"$0.pids"; wait`, "did not end in time and was killed", time.Second},
		{"it lets everything pass", `cat >/dev/null; exit 0`, "the denied call: status 0", prove.Limit},
		{"it denies everything", `cat >/dev/null; echo '{"decision":"deny","reason":"no: tempa/own-files"}'`, "the harmless call: status 0", prove.Limit},
		{"it fails", `exec "$real" hook --nonsense`, "hook failed", prove.Limit},
		{"it leaves a process behind", `sleep 300 & echo $! >>"$0.pids"; exec "$real" "$@"`, "", prove.Limit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := install(t, harnesses.All()[3].Dialect)
			i.wrap(tt.hook)
			start := time.Now()
			o := i.prove(tt.limit)
			if tt.says == "" && o.Stage != prove.WouldRun || tt.says != "" && (o.Stage != prove.Broken || !strings.Contains(o.Lines[0].Text, tt.says)) {
				t.Errorf("got %+v, want %q", o, tt.says)
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("it took %v", d)
			}
			if strings.Contains(tt.hook, "pids") {
				i.gone()
			}
		})
	}
}

// gone reports processes that a hook noted and that still run.
func (i *installed) gone() {
	data, err := os.ReadFile(i.binary + ".pids")
	if err != nil {
		i.t.Fatal(err)
	}
	for _, f := range strings.Fields(string(data)) {
		pid, err := strconv.Atoi(f)
		if err != nil {
			i.t.Fatal(err)
		}
		for end := time.Now().Add(5 * time.Second); alive(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				i.t.Errorf("process %d is left", pid)
				break
			}
		}
	}
}

func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// files lists everything in the home.
func (i *installed) files() string {
	var b strings.Builder
	filepath.WalkDir(i.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			i.t.Fatal(err)
		}
		info, err := e.Info()
		if err != nil {
			i.t.Fatal(err)
		}
		fmt.Fprintln(&b, path, info.Mode(), info.ModTime())
		return nil
	})
	return b.String()
}

func eventOf(t *testing.T, d harness.Dialect) string {
	t.Helper()
	p, ok := d.(harness.Provable)
	if !ok {
		t.Fatalf("%s has no canary", d.Info().Name)
	}
	name, data := p.Canary("true", "/project")
	if !json.Valid(data) {
		t.Errorf("%s is no JSON", data)
	}
	return name
}
