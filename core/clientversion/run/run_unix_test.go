//go:build unix

package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/state"
)

var now = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

type fake struct{}

func (fake) Info() *harness.Info                                   { return &harness.Info{Name: "fake"} }
func (fake) Decode(*payload.Object, string) (*event.Event, error)  { return nil, nil }
func (fake) Encode(*event.Event, decision.Decision) harness.Answer { return harness.Answer{} }
func (fake) VersionCommand() []string                              { return []string{"fake", "--version"} }
func (fake) ParseVersion(s string) string                          { return clientversion.Plain(s) }
func (fake) VersionFromEnv(func(string) string, string) string     { return "" }

// client writes a program that notes each run in a file beside it.
func client(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "fake")
	if err := os.WriteFile(file, []byte("#!/bin/sh\necho run >>\"$0.runs\"\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

func runs(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(file + ".runs")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Count(string(data), "run\n")
}

func request(t *testing.T, file string) Request {
	return Request{State: state.At(filepath.Join(t.TempDir(), state.Folder)), Dialect: fake{}, Client: []string{file}, Env: []string{"PATH=/usr/bin:/bin"}, Now: now, Limit: 5 * time.Second}
}

func TestUpdate(t *testing.T) {
	file := client(t, `[ "$*" = --version ] && echo 1.2.3`)
	r := request(t, file)
	for i, at := range []time.Duration{0, time.Hour, 23 * time.Hour, 25 * time.Hour} {
		r.Now = now.Add(at)
		if err := Update(context.Background(), r); err != nil {
			t.Fatalf("after %v: %v", at, err)
		}
		if want := 1 + i/3; runs(t, file) != want {
			t.Errorf("after %v the client ran %d times, want %d", at, runs(t, file), want)
		}
	}
	if got := clientversion.Of(r.State, fake{}, nil, ""); got != "1.2.3" {
		t.Errorf("the version is %q", got)
	}
}

// A client that fails is asked once a day like any other.
func TestUpdateFails(t *testing.T) {
	for name, script := range map[string]string{"no version": "echo hello", "a failure": "echo 1.2.3; exit 3", "silence": ""} {
		t.Run(name, func(t *testing.T) {
			file := client(t, script)
			r := request(t, file)
			clientversion.Save(r.State, "fake", "1.0.0", now.Add(-48*time.Hour))
			if Update(context.Background(), r) == nil {
				t.Error("no error")
			}
			Update(context.Background(), r)
			if runs(t, file) != 1 {
				t.Errorf("the client ran %d times", runs(t, file))
			}
			if got := clientversion.Of(r.State, fake{}, nil, ""); got != "1.0.0" {
				t.Errorf("the last version is lost: %q", got)
			}
		})
	}
	r := request(t, "")
	r.Client = nil
	if err := Update(context.Background(), r); !errors.Is(err, errNoClient) {
		t.Errorf("no client: %v", err)
	}
}

// gemini-cli 0.61.0 is a wrapper that ignores SIGTERM, with the client as its
// child.
func TestUpdateKillsAWrapper(t *testing.T) {
	file := client(t, `trap '' TERM INT HUP
sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' &
wait`)
	r := request(t, file)
	r.Limit = 300 * time.Millisecond
	start := time.Now()
	err := Update(context.Background(), r)
	if d := time.Since(start); !errors.Is(err, child.ErrTooLate) || d > 3*time.Second {
		t.Errorf("Update = %v after %v", err, d)
	}
	if clientversion.Due(r.State, "fake", now.Add(time.Hour)) {
		t.Error("a client that hangs is asked again")
	}
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	name := "a-client-that-nobody-has"
	if got := Find(name, home, "linux"); got != nil {
		t.Errorf("found %q", got)
	}
	file := filepath.Join(home, ".local", "bin", name)
	os.MkdirAll(filepath.Dir(file), 0o700)
	os.WriteFile(file, nil, 0o600)
	if got := Find(name, home, "linux"); got != nil {
		t.Errorf("found a file that is no program: %q", got)
	}
	os.Chmod(file, 0o700)
	t.Setenv("PATH", "/nowhere")
	if got := Find(name, home, "linux"); !slices.Equal(got, []string{file}) {
		t.Errorf("found %q", got)
	}
}
