package main

import (
	"bytes"
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
type bed struct {
	dir, key string
	failed   error
}

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
	if _, err := b.run([]string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", b.path("built", "empty"), src); err != nil {
		return err
	}
	return b.install("empty")
}

func (b *bed) buildHooks() error {
	if _, err := b.run([]string{"TEMPA_DIST=" + b.path("built")}, "scripts/build"); err != nil {
		return err
	}
	for _, name := range [...]string{"tempa-claudecode", "tempa-copilot", "tempa-codex", "tempa-gemini", "tempa-antigravity", "tempa"} {
		if err := b.install(name); err != nil {
			return err
		}
	}
	return nil
}

// install copies a binary, as whoever installs one does. What the linker has
// just written lies in the page cache in small pieces, and a process started
// from it takes a tenth more CPU than one from the copy.
func (b *bed) install(name string) error {
	data, err := os.ReadFile(b.path("built", name))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(b.path("bin"), 0o700); err != nil {
		return err
	}
	return os.WriteFile(b.path("bin", name), data, 0o700)
}

func (b *bed) makeKey() error {
	out, err := b.run(nil, b.path("built", "tempa-admin"), "bundle", "keygen", b.path("key"))
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
	_, err := b.run(nil, b.path("built", "tempa-admin"), "bundle", "build", src, "-o", b.path("bundle-"+name), "--key", b.path("key"))
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

const (
	short  = "git status --short"
	normal = "shell, 20 rules" // what other shell calls are compared with
)

func (b *bed) cases() ([]benchCase, error) {
	cases := []benchCase{
		{name: empty, argv: []string{b.path("bin", "empty")}},
		b.call("read in the workspace", "20", "claudecode", "PreToolUse.read", "").atMost(2.2, 2.1),
		b.call(normal, "20", "claudecode", "PreToolUse.shell", short).atMost(2.6, 2.4),
		b.call("shell, 2000 rules", "2000", "claudecode", "PreToolUse.shell", short).comparedWith(normal, 1.35),
		b.call("shell, 2000 path rules", "path", "claudecode", "PreToolUse.shell", "cat go.mod README.md").comparedWith(normal, 1.35),
		b.call("shell, denied", "20", "claudecode", "PreToolUse.shell", "rm -rf /").answers(`"permissionDecision":"deny"`),
		b.call("copilot, shell", "20", "copilot", "preToolUse.shell", short).atMost(2.6, 2.4),
		b.call("codex, shell", "20", "codex", "PreToolUse.shell", short).atMost(2.6, 2.4),
		b.call("gemini, shell", "20", "gemini", "BeforeTool.shell", short).atMost(2.6, 2.4).answers(`"allow"`),
		b.call("antigravity, shell", "20", "antigravity", "PreToolUse.shell", short).atMost(2.6, 2.4).answers(`"allow"`),
	}
	for _, s := range shapes() {
		cases = append(cases, b.call("3 KB, "+s.name, "20", "claudecode", "PreToolUse.shell", s.line).comparedWith(normal, 1.5))
	}
	sessions, err := b.sessions()
	if err != nil {
		return nil, err
	}
	cases = append(cases, sessions...)
	for i := range cases {
		if c := &cases[i]; c.payload != nil {
			c.stdin = b.path(fmt.Sprintf("stdin-%d.json", i))
			if err := os.WriteFile(c.stdin, c.payload, 0o600); err != nil {
				return nil, err
			}
		}
	}
	return cases, b.failed
}

// call is one tool call that a harness's hook answers. The payload is the one
// that the client was seen to send, filled in.
func (b *bed) call(name, policy, harness, payload, line string) benchCase {
	text, err := os.ReadFile(filepath.Join("testdata", "payloads", harness, payload+".json"))
	if err != nil {
		b.failed = err
	}
	dir := b.path("home", "project")
	for _, part := range [...]struct{ mark, value string }{
		{"home", b.path("home")}, {"cwd", dir}, {"dir", dir}, {"path", filepath.Join(dir, "a.txt")}, {"command", line},
	} {
		text = bytes.ReplaceAll(text, []byte("{{"+part.mark+"}}"), inString(part.value))
	}
	event, _, _ := strings.Cut(payload, ".")
	return benchCase{
		name: name, payload: text,
		env:  []string{"HOME=" + b.path("home"), "PATH=/usr/bin:/bin"},
		argv: []string{b.path("bin", "tempa-"+harness), "hook", "--event", event, "--bundle", b.path("bundle-" + policy), "--bundle-key", b.key},
	}
}

// inString writes a text as it stands inside a JSON string, the way clients
// do: <, > and & as they are.
func inString(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return b.Bytes()[1 : b.Len()-2]
}
