package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/bundle"
)

var _ bundle.Seen = Dir{}

var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

func newDir(t *testing.T) Dir { return At(filepath.Join(t.TempDir(), "home", Folder)) }

func wantMode(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != mode {
		t.Errorf("%s has mode %04o, want %04o", path, info.Mode().Perm(), mode)
	}
}

func TestModes(t *testing.T) {
	d := newDir(t)
	d.SaveSession("s", Session{})
	d.Claim("k", now)
	d.Spool(Record{At: now})
	d.Log(LogEntry{At: now})
	d.Fired("codex", "PreToolUse", now)
	d.SaveSeenVersion("k", "f", 1)
	d.SaveFailMode("l", "deny")
	files := 0
	filepath.WalkDir(d.Path(), func(path string, e os.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		if e.IsDir() {
			wantMode(t, path, 0o700)
			return nil
		}
		files++
		wantMode(t, path, 0o600)
		return nil
	})
	if files != 8 {
		t.Errorf("%d files, want 8", files)
	}
}

func TestCheck(t *testing.T) {
	d := newDir(t)
	if err := d.Check(); err != nil {
		t.Errorf("a folder that is not there: %v", err)
	}
	d.SaveSession("s", Session{})
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	os.Chmod(d.Path(), 0o777)
	if err := d.Check(); err == nil || !strings.Contains(err.Error(), "chmod 700") {
		t.Errorf("a folder anybody may write in: %v", err)
	}
	file := filepath.Join(t.TempDir(), "f")
	os.WriteFile(file, nil, 0o600)
	if err := At(file).Check(); err == nil {
		t.Error("a file was taken for the state folder")
	}
	if os.Getuid() == 0 {
		os.Chmod(d.Path(), 0o700)
		os.Chown(d.Path(), 12345, -1)
		if err := d.Check(); err == nil || !strings.Contains(err.Error(), "belongs to user 12345") {
			t.Errorf("somebody else's folder: %v", err)
		}
	}
}

func TestFileName(t *testing.T) {
	tests := []struct {
		id    string
		plain bool
	}{
		{"abc-DEF_123", true},
		{strings.Repeat("a", 128), true},
		{strings.Repeat("a", 129), false},
		{"", false},
		{"../../etc/passwd", false},
		{"a/b", false},
		{`a\b`, false},
		{"a.b", false},
		{"é", false},
		{"a\x00", false},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		name := fileName(tt.id)
		if (name == tt.id) != tt.plain || seen[name] || filepath.Base(name) != name || len(name) > 128 {
			t.Errorf("%q became %q", tt.id, name)
		}
		seen[name] = true
	}
}

func TestSession(t *testing.T) {
	d := newDir(t)
	if s, err := d.Session("a/b"); err != nil || s.Harness != "" {
		t.Errorf("a session that never was: %+v, %v", s, err)
	}
	want := Session{Harness: "codex", Account: &Account{Kind: "personal", Action: "ask"}, Asked: []string{"account"}, DecideRetryAt: now}
	if err := d.SaveSession("a/b", want); err != nil {
		t.Fatal(err)
	}
	got, err := d.Session("a/b")
	if err != nil || fmt.Sprintf("%+v", *got.Account) != fmt.Sprintf("%+v", *want.Account) || !got.DecideRetryAt.Equal(now) {
		t.Errorf("got %+v, %v", got, err)
	}
	d.Write(sessionFile("torn"), []byte(`{"harness":`))
	if _, err := d.Session("torn"); err == nil {
		t.Error("a damaged session was read as an empty one")
	}
	d.Write(sessionFile("odd"), []byte(`{"harness":"codex","asked":["account"],"recorded":1}`))
	if s, err := d.Session("odd"); err == nil || s.Harness != "" || s.Asked != nil {
		t.Errorf("of a damaged session something stayed: %+v, %v", s, err)
	}
	if err := d.RemoveSession("a/b"); err != nil {
		t.Error(err)
	}
	if err := d.RemoveSession("a/b"); err != nil {
		t.Errorf("removing twice: %v", err)
	}
}

