//go:build clients && linux

package clients

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// breakIt breaks an installation the way a story names.
func (c *client) breakIt(t *testing.T, p *place, fault string) {
	t.Helper()
	switch fault {
	case "hook-killed":
		c.replaceHook(t, p, toolEvents, "kill -9 $$")
	case "hook-hanging":
		c.replaceHook(t, p, toolEvents, "exec sleep 14")
	case "prompt-hook-killed":
		c.replaceHook(t, p, promptEvents, "kill -9 $$")
	case "prompt-hook-hanging":
		c.replaceHook(t, p, promptEvents, "exec sleep 14")
	case "skill-hook-killed":
		c.replaceHook(t, p, "*PreSkillShellCommand*", "kill -9 $$")
	case "settings-hook-killed":
		// The other hooks say no as soon as the settings are changed, so a call
		// that runs then runs without hooks.
		c.replaceHook(t, p, "*ConfigChange*", "kill -9 $$;; *PreToolUse*) [ ! -e .claude/settings.json ] || { echo no >&2; exit 2; }")
	case "hook-missing":
		for _, b := range p.find(t, c.program()) {
			must(t, os.Remove(b))
		}
	case "hook-not-executable":
		for _, b := range p.find(t, c.program()) {
			must(t, os.Chmod(b, 0o644))
		}
	case "hook-wrong-architecture":
		for _, b := range p.find(t, c.program()) {
			must(t, foreignMachine(b))
		}
	case "companion-missing":
		for _, b := range p.find(t, "tempa") {
			must(t, os.Remove(b))
		}
	case "policy-corrupt":
		p.write(t, "~/.tempa/local/rules.table", "no table at all")
	case "policy-missing":
		must(t, os.RemoveAll(p.at("~/.tempa/local")))
	case "state-corrupt":
		c.corruptState(t, p)
	case "hooks-untrusted":
		config := string(p.read(t, codexConfig))
		p.write(t, codexConfig, config[:strings.Index(config, "[hooks.state.")])
	case "disk-full":
		fillDisk(t, p.at("~/.tempa"))
	default:
		breakBundle(t, p, fault)
	}
}

// The clients' events, as a shell's patterns for the hook's arguments.
const (
	toolEvents   = "*PreToolUse*|*preToolUse*|*BeforeTool*"
	promptEvents = "*UserPromptSubmit*|*userPromptSubmitted*|*BeforeAgent*"
)

// replaceHook puts a script where the client has the hook binary. It fails for
// some events only and has no opinion on the others: a prompt whose hook fails
// is blocked before the model calls anything.
func (c *client) replaceHook(t *testing.T, p *place, events, does string) {
	t.Helper()
	script := "#!/bin/sh\ncase \"$*\" in " + events + ") " + does + ";; esac\n"
	for _, b := range p.find(t, c.program()) {
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

// fillDisk puts the folder on a file system of its own that has no room left.
func fillDisk(t *testing.T, dir string) {
	t.Helper()
	saved := dir + ".saved"
	must(t, os.Rename(dir, saved))
	must(t, os.Mkdir(dir, 0o700))
	must(t, unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=700,size=32m"))
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	if out, err := exec.Command("cp", "-a", saved+"/.", dir).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v\n%s", err, out)
	}
	must(t, os.RemoveAll(saved))
	f, err := os.Create(filepath.Join(dir, "ballast"))
	must(t, err)
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 1<<20))
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
