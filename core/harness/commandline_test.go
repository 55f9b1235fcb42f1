package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fake writes a hook that ends in a certain way.
func fake(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a folder with 'quotes'", "tempa-x")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRescueTail(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the line for PowerShell was never run; see docs/limits.md")
	}
	tests := []struct {
		name, script   string
		status         int
		stdout, stderr string
	}{
		{"an answer passes", `echo "$*"`, 0, "hook --event BeforeTool\n", ""},
		{"a block passes", `echo no >&2; exit 2`, 2, "", "no\n"},
		{"the runtime is not a project's to set", `echo "$GOMAXPROCS$GOMEMLIMIT$GOGC$GODEBUG$GOTRACEBACK"`, 0, "\n", ""},
		{"exit 1 blocks", `exit 1`, 2, "", noAnswer + "\n"},
		{"exit 3 blocks", `echo x >&2; exit 3`, 2, "", "x\n" + noAnswer + "\n"},
		{"a kill blocks", `kill -9 $$`, 2, "", noAnswer + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Line{Program: fake(t, tt.script), Args: []string{"hook"}, GOOS: "linux"}
			check(t, l, tt.status, tt.stdout, tt.stderr)
		})
	}
	t.Run("a missing binary blocks", func(t *testing.T) {
		cmd := exec.Command("bash", "-c", Line{Program: "/nowhere/tempa-x", Args: []string{"hook"}}.CommandLine("BeforeTool", true))
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 2 || !strings.HasSuffix(string(out), noAnswer+"\n") {
			t.Errorf("status %d, %s", cmd.ProcessState.ExitCode(), out)
		}
	})
}

func check(t *testing.T, l Line, status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("bash", "-c", l.CommandLine("BeforeTool", true))
	cmd.Env = append(os.Environ(), "GOMAXPROCS=50000", "GOMEMLIMIT=x", "GOGC=1", "GODEBUG=inittrace=1", "GOTRACEBACK=crash")
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	cmd.Run()
	// bash names a killed child on stderr in its own words.
	text := err.String()
	if i := strings.Index(text, noAnswer); i > 0 && strings.Contains(text[:i], "Killed") {
		text = text[i:]
	}
	if cmd.ProcessState.ExitCode() != status || out.String() != stdout || text != stderr {
		t.Errorf("status %d, stdout %q, stderr %q; want %d, %q, %q", cmd.ProcessState.ExitCode(), out.String(), text, status, stdout, stderr)
	}
}

func TestPowerShellLine(t *testing.T) {
	l := Line{Program: `C:\Users\dev\.tempa\bin\tempa-gemini.exe`, Args: []string{"hook"}, GOOS: "windows"}
	want := `& "C:\Users\dev\.tempa\bin\tempa-gemini.exe" hook --event AfterTool; exit $LASTEXITCODE`
	if got := l.CommandLine("AfterTool", false); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := l.CommandLine("BeforeTool", true); !strings.Contains(got, "exit 2 }") || !strings.HasPrefix(got, "& ") {
		t.Errorf("got %s", got)
	}
}
