//go:build unix

package companion

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// binary writes a hook binary that prints a text and ends with a status.
func binary(t *testing.T, dir, name, out string, status string) string {
	t.Helper()
	file := filepath.Join(dir, "tempa-"+name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\ncat <<'E'\n"+out+"\nE\nexit "+status+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestDoctor(t *testing.T) {
	good := `{"schema":"tempa.doctor/1","findings":[{"check":"policy","level":"ok","text":"local"}]}`
	bad := `{"schema":"tempa.doctor/1","findings":[{"check":"policy","level":"bad","text":"there is none"}]}`
	tests := []struct {
		name, out, exit string
		status          int
		said            string
	}{
		{"all is well", good, "0", statusOK, "ok   policy: local"},
		{"something is wrong", bad, "1", statusFound, "BAD  policy: there is none"},
		{"no answer", "oops", "1", statusFound, "BAD  its doctor said nothing that can be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			c := &companion{stdout: &stdout, stderr: &stderr, binaries: []string{binary(t, t.TempDir(), "codex", tt.out, tt.exit)}}
			if got := c.command("doctor", nil); got != tt.status || !strings.Contains(stdout.String(), tt.said) {
				t.Errorf("status %d, said %q, %q", got, stdout.String(), stderr.String())
			}
		})
	}
}

func TestDoctorComparesCores(t *testing.T) {
	dir := t.TempDir()
	text := func(core string) string {
		return `{"schema":"tempa.doctor/1","versions":{"core":"` + core + `"},"findings":[]}`
	}
	var stdout bytes.Buffer
	c := &companion{stdout: &stdout, binaries: []string{binary(t, dir, "codex", text("v1.0.0"), "0"), binary(t, dir, "gemini", text("v1.1.0"), "0")}}
	if got := c.command("doctor", nil); got != statusOK || !strings.Contains(stdout.String(), "2 core versions") {
		t.Errorf("status %d, said %q", got, stdout.String())
	}
}

func TestFindLooksBesideFirst(t *testing.T) {
	beside, home := t.TempDir(), t.TempDir()
	binary(t, home, "gemini", "", "0")
	binary(t, home, "codex", "", "0")
	binary(t, beside, "codex", "", "0")
	got := findIn([]string{beside, home})
	want := []string{filepath.Join(beside, "tempa-codex"), filepath.Join(home, "tempa-gemini")}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestCommands(t *testing.T) {
	var stdout, stderr bytes.Buffer
	c := &companion{stdout: &stdout, stderr: &stderr}
	for _, name := range []string{"doctor", "status", "version"} {
		if got := c.command(name, nil); got != statusUsage || !strings.Contains(stderr.String(), "no hook binary") {
			t.Errorf("%s without binaries: status %d, %q", name, got, stderr.String())
		}
	}
	if got := c.command("loosen", nil); got != statusUsage {
		t.Errorf("an unknown command: status %d", got)
	}
	c.binaries = []string{binary(t, t.TempDir(), "codex", "explained", "0")}
	if got := c.command("explain", []string{"--", "ls"}); got != statusOK || !strings.Contains(stdout.String(), "explained") {
		t.Errorf("explain: status %d, %q", got, stdout.String())
	}
	if got := Main([]string{"--help"}, &stdout, &stderr); got != statusOK {
		t.Errorf("help: status %d", got)
	}
	if got := Main([]string{"--loose"}, &stdout, &stderr); got != statusUsage {
		t.Errorf("a bad flag: status %d", got)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"doctor", "-h"}, {"render", "--help"}, {"version", "-h"}} {
		var stdout, stderr bytes.Buffer
		c := &companion{stdout: &stdout, stderr: &stderr}
		if got := c.command(args[0], args[1:]); got != statusOK || stdout.String() != usage || stderr.Len() > 0 {
			t.Errorf("%v: status %d, %q, %q", args, got, stdout.String(), stderr.String())
		}
	}
	var stderr bytes.Buffer
	c := &companion{stderr: &stderr}
	if got := c.command("version", []string{"extra"}); got != statusUsage || !strings.Contains(stderr.String(), `version takes no "extra"`) {
		t.Errorf("status %d, %q", got, stderr.String())
	}
}

// A client that Tempa is not installed for gets nothing into the repository.
func TestRenderSkipsWhoIsNotInstalled(t *testing.T) {
	dir := t.TempDir()
	script := func(name, level string) string {
		report := `{"schema":"tempa.doctor/1","findings":[{"check":"installation","level":"` + level + `","text":""}]}`
		file := filepath.Join(dir, "tempa-"+name)
		text := "#!/bin/sh\ncase $1 in doctor) echo '" + report + "';; render) echo \"" + name + ": $*\";; esac\n"
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	var stdout, stderr bytes.Buffer
	c := &companion{stdout: &stdout, stderr: &stderr, binaries: []string{script("codex", "ok"), script("gemini", "bad")}}
	if got := c.command("render", []string{"--diff"}); got != statusOK || stdout.String() != "codex: render --diff\n" {
		t.Errorf("status %d, %q, %q", got, stdout.String(), stderr.String())
	}
	c.binaries = c.binaries[1:]
	if got := c.command("render", nil); got != statusUsage || !strings.Contains(stderr.String(), "installed for no client here") {
		t.Errorf("status %d, %q", got, stderr.String())
	}
}
