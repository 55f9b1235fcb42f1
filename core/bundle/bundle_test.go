package bundle

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var built = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

type keys struct{ private, public string }

func newKeys(t testing.TB) keys {
	t.Helper()
	private, public, err := GenerateKey("acme")
	if err != nil {
		t.Fatal(err)
	}
	return keys{private, public}
}

func meta(at time.Time) Meta {
	return Meta{Tenant: "acme", Name: "acme/github.com/acme/app", Version: at.Unix()}
}

// write signs a bundle into a new folder.
func write(t testing.TB, k keys, m Meta) string {
	t.Helper()
	files := map[string][]byte{
		ProfileFile: []byte(`{"schema":"tempa.profile/1"}`),
		TableFile:   bytes.Repeat([]byte("row\x00"), 1000),
		ModuleFile:  []byte("\x00asm"),
	}
	sig, err := Sign(files, m, k.private)
	if err != nil {
		t.Fatal(err)
	}
	files[SignatureFile] = sig
	dir := t.TempDir()
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// memory is a Seen for tests.
type memory struct {
	versions map[string]int64
	readErr  error
	writeErr error
	writes   int
}

func (m *memory) SeenVersion(key, folder string) (int64, error) {
	return m.versions[key+folder], m.readErr
}

func (m *memory) SaveSeenVersion(key, folder string, v int64) error {
	m.writes++
	if m.writeErr == nil {
		m.versions[key+folder] = v
	}
	return m.writeErr
}

func wantFault(t *testing.T, err error, f Fault, words string) {
	t.Helper()
	if !errors.Is(err, &Error{Fault: f}) {
		t.Fatalf("got %v, want fault %s", err, f)
	}
	if !strings.Contains(err.Error(), words) {
		t.Errorf("error %q does not say %q", err, words)
	}
}

func TestOpen(t *testing.T) {
	k := newKeys(t)
	dir := write(t, k, meta(built))
	b, err := Open(dir, k.public, Options{Now: built})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Table) != 4000 || b.Meta.Tenant != "acme" || b.Meta.Version != built.Unix() || !b.HasModule() || len(b.Digest) != 64 {
		t.Errorf("got %+v", b)
	}
	if got := b.Meta.Expires; !got.Equal(built.Add(90 * 24 * time.Hour)) {
		t.Errorf("expires %v", got)
	}
	if data, err := b.Read(ModuleFile); err != nil || string(data) != "\x00asm" {
		t.Errorf("Read: %q, %v", data, err)
	}
	if _, err := b.Read("other"); err == nil {
		t.Error("read a file that is not signed")
	}
}

func TestExpiresSoon(t *testing.T) {
	m := Meta{Expires: built}
	if m.ExpiresSoon(built.Add(-15*24*time.Hour)) || !m.ExpiresSoon(built.Add(-13*24*time.Hour)) {
		t.Error("the warning does not come 14 days ahead")
	}
}

func TestKey(t *testing.T) {
	k := newKeys(t)
	dir := write(t, k, meta(built))
	tests := []struct{ name, key, words string }{
		{"empty", "", "no bundle key"},
		{"path", "/etc/tempa/key.pub", "looks like a path"},
		{"line break", k.public + "\n", "line break"},
		{"relative path", "keys/acme", "looks like a path"},
		{"file name", "acme.pub", "looks like a path"},
		{"private", k.private, "private key"},
		{"word", "acme", "malformed"},
		{"cut", k.public[:len(k.public)-5], "malformed"},
		{"other name", "b" + k.public, "malformed"},
		{"newline", k.public + "\n+", "malformed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(dir, tt.key, Options{Now: built})
			wantFault(t, err, BadKey, tt.words)
			if strings.Contains(err.Error(), k.private) {
				t.Error("the error repeats the private key")
			}
		})
	}
}

