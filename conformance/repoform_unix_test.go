//go:build unix

package conformance

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/bundle"
)

// Copilot's cloud agent runs what stands in the repository: the hook file that
// install --repo writes judges by the committed bundle alone, and denies where
// its binary is missing.
func TestRepositoryForm(t *testing.T) {
	i := install(t, copilot.Dialect{})
	root := filepath.Join(i.home, "app")
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir, key := signedPolicy(t, `permissions: {deny: ["Bash(rm:*)"]}`)
	cmd := exec.Command(i.release, "install", "--repo", "--yes", "--bundle", dir, "--bundle-key", key, "--binary", i.release)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	line := bashLine(t, filepath.Join(root, ".github", "hooks", "tempa.json"))
	for _, tt := range []struct {
		name, home, command string
		want                client.Verdict
		says                string
	}{
		{"denied by the bundle", i.home, "rm -r build", client.Blocked, "permissions/deny/1"},
		{"not spoken of by the bundle", i.home, "git reset --hard", client.Runs, ""},
		{"no binary", "/nonexistent", "ls", client.Blocked, "is not here"},
	} {
		a := cloudAgent(t, root, line, tt.home, tt.command)
		if o := client.For("copilot", client.Tool)(a); o.Verdict != tt.want || !strings.Contains(o.Model, tt.says) || o.Fault != "" {
			t.Errorf("%s: %+v", tt.name, o)
		}
	}
}

// signedPolicy builds a signed bundle and returns its folder and its key.
func signedPolicy(t *testing.T, text string) (dir, key string) {
	t.Helper()
	p, err := compilePolicy(t.TempDir(), text)
	if err != nil {
		t.Fatal(err)
	}
	private, key, err := bundle.GenerateKey("acme")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{bundle.ProfileFile: p.profile, bundle.TableFile: p.table}
	sig, err := bundle.Sign(files, bundle.Meta{Tenant: "acme", Name: "acme/app", Version: 7, Expires: now().Add(bundle.Lifetime)}, private)
	if err != nil {
		t.Fatal(err)
	}
	files[bundle.SignatureFile] = sig
	dir = t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, key
}

// bashLine is the line of the only hook of tool calls.
func bashLine(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var hooks struct {
		Version int
		Hooks   map[string][]struct{ Bash string }
	}
	if err := json.Unmarshal(data, &hooks); err != nil || hooks.Version != 1 || len(hooks.Hooks) != 1 || len(hooks.Hooks["preToolUse"]) != 1 {
		t.Fatalf("%v: %s", err, data)
	}
	return hooks.Hooks["preToolUse"][0].Bash
}

// cloudAgent runs a hook line as the agent does, with a shell call as Copilot
// sends it.
func cloudAgent(t *testing.T, root, line, home, command string) client.Answer {
	t.Helper()
	tpl, ok := column{name: "copilot"}.template("shell")
	if !ok {
		t.Fatal("there is no payload")
	}
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = root
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	cmd.Stdin = strings.NewReader(tpl.fill(map[string]string{"home": home, "cwd": root, "command": command}))
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Run() // the status tells
	return client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: cmd.ProcessState.ExitCode()}
}