// Sessions whose client tells no id share nothing.
func TestSessionWithoutID(t *testing.T) {
	d := newDir(t)
	if err := d.SaveSession("", Session{Asked: []string{"account"}}); err == nil {
		t.Error("a session without an id was saved")
	}
	if s, err := d.Session(""); err != nil || len(s.Asked) != 0 {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestClaim(t *testing.T) {
	d := newDir(t)
	now := time.Now()
	claim := func(at time.Time) bool {
		t.Helper()
		won, err := d.Claim("k", at)
		if err != nil {
			t.Fatal(err)
		}
		return won
	}
	if !claim(now) || claim(now) || claim(now.Add(9*time.Second)) {
		t.Error("the first claim does not hold for ten seconds")
	}
	if !claim(now.Add(11 * time.Second)) {
		t.Error("a stale claim holds")
	}
	if won, _ := d.Claim("other", now); !won {
		t.Error("another key is claimed")
	}
}

func TestClaimWithoutFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	os.WriteFile(file, nil, 0o600)
	if won, err := At(file).Claim("k", now); !won || err == nil {
		t.Errorf("got %v, %v: who cannot tell has to report", won, err)
	}
}

// A stale claim that cannot be moved, on a read-only disk say, holds nobody back.
func TestStaleClaimThatStays(t *testing.T) {
	d := newDir(t)
	d.Claim("k", time.Now())
	inTheWay := d.Path("claims", hash("k")+"-"+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	if won, err := d.Claim("k", time.Now().Add(time.Minute)); !won || err != nil {
		t.Errorf("got %v, %v: nobody reports any more", won, err)
	}
}

func TestClaimAtOnce(t *testing.T) {
	for range 20 {
		d := newDir(t)
		d.Claim("k", time.Now())
		var wins atomic.Int32
		later := time.Now().Add(time.Minute)
		together(16, func(int) {
			if won, _ := d.Claim("fresh", time.Now()); won {
				wins.Add(1)
			}
			d.Claim("k", later)
		})
		if wins.Load() != 1 {
			t.Errorf("%d processes won one claim", wins.Load())
		}
	}
}

func together(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

func TestSpoolLine(t *testing.T) {
	d := newDir(t)
	r := Record{At: now, Event: "policy.decision", SessionID: "s", Repo: "git.example/o/r", Attributes: map[string]any{"decision": "deny"}}
	for range 2 {
		if err := d.Spool(r); err != nil {
			t.Fatal(err)
		}
	}
	const line = `{"at":"2026-11-30T09:00:00Z","event":"policy.decision","session_id":"s","repo":"git.example/o/r","attributes":{"decision":"deny"}}` + "\n"
	if got, err := d.Read(filepath.Join("spool", "2026-11-30.jsonl")); err != nil || string(got) != line+line {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestSpoolTorn(t *testing.T) {
	d := newDir(t)
	d.Spool(Record{At: now, Event: "one"})
	path := d.Path("spool", "2026-11-30.jsonl")
	f, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString(`{"at":"2026-11-30T09:00`)
	f.Close()
	d.Spool(Record{At: now, Event: "two"})
	var events []string
	err := d.Ship(func(lines [][]byte) error {
		for _, line := range lines {
			var r Record
			if err := json.Unmarshal(line, &r); err != nil {
				t.Error(err)
			}
			events = append(events, r.Event)
		}
		return nil
	})
	if err != nil || strings.Join(events, " ") != "one two" {
		t.Errorf("got %q, %v", events, err)
	}
	if left, _ := os.ReadDir(d.Path("spool")); len(left) != 0 {
		t.Errorf("%d files are left after shipping", len(left))
	}
}

func TestSpoolCaps(t *testing.T) {
	d := newDir(t)
	if err := d.Spool(Record{At: now, Event: strings.Repeat("x", maxLine)}); err == nil {
		t.Error("a line without bound was taken")
	}
	d.Spool(Record{At: now})
	os.Truncate(d.Path("spool", "2026-11-30.jsonl"), spoolLimit)
	if err := d.Spool(Record{At: now}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("got %v", err)
	}
}

// What a client chose freely does not keep a line out: its beginning is told.
func TestLongNames(t *testing.T) {
	d := newDir(t)
	long := strings.Repeat("é", maxLine)
	if err := d.Spool(Record{At: now, SessionID: long, Attributes: map[string]any{"tool": long, "policy_ids": []string{"p"}}}); err != nil {
		t.Error(err)
	}
	if err := d.Log(LogEntry{At: now, Event: long, Session: long, Error: long}); err != nil {
		t.Error(err)
	}
	var r Record
	data, _ := d.Read("spool/2026-11-30.jsonl")
	want := strings.Repeat("é", 256) + "…"
	if err := json.Unmarshal(data, &r); err != nil || r.SessionID != want || r.Attributes["tool"] != want {
		t.Errorf("got %.700s, %v", data, err)
	}
}

func TestShipFails(t *testing.T) {
	d := newDir(t)
	d.Spool(Record{At: now, Event: "one"})
	offline := errors.New("offline")
	if err := d.Ship(func([][]byte) error { return offline }); !errors.Is(err, offline) {
		t.Errorf("got %v", err)
	}
	d.Spool(Record{At: now, Event: "two"})
	total := 0
	for range 2 {
		if err := d.Ship(func(lines [][]byte) error { total += len(lines); return nil }); err != nil {
			t.Error(err)
		}
	}
	if total != 2 {
		t.Errorf("%d lines came through, want 2", total)
	}
}

// No line is lost, torn or sent twice while hooks add and shippers ship.
func TestSpoolAtOnce(t *testing.T) {
	d := newDir(t)
	const writers, each = 8, 50
	var mu sync.Mutex
	got := map[string]int{}
	ship := func() {
		d.Ship(func(lines [][]byte) error {
			mu.Lock()
			defer mu.Unlock()
			for _, line := range lines {
				got[string(line)]++
			}
			return nil
		})
	}
	together(writers+2, func(i int) {
		for j := range each {
			if i >= writers {
				ship()
				continue
			}
			if err := d.Spool(Record{At: now, Event: fmt.Sprint(i, "-", j)}); err != nil {
				t.Error(err)
			}
		}
	})
	ship()
	ship()
	if len(got) != writers*each {
		t.Errorf("%d lines, want %d", len(got), writers*each)
	}
	for line, n := range got {
		if n != 1 {
			t.Errorf("%d times: %s", n, line)
		}
	}
}

// Several shippers that set a file aside at once lose nothing of it.
func TestShipAtOnce(t *testing.T) {
	d := newDir(t)
	const writers, shippers, each = 4, 8, 200
	var got atomic.Int32
	ship := func() {
		if err := d.Ship(func(lines [][]byte) error { got.Add(int32(len(lines))); return nil }); err != nil {
			t.Error(err)
		}
	}
	together(writers+shippers, func(i int) {
		for range each {
			if i >= writers {
				ship()
			} else if err := d.Spool(Record{At: now}); err != nil {
				t.Error(err)
			}
		}
	})
	ship()
	if got.Load() != writers*each {
		t.Errorf("%d lines came through, want %d", got.Load(), writers*each)
	}
	if left, _ := os.ReadDir(d.Path("spool")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// While the server cannot be reached, one file waits beside the day's.
func TestShipOffline(t *testing.T) {
	d := newDir(t)
	for range 3 {
		d.Spool(Record{At: now})
		if err := d.Ship(func([][]byte) error { return errors.New("offline") }); err == nil {
			t.Error("nobody hears that nothing was sent")
		}
	}
	if files, _ := os.ReadDir(d.Path("spool")); len(files) != 2 {
		t.Errorf("%d files: %v", len(files), files)
	}
}

func TestWriteAtOnce(t *testing.T) {
	d := newDir(t)
	want := [][]byte{bytes.Repeat([]byte("a"), 9000), bytes.Repeat([]byte("b"), 9000)}
	d.Write("state.json", want[0])
	together(8, func(i int) {
		for range 30 {
			if i%2 == 0 {
				if err := d.Write("state.json", want[i/2%2]); err != nil {
					t.Error(err)
				}
				continue
			}
			if data, err := d.Read("state.json"); err != nil || !bytes.Equal(data, want[0]) && !bytes.Equal(data, want[1]) {
				t.Errorf("read %d bytes, %v", len(data), err)
			}
		}
	})
	if entries, _ := os.ReadDir(d.Path()); len(entries) != 1 {
		t.Errorf("%d files, want one: temporary files are left", len(entries))
	}
}

func TestFired(t *testing.T) {
	d := newDir(t)
	if last, err := d.LastFired("codex"); last != nil || err != nil {
		t.Errorf("got %v, %v", last, err)
	}
	d.Fired("codex", "PreToolUse", now.Add(-time.Hour))
	d.Fired("codex", "PreToolUse", now)
	last, err := d.LastFired("codex")
	if err != nil || len(last) != 1 || !last["PreToolUse"].Equal(now) {
		t.Errorf("got %v, %v", last, err)
	}
}

func TestSeen(t *testing.T) {
	d := newDir(t)
	if v, err := d.SeenVersion("k", "f"); v != 0 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
	d.SaveSeenVersion("k", "f", 42)
	if v, err := d.SeenVersion("k", "f"); v != 42 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
	for _, bad := range []string{"", "x", "-1", "4 2", "99999999999999999999"} {
		d.Write(seenFile("k", "f"), []byte(bad))
		if v, err := d.SeenVersion("k", "f"); err == nil {
			t.Errorf("%q was read as %d", bad, v)
		}
	}
}

func TestFailMode(t *testing.T) {
	d := newDir(t)
	if m, err := d.FailMode("l"); m != "" || err != nil {
		t.Errorf("got %q, %v", m, err)
	}
	d.SaveFailMode("l", "deny")
	d.SaveFailMode("m", "ask")
	if m, err := d.FailMode("l"); m != "deny" || err != nil {
		t.Errorf("got %q, %v", m, err)
	}
	d.Write(failModesFile, []byte("{"))
	if _, err := d.FailMode("l"); err == nil {
		t.Error("a damaged file was read as no fail mode")
	}
	if err := d.SaveFailMode("l", "ask"); err != nil {
		t.Error(err)
	}
}

func TestPrune(t *testing.T) {
	d := newDir(t)
	now := time.Now()
	d.SaveSession("old", Session{})
	d.SaveSession("new", Session{Repo: "r"})
	past := now.Add(-8 * 24 * time.Hour)
	os.Chtimes(d.Path(sessionFile("old")), past, past)
	if err := d.Prune(now); err != nil {
		t.Error(err)
	}
	if _, err := d.Read(sessionFile("old")); err == nil {
		t.Error("a session of last week is left")
	}
	if s, _ := d.Session("new"); s.Repo != "r" {
		t.Error("a fresh session is gone")
	}
}

// A file from the future is of a clock that was wrong.
func TestPruneFuture(t *testing.T) {
	d := newDir(t)
	now := time.Now()
	d.SaveSession("soon", Session{})
	d.SaveSession("far", Session{})
	d.Claim("k", now)
	for file, at := range map[string]time.Time{
		sessionFile("soon"): now.Add(time.Hour), sessionFile("far"): now.Add(8 * 24 * time.Hour),
		filepath.Join("claims", hash("k")): now.Add(2 * time.Minute),
	} {
		os.Chtimes(d.Path(file), at, at)
	}
	if err := d.Prune(now); err != nil {
		t.Error(err)
	}
	sessions, _ := os.ReadDir(d.Path("sessions"))
	claims, _ := os.ReadDir(d.Path("claims"))
	if len(sessions) != 1 || sessions[0].Name() != "soon.json" || len(claims) != 0 {
		t.Errorf("left: %v, %v", sessions, claims)
	}
}

// What a killed process left half written goes, files of others stay.
func TestPruneLeavings(t *testing.T) {
	d := newDir(t)
	elsewhere := t.TempDir()
	past := time.Now().Add(-8 * 24 * time.Hour)
	old := func(file string) string {
		os.MkdirAll(filepath.Dir(file), 0o700)
		os.WriteFile(file, nil, 0o600)
		os.Chtimes(file, past, past)
		return file
	}
	gone := []string{
		old(d.Path(".tmp-1")), old(d.Path("seen", ".tmp-2")), old(d.Path("claims", "c")),
		old(d.Path("local", ".tmp-3")), old(d.Path("render", ".tmp-4")),
	}
	stay := []string{
		old(d.Path("config.json")), old(d.Path("seen", "s")), old(filepath.Join(elsewhere, "theirs")),
		old(d.Path("local", "rules.table")), old(d.Path("render", "r.json")),
	}
	if err := os.Symlink(elsewhere, d.Path("sessions")); err != nil {
		t.Skip(err)
	}
	if err := d.Prune(time.Now()); err != nil {
		t.Error(err)
	}
	for _, file := range gone {
		if _, err := os.Lstat(file); err == nil {
			t.Errorf("%s is left", file)
		}
	}
	for _, file := range stay {
		if _, err := os.Lstat(file); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkSpool(b *testing.B) {
	d := At(b.TempDir())
	r := Record{At: now, Event: "policy.decision", Attributes: map[string]any{"decision": "deny"}}
	for b.Loop() {
		os.Truncate(d.Path("spool", "2026-11-30.jsonl"), 0)
		if err := d.Spool(r); err != nil {
			b.Fatal(err)
		}
	}
}

func TestPending(t *testing.T) {
	d := newDir(t)
	if got, err := d.TakePending("s"); got != nil || err != nil {
		t.Errorf("nothing waits: %q, %v", got, err)
	}
	for _, text := range []string{"a\nb", "c", "a\nb"} {
		if err := d.AddPending("s", text); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.AddPending("../other", "x"); err != nil {
		t.Fatal(err)
	}
	if got, err := d.TakePending("s"); !slices.Equal(got, []string{"a\nb", "c"}) || err != nil {
		t.Errorf("took %q, %v", got, err)
	}
	if got, err := d.TakePending("s"); got != nil || err != nil {
		t.Errorf("took %q again, %v", got, err)
	}
	if got, err := d.TakePending("../other"); !slices.Equal(got, []string{"x"}) || err != nil {
		t.Errorf("took %q, %v", got, err)
	}
}

// Texts that are added and taken at once are taken once each.
func TestPendingAtOnce(t *testing.T) {
	d := newDir(t)
	const n = 200
	var adding, taking sync.WaitGroup
	got := make(chan string, 2*n)
	done := make(chan struct{})
	for range 4 {
		taking.Go(func() {
			for last := false; !last; {
				select {
				case <-done:
					last = true
				default:
				}
				texts, err := d.TakePending("s")
				if err != nil {
					t.Error(err)
				}
				for _, text := range texts {
					got <- text
				}
			}
		})
	}
	for i := range n {
		adding.Go(func() {
			if err := d.AddPending("s", fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	adding.Wait()
	close(done)
	taking.Wait()
	close(got)
	seen := map[string]int{}
	for text := range got {
		seen[text]++
	}
	if len(seen) != n {
		t.Errorf("%d texts arrived, want %d", len(seen), n)
	}
	for text, times := range seen {
		if times != 1 {
			t.Errorf("%q arrived %d times", text, times)
		}
	}
}

// Of versions that are remembered at once the highest stays.
func TestSeenVersionAtOnce(t *testing.T) {
	d := newDir(t)
	var all sync.WaitGroup
	for v := range int64(40) {
		all.Go(func() {
			if err := d.SaveSeenVersion("key", "/folder", v+1); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if v, err := d.SeenVersion("key", "/folder"); v != 40 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}
