package run

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestRunningAbove(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TEMPA_TEST_BELOW") != "" {
		for _, word := range running(filepath.Base(self)) {
			os.Stdout.WriteString("found " + word + "\n")
		}
		return
	}
	// The shell lies between, as for a hook line with a tail.
	cmd := exec.Command("sh", "-c", `"$0" -test.run TestRunningAbove; true`, self)
	cmd.Env = append(os.Environ(), "TEMPA_TEST_BELOW=1")
	out, err := cmd.Output()
	if want := "found " + self + "\n"; err != nil || len(out) < len(want) || string(out[:len(want)]) != want {
		t.Errorf("printed %q, %v, want %q", out, err, want)
	}
}

func TestIsScript(t *testing.T) {
	tests := []struct {
		path string
		want bool
	}{
		{"/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js", true},
		{"/usr/local/bin/gemini", true},
		{"/usr/lib/node_modules/@google/gemini-cli/dist/index.js", true},
		{"gemini.js", false},
		{"/repo/server.js", false},
		{"/repo/gemini/server.js", false},
		{"/usr/lib/node_modules/other/index.js", false},
	}
	for _, tt := range tests {
		if got := isScript(tt.path, "gemini"); got != tt.want {
			t.Errorf("isScript(%q) = %v", tt.path, got)
		}
	}
}
