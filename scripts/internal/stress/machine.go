package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// machine is a home with a policy, a repository in it, and two installations of
// the hooks.
type machine struct {
	settings
	home, project, state string
	installed            [2]string

	book ledger
	// What a hook usually takes in a crowd and in a hunt, as far as it was
	// measured.
	inCrowd, inHunt time.Duration
}

// sessions are the clients, one session of each a round.
var sessions = harnesses.All()

func newMachine(dir string, s settings) (*machine, error) {
	m := &machine{
		settings: s, home: filepath.Join(dir, "home"), book: ledger{},
		installed: [2]string{filepath.Join(dir, "one"), filepath.Join(dir, "two")},
		inCrowd:   100 * time.Millisecond, inHunt: 2 * time.Millisecond,
	}
	m.project, m.state = filepath.Join(m.home, "project"), filepath.Join(m.home, ".tempa")
	for _, to := range m.installed {
		if err := m.install(to); err != nil {
			return nil, err
		}
	}
	policy, err := m.policy()
	if err != nil {
		return nil, err
	}
	return m, putAll(map[string][]byte{
		filepath.Join(m.project, ".git", "HEAD"):       []byte("ref: refs/heads/main\n"),
		filepath.Join(m.project, ".git", "config"):     []byte("[remote \"origin\"]\n\turl = https://git.example/acme/app.git\n"),
		filepath.Join(m.state, "local", "rules.table"): policy,
		filepath.Join(m.project, "a.txt"):              []byte("hello\n"),
	})
}

// repository is the key of the one in project.
const repository = "git.example/acme/app"

func (m *machine) install(to string) error {
	files := map[string][]byte{}
	for _, h := range sessions {
		program := h.Dialect.Info().Program
		data, err := os.ReadFile(filepath.Join(m.bin, program))
		if err != nil {
			return fmt.Errorf("the hooks are not built: %w; run: scripts/build hooks", err)
		}
		files[filepath.Join(to, program)] = data
	}
	if err := putAll(files); err != nil {
		return err
	}
	for file := range files {
		if err := os.Chmod(file, 0o700); err != nil {
			return err
		}
	}
	return nil
}

func putAll(files map[string][]byte) error {
	for file, data := range files {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// policy has a row of its own for every call that is judged, so that a line in
// the spool tells which call it is about.
func (m *machine) policy() ([]byte, error) {
	var rows []rule.Row
	for n := range m.parallel + len(pairs()) {
		for _, d := range []deed{deny, ask, guide} {
			rows = append(rows, rule.Row{
				Effect: rule.Effect(d), ID: d.rowID(n), Reason: d.reason(n),
				Command: &rule.Command{Programs: []string{d.program(n)}},
			})
		}
	}
	return table.Build(table.Header{Version: "1", DefaultDecision: "allow"}, rows)
}
