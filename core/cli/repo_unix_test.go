//go:build unix

package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/table"
)

// cloud is a client whose agent runs hooks from a repository.
type cloud struct{ fake }

func (cloud) RepositoryTable() harness.HookTable {
	return harness.HookTable{File: ".github/hooks/tempa.json", Path: []string{"hooks"}, Fixed: []harness.Member{{Key: "version", Value: 1}}}
}

func (cloud) RepositoryEntry(line string) (harness.Event, any) {
	return harness.Event{Name: "preToolUse"}, map[string]any{"type": "command", "bash": line}
}

// project is a repository, and a signed bundle beside it.
type project struct {
	*desk
	root, bundle, key string
}

func newProject(t *testing.T, m bundle.Meta, extra map[string][]byte) *project {
	t.Helper()
	d := newDesk(t)
	private, public, err := bundle.GenerateKey("acme")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := table.Build(table.Header{Version: "1", DefaultDecision: "allow"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{bundle.ProfileFile: []byte("{}"), bundle.TableFile: rules}
	for name, data := range extra {
		files[name] = data
	}
	m.Tenant, m.Name = "acme", "acme/app"
	sig, err := bundle.Sign(files, m, private)
	if err != nil {
		t.Fatal(err)
	}
	files[bundle.SignatureFile] = sig
	p := &project{desk: d, root: filepath.Join(d.Home, "my app"), bundle: filepath.Join(d.Home, "built"), key: public}
	for name, data := range files {
		put(t, filepath.Join(p.bundle, name), string(data))
	}
	put(t, filepath.Join(p.root, ".git", "HEAD"), "ref: refs/heads/main\n")
	put(t, filepath.Join(p.root, ".git", "config"), "[core]\n")
	p.Dir = filepath.Join(p.root, "sub")
	os.MkdirAll(p.Dir, 0o755)
	return p
}

func meta(now time.Time) bundle.Meta {
	return bundle.Meta{Version: now.Unix() - 100, Expires: now.Add(60 * 24 * time.Hour)}
}

func (p *project) install(t *testing.T, status int, args ...string) string {
	t.Helper()
	return p.do(t, cloud{}, (*run).installRepo, status, append([]string{"--repo", "--yes", "--bundle", p.bundle, "--bundle-key", p.key}, args...)...)
}

var day = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func TestInstallRepo(t *testing.T) {
	p := newProject(t, meta(day), nil)
	hooks := filepath.Join(p.root, ".github/hooks/tempa.json")
	put(t, hooks, `{"version":1,"hooks":{"preToolUse":[{"bash":"mine"}]}}`)
	put(t, filepath.Join(p.root, ".github/.gitattributes"), "*.md text")
	put(t, filepath.Join(p.root, ".github/tempa/policies.wasm"), "of an older bundle")
	out := p.install(t, statusOK)
	if !strings.Contains(out, "copilot-setup-steps") || strings.Contains(out, "expires in less") {
		t.Errorf("said %s", out)
	}
	want := "sh .github/hooks/tempa-fake.sh hook --event preToolUse --bundle .github/tempa --bundle-key '" + p.key + "' --bundle-min-version 1796083100"
	if got := read(t, hooks); !strings.Contains(got, want) || !strings.Contains(got, `"bash": "mine"`) {
		t.Errorf("the hook file is %s\nwithout %s", got, want)
	}
	if got := read(t, filepath.Join(p.root, ".github/.gitattributes")); got != "*.md text\ntempa/** -text\nhooks/*.sh text eol=lf\n" {
		t.Errorf("the attributes are %q", got)
	}
	if _, _, err := bundle.Verify(filepath.Join(p.root, ".github/tempa"), p.key, day); err != nil {
		t.Errorf("the copied bundle: %v", err)
	}
	before := snapshot(t, p.root)
	p.install(t, statusOK)
	if after := snapshot(t, p.root); after != before {
		t.Errorf("a second installation changes\n%s\ninto\n%s", before, after)
	}
}

// snapshot is every file of a folder with its content.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			b.WriteString(path + "\n" + read(t, path) + "\n")
		}
		return err
	})
	return b.String()
}

