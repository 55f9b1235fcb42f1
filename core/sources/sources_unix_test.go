//go:build unix

package sources

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

var now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// machine is a machine with an empty state folder and no administrator.
func machine(t *testing.T) Machine {
	t.Helper()
	return Machine{State: state.At(filepath.Join(t.TempDir(), ".tempa")), Now: now, RepoKey: func() (string, error) { return "host/o/r", nil }}
}

func tableOf(t *testing.T, version string) []byte {
	t.Helper()
	data, err := table.Build(table.Header{Version: version, DefaultDecision: "allow"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func put(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// signed writes a signed bundle and returns its key.
func signed(t *testing.T, dir, private, version string, m bundle.Meta) {
	t.Helper()
	files := map[string][]byte{bundle.ProfileFile: []byte("{}"), bundle.TableFile: tableOf(t, version)}
	m.Tenant, m.Name = "acme", "acme/r"
	sig, err := bundle.Sign(files, m, private)
	if err != nil {
		t.Fatal(err)
	}
	files[bundle.SignatureFile] = sig
	for name, data := range files {
		put(t, filepath.Join(dir, name), data)
	}
}

func keys(t *testing.T) (private, public string) {
	t.Helper()
	private, public, err := bundle.GenerateKey("acme")
	if err != nil {
		t.Fatal(err)
	}
	return private, public
}

func modes(in *InForce) string {
	var list []string
	for _, p := range in.Policies {
		list = append(list, string(p.Mode)+" "+p.Header.Version)
	}
	return strings.Join(list, ", ")
}

func find(t *testing.T, m Machine, want string) *InForce {
	t.Helper()
	in, err := Find(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := modes(in); got != want {
		t.Errorf("in force: %q, want %q", got, want)
	}
	return in
}

func refuse(t *testing.T, m Machine, want string) {
	t.Helper()
	in, err := Find(m)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Find = %v, %v, want an error with %q", in, err, want)
	}
}

func TestNothing(t *testing.T) {
	if in := find(t, machine(t), ""); in.Login != nil || in.NeverSynced {
		t.Errorf("%+v", in)
	}
}

func TestLocal(t *testing.T) {
	m := machine(t)
	put(t, m.State.Path("local", "rules.table"), tableOf(t, "1"))
	find(t, m, "local 1")
}

func TestBundleIsUsedAlone(t *testing.T) {
	m := machine(t)
	put(t, m.State.Path("local", "rules.table"), tableOf(t, "1"))
	private, public := keys(t)
	m.Bundle, m.BundleKey = t.TempDir(), public
	signed(t, m.Bundle, private, "7", bundle.Meta{Version: now.Unix(), Expires: now.Add(time.Hour)})
	find(t, m, "bundle 7")

	_, other := keys(t)
	m.BundleKey = other
	refuse(t, m, "key")
	m.BundleKey = ""
	refuse(t, m, "key")
}

func TestLogin(t *testing.T) {
	m := machine(t)
	private, public := keys(t)
	put(t, m.State.Path(LoginFile), []byte(`{"tenant":"acme","key":"`+public+`"}`))

	in := find(t, m, "")
	if in.Login == nil || !in.NeverSynced {
		t.Errorf("a login that never synced: %+v", in)
	}

	cache := m.State.Path(CacheFolder, repoFolder("host/o/r"))
	signed(t, cache, private, "3", bundle.Meta{Version: now.Unix(), Expires: now.Add(time.Hour)})
	find(t, m, "connected 3")

	put(t, m.State.Path("local", "rules.table"), tableOf(t, "1"))
	find(t, m, "connected 3, local 1")

	m.Now = now.Add(2 * time.Hour)
	if in := find(t, m, "local 1"); in.Login == nil || in.NeverSynced {
		t.Errorf("an expired profile: %+v", in)
	}
	m.Now = now
	known := m.RepoKey
	m.RepoKey = func() (string, error) { return "", errors.New("no repository key") }
	refuse(t, m, "no repository key")
	m.RepoKey = known
	put(t, filepath.Join(cache, bundle.TableFile), tableOf(t, "loose"))
	refuse(t, m, "changed")
	put(t, m.State.Path(LoginFile), []byte(`{`))
	refuse(t, m, "login")
}

func TestManaged(t *testing.T) {
	m := machine(t)
	old := adminUID
	adminUID = uint32(os.Getuid())
	t.Cleanup(func() { adminUID = old })
	m.Managed = t.TempDir()
	private, public := keys(t)
	_, other := keys(t)
	m.Bundle, m.BundleKey = t.TempDir(), public
	signed(t, m.Bundle, private, "7", bundle.Meta{Version: 1_000, Expires: now.Add(time.Hour)})

	tests := []struct{ name, rules, want, err string }{
		{"pins nothing", `{"schema":"tempa.managed/1"}`, "bundle 7", ""},
		{"the right key", `{"schema":"tempa.managed/1","keys":["` + public + `"]}`, "bundle 7", ""},
		{"another key", `{"schema":"tempa.managed/1","keys":["` + other + `"]}`, "", "not signed with a key that the administrator"},
		{"another mode", `{"schema":"tempa.managed/1","modes":["connected"]}`, "", "does not allow a bundle policy"},
		{"a newer version", `{"schema":"tempa.managed/1","min_version":1001}`, "", "older"},
		{"a newer schema", `{"schema":"tempa.managed/2"}`, "", "update Tempa"},
		{"an unknown member", `{"schema":"tempa.managed/1","loose":true}`, "", "cannot be read"},
		{"no JSON", `{`, "", "cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			put(t, filepath.Join(m.Managed, ManagedFile), []byte(tt.rules))
			if tt.err != "" {
				refuse(t, m, tt.err)
				return
			}
			find(t, m, tt.want)
		})
	}

	put(t, filepath.Join(m.Managed, ManagedFile), []byte(`{"schema":"tempa.managed/1"}`))
	put(t, filepath.Join(m.Managed, bundle.TableFile), tableOf(t, "9"))
	find(t, m, "managed 9, bundle 7")

	for _, path := range []string{filepath.Join(m.Managed, ManagedFile), filepath.Join(m.Managed, bundle.TableFile), m.Managed} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		os.Chmod(path, info.Mode()|0o002)
		refuse(t, m, "can be written by others")
		os.Chmod(path, info.Mode())
	}
	adminUID = uint32(os.Getuid()) + 1
	refuse(t, m, "does not belong to the administrator")
}

func TestBundleWithCustomRulesIsRefused(t *testing.T) {
	m := machine(t)
	private, public := keys(t)
	m.Bundle, m.BundleKey = t.TempDir(), public
	files := map[string][]byte{bundle.ProfileFile: []byte("{}"), bundle.TableFile: tableOf(t, "1"), bundle.ModuleFile: []byte("\x00asm")}
	sig, err := bundle.Sign(files, bundle.Meta{Tenant: "a", Name: "a/r", Version: 1, Expires: now.Add(time.Hour)}, private)
	if err != nil {
		t.Fatal(err)
	}
	files[bundle.SignatureFile] = sig
	for name, data := range files {
		put(t, filepath.Join(m.Bundle, name), data)
	}
	refuse(t, m, "custom rules")
	var e *bundle.Error
	if _, err := Find(m); errors.As(err, &e) {
		t.Error("the bundle itself is sound")
	}
}
