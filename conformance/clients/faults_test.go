//go:build clients

package clients

import (
	"os"
	"path/filepath"
	"testing"
)

// breakIt breaks an installation the way a story names.
func (c *client) breakIt(t *testing.T, p *place, fault string) {
	t.Helper()
	switch fault {
	case "hook-killed":
		c.replaceHook(t, p, "#!/bin/sh\nkill -9 $$\n")
	case "hook-hanging":
		c.replaceHook(t, p, "#!/bin/sh\nexec sleep 60\n")
	case "hook-missing":
		for _, b := range c.binaries(t, p) {
			must(t, os.Remove(b))
		}
	case "hook-not-executable":
		for _, b := range c.binaries(t, p) {
			must(t, os.Chmod(b, 0o644))
		}
	case "hook-wrong-architecture":
		for _, b := range c.binaries(t, p) {
			must(t, foreignMachine(b))
		}
	case "policy-corrupt":
		p.write(t, "~/.tempa/local/rules.table", "no table at all")
	case "policy-missing":
		must(t, os.RemoveAll(p.at("~/.tempa/local")))
	case "state-corrupt":
		c.corruptState(t, p)
	default:
		t.Fatalf("there is no fault called %q", fault)
	}
}

// replaceHook puts a script where the client has the hook binary.
func (c *client) replaceHook(t *testing.T, p *place, script string) {
	t.Helper()
	for _, b := range c.binaries(t, p) {
		must(t, os.Remove(b))
		must(t, os.WriteFile(b, []byte(script), 0o755))
	}
}

// foreignMachine changes the machine in an ELF header (to s390, which is none
// of ours).
func foreignMachine(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	data[18], data[19] = 22, 0
	return os.WriteFile(file, data, 0o755)
}

// corruptState leaves the policy and the binary, and puts a file in the way of
// every folder that a hook writes into.
func (c *client) corruptState(t *testing.T, p *place) {
	t.Helper()
	for _, dir := range []string{"sessions", "claims", "spool", "log", "run", "cache", "state"} {
		path := p.at("~/.tempa/" + dir)
		must(t, os.RemoveAll(path))
		must(t, os.WriteFile(path, []byte("{ not what it was"), 0o600))
	}
	must(t, os.WriteFile(filepath.Join(p.at("~/.tempa"), "config.json"), []byte("{ not JSON"), 0o600))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