func TestInstallRepoRefuses(t *testing.T) {
	t.Run("another client", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		if out := p.do(t, fake{}, (*run).install, statusUsage, "--repo"); !strings.Contains(out, "no agent that runs hooks") {
			t.Errorf("said %q", out)
		}
	})
	t.Run("no bundle", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		if out := p.do(t, cloud{}, (*run).installRepo, statusUsage, "--repo", "--yes"); !strings.Contains(out, "name a signed bundle") {
			t.Errorf("said %q", out)
		}
	})
	t.Run("a wrong key", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		_, p.key, _ = bundle.GenerateKey("acme")
		p.install(t, statusUsage)
	})
	t.Run("custom rules", func(t *testing.T) {
		p := newProject(t, meta(day), map[string][]byte{bundle.ModuleFile: []byte("\x00asm")})
		if out := p.install(t, statusUsage); !strings.Contains(out, "custom rules") {
			t.Errorf("said %q", out)
		}
	})
	t.Run("a machine that is not Linux", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		p.GOOS = "darwin"
		if out := p.install(t, statusUsage); !strings.Contains(out, "--binary") {
			t.Errorf("said %q", out)
		}
		p.install(t, statusOK, "--binary", p.Executable)
	})
	t.Run("a folder that holds something else", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		put(t, filepath.Join(p.root, ".github", "tempa", "bundle", "x"), "x")
		if out := p.install(t, statusUsage); !strings.Contains(out, `holds "bundle", which the bundle does not: nothing was written`) {
			t.Errorf("said %q", out)
		}
		if _, err := os.Lstat(filepath.Join(p.root, ".github", "hooks")); !os.IsNotExist(err) {
			t.Errorf("something was written: %v", err)
		}
	})
	t.Run("an agent", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		p.vars["GEMINI_CLI"] = "1"
		p.install(t, statusUsage)
	})
	t.Run("a link out of the repository", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		outside := filepath.Join(p.Home, "outside")
		os.MkdirAll(outside, 0o755)
		os.Symlink(outside, filepath.Join(p.root, ".github"))
		p.install(t, statusUsage)
		if list, _ := os.ReadDir(outside); len(list) > 0 {
			t.Errorf("written through the link: %v", list)
		}
	})
	t.Run("a file that is not signed", func(t *testing.T) {
		p := newProject(t, meta(day), nil)
		put(t, filepath.Join(p.root, ".github/tempa/notes.txt"), "x")
		if out := p.install(t, statusUsage); !strings.Contains(out, "notes.txt") {
			t.Errorf("said %q", out)
		}
	})
	t.Run("expires soon", func(t *testing.T) {
		m := meta(day)
		m.Expires = day.Add(24 * time.Hour)
		if out := newProject(t, m, nil).install(t, statusOK); !strings.Contains(out, "expires in less than 14 days") {
			t.Errorf("said %q", out)
		}
	})
}

// hookLine runs the written line like the cloud agent: bash -c in the root of
// the repository.
func (p *project) hookLine(t *testing.T, home string) (status int, stdout, stderr string) {
	t.Helper()
	var file struct {
		Hooks map[string][]struct{ Bash string }
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(p.root, ".github/hooks/tempa.json"))), &file); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", file.Hooks["preToolUse"][0].Bash)
	cmd.Dir = p.root
	cmd.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	cmd.Stdin = strings.NewReader(`{"toolName":"bash"}`)
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	cmd.Run()
	return cmd.ProcessState.ExitCode(), out.String(), err.String()
}

// binary is a hook that prints its arguments and its input.
const binary = "#!/bin/sh\necho \"$* $(cat)\"\n"

func program(t *testing.T, file, text string) string {
	t.Helper()
	put(t, file, text)
	os.Chmod(file, 0o755)
	return file
}

