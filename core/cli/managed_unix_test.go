//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

// locked is a client with files of an administrator.
type locked struct{ fake }

func (locked) ManagedFiles(string) []harness.ManagedFile {
	return []harness.ManagedFile{
		{
			Path: "/etc/fake/settings.json", Hooks: &harness.HookTable{Path: []string{"hooks"}},
			Pinned: []harness.Pin{{Path: []string{"hooksConfig", "enabled"}, Value: true}},
			Only:   []harness.Pin{{Path: []string{"managedOnly"}, Value: true}},
		},
		{Path: "/etc/fake/requirements.toml", Text: func(old []byte, only bool) ([]byte, error) {
			if only {
				return []byte("only = true\n"), nil
			}
			if len(old) > 0 {
				return old, nil
			}
			return []byte("hooks = true\n"), nil
		}},
	}
}

// do runs a command that is not in the list of commands by itself.
func (d *desk) do(t *testing.T, h harness.Dialect, command func(*run, []string) error, status int, args ...string) string {
	t.Helper()
	d.out.Reset()
	d.err.Reset()
	r := &run{Env: d.Env, dialect: h, name: "install"}
	if got := r.exitStatus(command(r, args)); got != status {
		t.Fatalf("%v: status %d, want %d\nstdout: %s\nstderr: %s", args, got, status, d.out.String(), d.err.String())
	}
	return d.out.String() + d.err.String()
}

func (d *desk) managedFinding(h harness.Dialect, root string) finding {
	return (&run{Env: d.Env, dialect: h}).checkManaged(root)
}

func TestInstallManaged(t *testing.T) {
	d, root := newDesk(t), t.TempDir()
	settings := filepath.Join(root, "etc/fake/settings.json")
	if f := d.managedFinding(locked{}, root); f.Level != good || !strings.Contains(f.Text, "no installation") {
		t.Errorf("before: %+v", f)
	}
	own := `{"theme":"dark","hooks":{"Pre":[{"command":"mine"}]},"hooksConfig":{"enabled":false}}`
	put(t, settings, own)
	os.Chmod(filepath.Join(root, "etc"), 0o755)
	os.Chmod(filepath.Dir(settings), 0o755)
	d.do(t, locked{}, (*run).install, statusOK, "--managed", "--yes", "--root", root)
	got := read(t, settings)
	for _, want := range []string{`"theme": "dark"`, `"command": "mine"`, `/opt/tempa/bin/tempa-fake`, `"enabled": true`} {
		if !strings.Contains(got, want) {
			t.Errorf("settings lack %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, "managedOnly") {
		t.Error("other hooks are kept out without --managed-only")
	}
	if backup := read(t, settings+".tempa-backup"); backup != own {
		t.Errorf("the backup is %q", backup)
	}
	binary := filepath.Join(root, "opt/tempa/bin/tempa-fake")
	for file, mode := range map[string]os.FileMode{
		settings: 0o644, filepath.Join(root, "etc/fake/requirements.toml"): 0o644,
		binary: 0o755, filepath.Dir(binary): 0o755, filepath.Join(root, "opt"): 0o755,
	} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v, want mode %o", file, info, err, mode)
		}
	}
	if read(t, binary) != "the binary" {
		t.Error("the binary is another one")
	}
	if f := d.managedFinding(locked{}, root); f.Level != good {
		t.Errorf("doctor: %+v", f)
	}

	d.do(t, locked{}, (*run).install, statusOK, "--managed", "--yes", "--root", root)
	if read(t, settings) != got || read(t, settings+".tempa-backup") != own {
		t.Error("a second installation changes something")
	}

	d.do(t, locked{}, (*run).install, statusOK, "--managed", "--managed-only", "--yes", "--root", root)
	if !strings.Contains(read(t, settings), `"managedOnly": true`) {
		t.Error("--managed-only keeps nothing out")
	}
	if f := d.managedFinding(locked{}, root); f.Level != good {
		t.Errorf("doctor: %+v", f)
	}

	d.do(t, locked{}, (*run).uninstall, statusOK, "--managed", "--yes", "--root", root)
	if left := read(t, settings); strings.Contains(left, "tempa-fake") || !strings.Contains(left, `"command": "mine"`) {
		t.Errorf("after uninstall:\n%s", left)
	}
}

