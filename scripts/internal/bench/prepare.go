package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// prepare builds the binaries and the policies below dir and returns the
// cases, the empty process first.
func prepare(dir string) ([]benchCase, error) {
	b := bed{dir: dir}
	steps := []func() error{b.buildEmpty, b.buildHooks, b.makeKey, b.makeProject}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	policies := map[string]string{
		"20":   rules(20, commandRule),
		"2000": rules(2000, commandRule),
		"path": rules(2000, pathRule),
	}
	for name, text := range policies {
		if err := b.makePolicy(name, text); err != nil {
			return nil, err
		}
	}
	return b.cases()
}

// bed is the folder everything is measured in.
type bed struct{ dir, key string }

func (b *bed) path(elem ...string) string {
	return filepath.Join(append([]string{b.dir}, elem...)...)
}

func (b *bed) run(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

func (b *bed) buildEmpty() error {
	src := b.path("empty.go")
	if err := os.WriteFile(src, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return err
	}
	_, err := b.run([]string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", b.path("empty"), src)
	return err
}

func (b *bed) buildHooks() error {
	_, err := b.run([]string{"TEMPA_DIST=" + b.path("bin")}, "scripts/build")
	return err
}

func (b *bed) makeKey() error {
	out, err := b.run(nil, b.path("bin", "tempa-admin"), "bundle", "keygen", b.path("key"))
	b.key = strings.TrimSpace(out)
	return err
}

func (b *bed) makeProject() error {
	return os.MkdirAll(b.path("home", "project", ".git"), 0o700)
}

// makePolicy builds a signed bundle of its own for one set of rules.
func (b *bed) makePolicy(name, text string) error {
	src := b.path("src-" + name)
	if err := os.MkdirAll(src, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(src, "tempa.yaml"), []byte(text), 0o600); err != nil {
		return err
	}
	_, err := b.run(nil, b.path("bin", "tempa-admin"), "bundle", "build", src, "-o", b.path("bundle-"+name), "--key", b.path("key"))
	return err
}

// rules writes a policy of n rules that the measured calls do not match,
// behind the built-in bundles of the starter policy.
func rules(n int, rule func(i int) string) string {
	var b strings.Builder
	b.WriteString("default_decision: allow\nbundles:\n  - id: destructive\n  - id: secrets\n  - id: self-protection\npermissions:\n  deny:\n")
	for i := range n {
		fmt.Fprintf(&b, "    - %q\n", rule(i))
	}
	return b.String()
}

func commandRule(i int) string {
	return fmt.Sprintf("Bash(tool%d sub%d --flag%d:*)", i, i%7, i%3)
}

func pathRule(i int) string {
	switch i % 4 {
	case 0:
		return fmt.Sprintf("Read(//srv/data%d/**)", i)
	case 1:
		return fmt.Sprintf("Edit(**/*.ext%d)", i)
	case 2:
		return fmt.Sprintf("Read(~/store%d/*.bin)", i)
	}
	return fmt.Sprintf("Read(**/name%d.txt)", i)
}

func (b *bed) cases() ([]benchCase, error) {
	cases := []benchCase{{name: "empty process", argv: []string{b.path("empty")}}}
	add := func(name, policy, tool string, input map[string]any, want string, cpu, wall float64) error {
		stdin := b.path(fmt.Sprintf("stdin-%d.json", len(cases)))
		if err := b.writePayload(stdin, tool, input); err != nil {
			return err
		}
		cases = append(cases, benchCase{
			name: name, stdin: stdin, want: want, cpuTarget: cpu, wallTarget: wall,
			env:  []string{"HOME=" + b.path("home"), "PATH=/usr/bin:/bin"},
			argv: []string{b.path("bin", "tempa-claudecode"), "hook", "--bundle", b.path("bundle-" + policy), "--bundle-key", b.key},
		})
		return nil
	}
	short := map[string]any{"command": "git status --short"}
	long := map[string]any{"command": longCommand(3 << 10)}
	denied := map[string]any{"command": "rm -rf /"}
	read := map[string]any{"file_path": b.path("home", "project", "a.txt")}
	for _, err := range []error{
		add("read fast path", "20", "Read", read, "", 2.2, 2.1),
		add("shell, 20 rules", "20", "Bash", short, "", 2.6, 2.4),
		add("shell, 2000 rules", "2000", "Bash", short, "", 0, 0),
		add("shell, 2000 path rules", "path", "Bash", map[string]any{"command": "cat go.mod README.md"}, "", 0, 0),
		add("shell, 3 KB", "20", "Bash", long, "", 0, 0),
		add("shell, denied", "20", "Bash", denied, `"permissionDecision":"deny"`, 0, 0),
	} {
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

func (b *bed) writePayload(file, tool string, input map[string]any) error {
	data, err := json.Marshal(map[string]any{
		"session_id": "bench", "hook_event_name": "PreToolUse", "permission_mode": "default",
		"transcript_path": b.path("home", ".claude", "projects", "p", "bench.jsonl"),
		"cwd":             b.path("home", "project"), "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_1",
	})
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

// longCommand is an ordinary long line: many short commands.
func longCommand(size int) string {
	var b strings.Builder
	b.WriteString("go build ./...")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, " && go test -run 'TestCase%d' ./pkg/mod%d/... 2>&1 | tail -n 5", i, i)
	}
	return b.String()
}
