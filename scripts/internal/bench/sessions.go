package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// skills is how many documents the policy of a session has.
const skills = 50

// sessions are starts of a session under a local policy, offline and without an
// account check: the first one of a repository, which writes everything, and one
// that finds everything as it should be.
func (b *bed) sessions() ([]benchCase, error) {
	// A claim would leave the telling to the start before.
	again, err := b.session("again", ".tempa/claims")
	if err != nil {
		return nil, err
	}
	first, err := b.session("first", ".tempa/claims", ".tempa/render", ".tempa/cache", ".tempa/sessions", ".tempa/versions.json", "project/.claude", "project/.git/info")
	return []benchCase{first.atMost(25, 25), again.atMost(6, 6)}, err
}

// session is the start of one in a home of its own, of which some files are
// taken away before each run.
func (b *bed) session(name string, forget ...string) (benchCase, error) {
	home := b.path("home-" + name)
	project := filepath.Join(home, "project")
	if err := b.makeSession(name, home, project); err != nil {
		return benchCase{}, err
	}
	payload, err := os.ReadFile(filepath.Join("testdata", "payloads", "claudecode", "SessionStart.start.json"))
	if err != nil {
		return benchCase{}, err
	}
	text := strings.NewReplacer("{{home}}", home, "{{cwd}}", project).Replace(string(payload))
	return benchCase{
		name: "session start, " + name, payload: []byte(text), want: "Tempa enforces the policy of ",
		env:    []string{"HOME=" + home, "PATH=/usr/bin:/bin"},
		argv:   []string{b.path("bin", "tempa-claudecode"), "hook", "--event", "SessionStart"},
		before: func() error { return removeAll(home, forget) },
	}, nil
}

// makeSession makes the home, the repository and the policy.
func (b *bed) makeSession(name, home, project string) error {
	src := b.path("src-" + name)
	for i := range skills {
		file := filepath.Join(src, "skills", fmt.Sprintf("skill-%d", i), "SKILL.md")
		if err := write(file, fmt.Sprintf("---\nname: skill-%d\ndescription: how to do %d\n---\n%s", i, i, strings.Repeat("Do this, then that.\n", 100))); err != nil {
			return err
		}
	}
	for file, text := range map[string]string{
		filepath.Join(src, "tempa.yaml"):         "default_decision: allow\nbundles:\n  - id: destructive\npermissions:\n  deny: [\"Bash(rm:*)\"]\n",
		filepath.Join(project, ".git", "HEAD"):   "ref: refs/heads/main\n",
		filepath.Join(project, ".git", "config"): "[remote \"origin\"]\n\turl = https://git.example/acme/app.git\n",
	} {
		if err := write(file, text); err != nil {
			return err
		}
	}
	built := b.path("policy-" + name)
	if _, err := b.run(nil, b.path("built", "tempa-admin"), "bundle", "build", src, "-o", built); err != nil {
		return err
	}
	_, err := b.run([]string{"HOME=" + home}, b.path("bin", "tempa-claudecode"), "init", "--from", built, "--yes")
	return err
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o600)
}

func removeAll(dir string, names []string) error {
	for _, n := range names {
		if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(n))); err != nil {
			return err
		}
	}
	return nil
}
