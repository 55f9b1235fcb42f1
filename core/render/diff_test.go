package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What is shown is a patch that git takes.
func TestUnifiedApplies(t *testing.T) {
	const long = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	for _, tt := range []struct{ old, text string }{
		{long, "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"},
		{long, "0\n" + long},
		{long, long + "10\n"},
		{long, "9\n"},
		{long, "1\ntwo\n3\n4\n5\n6\n7\neight\n9\n"},
		{"a\n", "b\n"},
		{"a", "a\n"},
		{"a\n", "a\nb"},
		{"a\na\n", "a\n"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "f")
		if err := os.WriteFile(file, []byte(tt.old), 0o600); err != nil {
			t.Fatal(err)
		}
		patch := filepath.Join(dir, "patch")
		if err := os.WriteFile(patch, []byte(unified("f", "f", tt.old, tt.text)), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "apply", patch)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		got, _ := os.ReadFile(file)
		if err != nil || string(got) != tt.text {
			t.Errorf("%q to %q: %q, %v, %s\n%s", tt.old, tt.text, got, err, out, unified("f", "f", tt.old, tt.text))
		}
	}
}