func TestInstallManagedRefuses(t *testing.T) {
	arrange := func(f func(t *testing.T, d *desk, root string)) func(*testing.T, *desk, string) { return f }
	tests := []struct {
		name  string
		h     harness.Dialect
		args  []string
		setup func(t *testing.T, d *desk, root string)
		said  string
	}{
		{"a client without such files", fake{}, []string{"--yes"}, nil, "has no files of an administrator"},
		{"an agent", locked{}, []string{"--yes"}, arrange(func(_ *testing.T, d *desk, _ string) { d.vars["CLAUDECODE"] = "1" }), "an agent started this"},
		{"nobody to ask", locked{}, nil, nil, "add --yes"},
		{"an unknown system", locked{}, []string{"--print", "--os", "bsd"}, nil, `--os is linux, darwin or windows, not "bsd"`},
		{"a policy to print", locked{}, []string{"--print", "--policy", "dir"}, nil, "--policy goes without --print"},
		{"another system", locked{}, []string{"--yes", "--os", "windows"}, nil, "--os goes with --print"},
		{"a broken file", locked{}, []string{"--yes"}, arrange(func(t *testing.T, _ *desk, root string) {
			put(t, filepath.Join(root, "etc/fake/settings.json"), "{ // mine\n}")
		}), "is left as it is"},
		{"a folder that others can write", locked{}, []string{"--yes"}, arrange(func(t *testing.T, _ *desk, root string) {
			os.MkdirAll(filepath.Join(root, "etc/fake"), 0o755)
			os.Chmod(filepath.Join(root, "etc/fake"), 0o777)
		}), "can be written by others"},
		{"a link", locked{}, []string{"--yes"}, arrange(func(t *testing.T, d *desk, root string) {
			put(t, filepath.Join(d.Home, "mine.json"), "{}")
			os.MkdirAll(filepath.Join(root, "etc/fake"), 0o755)
			os.Symlink(filepath.Join(d.Home, "mine.json"), filepath.Join(root, "etc/fake/settings.json"))
		}), "is not a regular file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, root := newDesk(t), t.TempDir()
			if tt.setup != nil {
				tt.setup(t, d, root)
			}
			out := d.do(t, tt.h, (*run).install, statusUsage, append([]string{"--managed", "--root", root}, tt.args...)...)
			if !strings.Contains(out, tt.said) {
				t.Errorf("said %q, want %q", out, tt.said)
			}
			data, _ := os.ReadFile(filepath.Join(root, "etc/fake/settings.json"))
			if strings.Contains(string(data), "tempa-fake") {
				t.Errorf("something was written: %s", data)
			}
		})
	}
}

func TestPrintManaged(t *testing.T) {
	d := newDesk(t)
	out := d.do(t, locked{}, (*run).install, statusOK, "--managed", "--print", "--managed-only", "--os", "windows")
	for _, want := range []string{"# /etc/fake/settings.json\n{", `Tempa\\bin\\tempa-fake.exe`, `"managedOnly": true`, "# /etc/fake/requirements.toml\nonly = true"} {
		if !strings.Contains(out, want) {
			t.Errorf("printed %s\nwithout %s", out, want)
		}
	}
}

func TestDoctorManaged(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(root string)
		said  string
	}{
		{"a changed line", func(root string) {
			file := filepath.Join(root, "etc/fake/settings.json")
			data, _ := os.ReadFile(file)
			os.WriteFile(file, []byte(strings.Replace(string(data), "exit 2", "exit 0", 1)), 0o644)
		}, "differs from what"},
		{"hooks switched off", func(root string) {
			file := filepath.Join(root, "etc/fake/settings.json")
			data, _ := os.ReadFile(file)
			os.WriteFile(file, []byte(strings.Replace(string(data), `"enabled": true`, `"enabled": false`, 1)), 0o644)
		}, "differs from what"},
		{"a file that others can write", func(root string) { os.Chmod(filepath.Join(root, "etc/fake/settings.json"), 0o666) }, "can be written by others"},
		{"a folder that others can write", func(root string) { os.Chmod(filepath.Join(root, "etc"), 0o775) }, "can be written by others"},
		{"no binary", func(root string) { os.Remove(filepath.Join(root, "opt/tempa/bin/tempa-fake")) }, "there is no hook at"},
		{"a binary that others can write", func(root string) { os.Chmod(filepath.Join(root, "opt/tempa/bin/tempa-fake"), 0o777) }, "can be written by others"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, root := newDesk(t), t.TempDir()
			d.do(t, locked{}, (*run).install, statusOK, "--managed", "--yes", "--root", root)
			tt.spoil(root)
			if f := d.managedFinding(locked{}, root); f.Level != bad || !strings.Contains(f.Text, tt.said) {
				t.Errorf("doctor: %+v, want %q", f, tt.said)
			}
		})
	}
}

func TestAttest(t *testing.T) {
	d := newDesk(t)
	if out := d.do(t, fake{}, (*run).attest, statusFound); !strings.Contains(out, "Nothing was confirmed") {
		t.Errorf("said %q", out)
	}
	if out := d.do(t, fake{}, (*run).attest, statusUsage, "--no-training"); !strings.Contains(out, "add --yes") {
		t.Errorf("said %q", out)
	}
	d.vars["AI_AGENT"] = "x"
	d.do(t, fake{}, (*run).attest, statusUsage, "--no-training", "--yes")
	delete(d.vars, "AI_AGENT")
	if out := d.do(t, fake{}, (*run).attest, statusOK, "--no-training", "--yes"); !strings.Contains(out, "Confirmed on 2026-12-01") {
		t.Errorf("said %q", out)
	}
	file := filepath.Join(d.Home, ".tempa", "attestation.json")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	d.do(t, fake{}, (*run).attest, statusOK)
	d.do(t, fake{}, (*run).attest, statusOK, "--withdraw")
	d.do(t, fake{}, (*run).attest, statusFound)
	d.do(t, fake{}, (*run).attest, statusUsage, "--withdraw", "--no-training")
}