func TestRefused(t *testing.T) {
	k, other := newKeys(t), newKeys(t)
	edit := func(name string, f func([]byte) []byte) func(string) {
		return func(dir string) {
			path := filepath.Join(dir, name)
			data, _ := os.ReadFile(path)
			os.WriteFile(path, f(data), 0o644)
		}
	}
	flip := func(at int) func([]byte) []byte {
		return func(b []byte) []byte { b[at] ^= 1; return b }
	}
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
	}
	remove := func(name string) func(string) {
		return func(dir string) { os.Remove(filepath.Join(dir, name)) }
	}
	tests := []struct {
		name   string
		change func(dir string)
		fault  Fault
	}{
		{"table changed", edit(TableFile, flip(7)), Changed},
		{"table longer", edit(TableFile, func(b []byte) []byte { return append(b, 0) }), Changed},
		{"table empty", edit(TableFile, func(b []byte) []byte { return nil }), Changed},
		{"table gone", remove(TableFile), Missing},
		{"signature gone", remove(SignatureFile), Missing},
		{"signature empty", edit(SignatureFile, func(b []byte) []byte { return nil }), Malformed},
		{"signature is text", edit(SignatureFile, func(b []byte) []byte { return []byte("hello\n") }), Malformed},
		{"later expiry", edit(SignatureFile, replace("expires 2027", "expires 2037")), Changed},
		{"other tenant", edit(SignatureFile, replace("tenant acme", "tenant evil")), Changed},
		{"carriage returns", edit(SignatureFile, func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }), Malformed},
		{"too big", func(dir string) { os.Truncate(filepath.Join(dir, SignatureFile), 1<<20) }, Unreadable},
		{"folder for a file", func(dir string) {
			os.Remove(filepath.Join(dir, TableFile))
			os.Mkdir(filepath.Join(dir, TableFile), 0o755)
		}, Unreadable},
		{"signed by another", func(dir string) {
			files, _ := Load(dir)
			sig, _ := Sign(files, meta(built), other.private)
			os.WriteFile(filepath.Join(dir, SignatureFile), sig, 0o644)
		}, WrongKey},
	}
	if runtime.GOOS != "windows" {
		tests = append(tests, struct {
			name   string
			change func(dir string)
			fault  Fault
		}{"link", func(dir string) {
			path := filepath.Join(dir, TableFile)
			os.Rename(path, path+".real")
			os.Symlink(path+".real", path)
		}, Unreadable})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, k, meta(built))
			tt.change(dir)
			b, err := Open(dir, k.public, Options{Now: built})
			wantFault(t, err, tt.fault, dir)
			if b != nil {
				t.Error("a bundle came with the error")
			}
		})
	}
	_, err := Open("", k.public, Options{Now: built})
	wantFault(t, err, Missing, "--bundle")
	_, err = Open(filepath.Join(t.TempDir(), "no"), k.public, Options{Now: built})
	wantFault(t, err, Missing, "no bundle folder")
}

func TestAge(t *testing.T) {
	k := newKeys(t)
	dir := write(t, k, meta(built))
	_, err := Open(dir, k.public, Options{Now: built.Add(Lifetime)})
	wantFault(t, err, Expired, "2027-02-28")
	_, err = Open(dir, k.public, Options{})
	wantFault(t, err, Expired, "not known")
	_, err = Open(dir, k.public, Options{Now: built, MinVersion: built.Unix() + 1})
	wantFault(t, err, Older, "--bundle-min-version")
	if _, err = Open(dir, k.public, Options{Now: built.Add(Lifetime - time.Second), MinVersion: built.Unix()}); err != nil {
		t.Error(err)
	}
}

func TestSeen(t *testing.T) {
	k := newKeys(t)
	dir := write(t, k, meta(built))
	m := &memory{versions: map[string]int64{}}
	for range 2 {
		if _, err := Open(dir, k.public, Options{Now: built, Seen: m}); err != nil {
			t.Fatal(err)
		}
	}
	if m.writes != 1 {
		t.Errorf("%d writes, want one: only a higher version is written", m.writes)
	}

	// An older bundle put back into the same folder is refused.
	old := write(t, k, meta(built.Add(-time.Hour)))
	for _, name := range []string{SignatureFile, TableFile} {
		data, _ := os.ReadFile(filepath.Join(old, name))
		os.WriteFile(filepath.Join(dir, name), data, 0o644)
	}
	_, err := Open(dir, k.public, Options{Now: built, Seen: m})
	wantFault(t, err, Older, "was in use here")

	// Another folder has its own memory.
	if _, err := Open(old, k.public, Options{Now: built, Seen: m}); err != nil {
		t.Error(err)
	}

	m.readErr = errors.New("torn")
	_, err = Open(old, k.public, Options{Now: built, Seen: m})
	wantFault(t, err, NoMemory, "torn")

	full := &memory{writeErr: errors.New("disk full")}
	if _, err := Open(dir, k.public, Options{Now: built, Seen: full}); err != nil {
		t.Errorf("a memory that cannot be written changed the answer: %v", err)
	}
}