func TestRepoLine(t *testing.T) {
	const elsewhere = "/nonexistent"
	tests := []struct {
		name   string
		setup  func(t *testing.T, p *project) (home string)
		status int
		says   string
	}{
		{"nothing there", func(*testing.T, *project) string { return elsewhere }, 2, "is not here"},
		{"fetched", func(t *testing.T, p *project) string {
			program(t, filepath.Join(p.root, ".git/tempa/tempa-fake"), binary)
			return elsewhere
		}, 0, ""},
		{"committed", func(t *testing.T, p *project) string {
			program(t, filepath.Join(p.root, ".github/bin/tempa-fake"), binary)
			return elsewhere
		}, 0, ""},
		{"another binary", func(t *testing.T, p *project) string {
			program(t, filepath.Join(p.root, ".git/tempa/tempa-fake"), binary+"#\n")
			program(t, filepath.Join(p.Home, ".tempa/bin/tempa-fake"), binary)
			return p.Home
		}, 2, "is not the pinned one"},
		{"another binary before the pinned one", func(t *testing.T, p *project) string {
			program(t, filepath.Join(p.root, ".git/tempa/tempa-fake"), binary+"#\n")
			program(t, filepath.Join(p.root, ".github/bin/tempa-fake"), binary)
			return elsewhere
		}, 0, ""},
		{"a developer's own", func(t *testing.T, p *project) string {
			program(t, filepath.Join(p.Home, ".tempa/bin/tempa-fake"), "#!/bin/sh\n# mine\necho \"$* $(cat)\"\n")
			return p.Home
		}, 0, ""},
		{"not executable", func(t *testing.T, p *project) string {
			put(t, filepath.Join(p.root, ".git/tempa/tempa-fake"), binary)
			return elsewhere
		}, 126, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, meta(day), nil)
			p.install(t, statusOK, "--binary", program(t, filepath.Join(p.Home, "release"), binary))
			status, stdout, stderr := p.hookLine(t, tt.setup(t, p))
			if status != tt.status {
				t.Fatalf("status %d, want %d: %s%s", status, tt.status, stdout, stderr)
			}
			switch status {
			case 0:
				want := "hook --event preToolUse --bundle .github/tempa --bundle-key " + p.key + ` --bundle-min-version 1796083100 {"toolName":"bash"}` + "\n"
				if stdout != want || stderr != "" {
					t.Errorf("the hook got %q, %q, want %q", stdout, stderr, want)
				}
			case 2:
				var answer struct {
					Decision string `json:"permissionDecision"`
					Reason   string `json:"permissionDecisionReason"`
				}
				if err := json.Unmarshal([]byte(stdout), &answer); err != nil || answer.Decision != "deny" || !strings.Contains(answer.Reason, tt.says) {
					t.Errorf("answered %s (%v), want %q", stdout, err, tt.says)
				}
				if !strings.Contains(stderr, tt.says) {
					t.Errorf("stderr is %q", stderr)
				}
			}
		})
	}
}

func TestRepoFetch(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatal("this test needs curl, as the script that it runs does")
	}
	p := newProject(t, meta(day), nil)
	release := program(t, filepath.Join(p.Home, "release"), binary)
	p.install(t, statusOK, "--binary", release)
	fetch := func(url string) (int, string) {
		cmd := exec.Command("sh", filepath.Join(p.root, ".github/hooks/tempa-fake.sh"), "--fetch", url)
		// Without sudo on its way, the test stays inside its folder.
		tools := filepath.Join(p.Home, "tools")
		os.MkdirAll(tools, 0o755)
		for _, name := range []string{"curl", "sha256sum", "shasum", "cut", "mkdir", "mv", "rm", "chmod", "dirname", "sh"} {
			if path, err := exec.LookPath(name); err == nil {
				os.Symlink(path, filepath.Join(tools, name))
			}
		}
		cmd.Env = []string{"PATH=" + tools, "HOME=/nonexistent"}
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	if status, out := fetch(""); status != 1 || !strings.Contains(out, "usage:") {
		t.Errorf("without a place: status %d, %s", status, out)
	}
	if status, out := fetch("file://" + program(t, filepath.Join(p.Home, "other"), "#!/bin/sh\n")); status != 1 || !strings.Contains(out, "is not the pinned") {
		t.Errorf("another binary: status %d, %s", status, out)
	}
	if list, _ := os.ReadDir(filepath.Join(p.root, ".git/tempa")); len(list) > 0 {
		t.Errorf("it is left: %v", list)
	}
	if status, out := fetch("file://" + release); status != 0 {
		t.Fatalf("status %d, %s", status, out)
	}
	if status, _, stderr := p.hookLine(t, "/nonexistent"); status != 0 {
		t.Errorf("the fetched hook: status %d, %s", status, stderr)
	}
}

func TestAddLines(t *testing.T) {
	tests := []struct{ old, want string }{
		{"", "a\nb\n"},
		{"x", "x\na\nb\n"},
		{"a\n", "a\nb\n"},
		{"b\nx\n\n", "b\nx\na\n"},
	}
	for _, tt := range tests {
		got := string(addLines([]byte(tt.old), []string{"a", "b"}))
		if got != tt.want || string(addLines([]byte(got), []string{"a", "b"})) != got {
			t.Errorf("addLines(%q) = %q, want %q", tt.old, got, tt.want)
		}
	}
}
