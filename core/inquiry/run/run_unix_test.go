//go:build unix

package run

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/inquiry"
)

// machine has one client, a script.
func machine(t *testing.T, script string) Machine {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, "client")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return Machine{Home: home, Find: func(program string) []string {
		if program != "client" {
			return nil
		}
		return []string{file}
	}}
}

var both = inquiry.Request{Login: []string{"client", "auth", "status"}, Version: []string{"client", "--version"}}

func TestAnswer(t *testing.T) {
	got := Answer(context.Background(), machine(t, `echo "$*"`), both)
	if want := (inquiry.Findings{Login: "auth status\n", Version: "--version\n"}); got != want {
		t.Errorf("found %+v, want %+v", got, want)
	}
}

func TestAnswerOnlyWhatIsAsked(t *testing.T) {
	m := machine(t, `echo "$*"`)
	if got := Answer(context.Background(), m, inquiry.Request{Version: both.Version}); got.Login != "" || got.Version == "" {
		t.Errorf("found %+v", got)
	}
	if got := Answer(context.Background(), m, inquiry.Request{Login: []string{"another", "auth"}}); got != (inquiry.Findings{}) {
		t.Errorf("a client that is not there: %+v", got)
	}
}

// A client that nobody is logged in to says so with status 1 (claude-code
// 2.1.332); what one prints before it fails otherwise is no answer.
func TestAnswerByStatus(t *testing.T) {
	for status, want := range map[string]string{"1": "none\n", "3": ""} {
		if got := Answer(context.Background(), machine(t, `echo none; exit `+status), both); got.Login != want {
			t.Errorf("status %s: found %+v", status, got)
		}
	}
	if got := Answer(context.Background(), machine(t, `echo none; kill -9 $$`), both); got != (inquiry.Findings{}) {
		t.Errorf("killed: found %+v", got)
	}
}

func TestAnswerInheritsNothing(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "a secret")
	t.Setenv("PATH", "/repo/bin")
	m := machine(t, `echo "$HOME[$ANTHROPIC_API_KEY]$PATH"`)
	if got, want := Answer(context.Background(), m, both).Login, m.Home+"[]"+m.Home+":"+systemPath+"\n"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

// gemini-cli 0.61.0 is a wrapper that ignores SIGTERM, with the client as its
// child. One that hangs does not take the other's answer away.
func TestAnswerKillsAWrapper(t *testing.T) {
	m := machine(t, `[ "$1" = --version ] && echo 1.2.3 && exit
trap '' TERM INT HUP
sh -c 'trap "" TERM INT HUP; while :; do sleep 1; done' &
wait`)
	start := time.Now()
	got := Answer(context.Background(), m, both)
	if want := (inquiry.Findings{Version: "1.2.3\n"}); got != want {
		t.Errorf("found %+v, want %+v", got, want)
	}
	if d := time.Since(start); d >= inquiry.Limit {
		t.Errorf("it took %v", d)
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