func TestVerify(t *testing.T) {
	k := newKeys(t)
	dir := write(t, k, meta(built))
	_, files, err := Verify(dir, k.public, built)
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644)
	_, _, err = Verify(dir, k.public, built)
	wantFault(t, err, Extra, "notes.txt")
	os.Remove(filepath.Join(dir, "notes.txt"))
	os.WriteFile(filepath.Join(dir, ProfileFile), []byte("{}"), 0o644)
	_, _, err = Verify(dir, k.public, built)
	wantFault(t, err, Changed, ProfileFile)
	// A tool call does not read the profile, so it does not see that.
	if _, err := Open(dir, k.public, Options{Now: built}); err != nil {
		t.Error(err)
	}
}

func TestSignRefuses(t *testing.T) {
	k := newKeys(t)
	both := map[string][]byte{ProfileFile: nil, TableFile: nil}
	m := meta(built)
	tests := []struct {
		name  string
		files map[string][]byte
		meta  Meta
		key   string
		fault Fault
	}{
		{"verifier as key", both, m, k.public, BadKey},
		{"no table", map[string][]byte{ProfileFile: nil}, m, k.private, Malformed},
		{"unknown file", map[string][]byte{ProfileFile: nil, TableFile: nil, "a/../b": nil}, m, k.private, Malformed},
		{"name of another tenant", both, Meta{Tenant: "acme", Name: "evil/app", Version: 1}, k.private, Malformed},
		{"line break in the name", both, Meta{Tenant: "acme", Name: "acme/a\nversion 9", Version: 1}, k.private, Malformed},
		{"no version", both, Meta{Tenant: "acme", Name: "acme/a"}, k.private, Malformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Sign(tt.files, tt.meta, tt.key)
			wantFault(t, err, tt.fault, "")
		})
	}
}

func TestParseText(t *testing.T) {
	k := newKeys(t)
	b, err := Open(write(t, k, meta(built)), k.public, Options{Now: built})
	if err != nil {
		t.Fatal(err)
	}
	good := b.Meta.text()
	tests := []struct {
		name, text string
		fault      Fault
	}{
		{"newer format", strings.Replace(good, "bundle 1", "bundle 2", 1), NewFormat},
		{"unknown line", good + "only weekdays\n", Malformed},
		{"tenant twice", strings.Replace(good, "tenant acme\n", "tenant acme\ntenant acme\n", 1), Malformed},
		{"leading zero", strings.Replace(good, "version ", "version 0", 1), Malformed},
		{"no table", good[:strings.Index(good, "file rules")], Malformed},
		{"upper-case digest", strings.Replace(good, "sha256:", "SHA256:", 1), Malformed},
		{"something else", "go.sum database tree\n1\n", Malformed},
		{"empty", "", Malformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseText(tt.text)
			wantFault(t, err, tt.fault, "")
		})
	}
}

func FuzzParseText(f *testing.F) {
	f.Add("tempa bundle 1\ntenant a\nname a/b\nversion 1\nexpires 2027-02-28T09:00:00Z\nfile profile.json sha256:" +
		strings.Repeat("0", 64) + " 1\nfile rules.table sha256:" + strings.Repeat("a", 64) + " 2\n")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := parseText(s)
		if err == nil && m.text() != s {
			t.Errorf("two texts for one bundle: %q", s)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	k := newKeys(b)
	dir := write(b, k, meta(built))
	for b.Loop() {
		if _, err := Open(dir, k.public, Options{Now: built}); err != nil {
			b.Fatal(err)
		}
	}
}
