//go:build unix

package authstatus

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
)

func client(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "claude")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStatus(t *testing.T) {
	args := []string{"auth", "status"}
	tests := []struct{ name, script, want string }{
		{"logged in", `[ "$*" = "auth status" ] && echo '{"authMethod":"claude.ai"}'`, `{"authMethod":"claude.ai"}`},
		{"not logged in", `echo '{"authMethod":"none"}'; exit 1`, `{"authMethod":"none"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := Status(context.Background(), client(t, tt.script), args, nil)
			if got := strings.TrimSpace(string(out)); got != tt.want || err != nil {
				t.Errorf("Status = %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestStatusFails(t *testing.T) {
	if out, err := Status(context.Background(), client(t, "exit 1"), nil, nil); err == nil || len(out) > 0 {
		t.Errorf("a silent failure: %q, %v", out, err)
	}
	if _, err := Status(context.Background(), filepath.Join(t.TempDir(), "claude"), nil, nil); err == nil {
		t.Error("a client that is not there has a status")
	}
}

func TestStatusTooLate(t *testing.T) {
	start := time.Now()
	_, err := Status(context.Background(), client(t, `trap '' TERM INT HUP; echo '{"authMethod":"claude.ai"}'; while :; do sleep 1; done`), nil, []string{"PATH=/usr/bin:/bin"})
	if d := time.Since(start); !errors.Is(err, child.ErrTooLate) || d > Limit+2*time.Second {
		t.Errorf("Status = %v after %v", err, d)
	}
}

func TestEnvironment(t *testing.T) {
	vars := map[string]string{
		"USER": "dev", "USE_CLOUD": "1", "API_KEY": "secret", "CLAUDE_CONFIG_DIR": "/repo/evil",
		"PATH": "/repo/bin", "HOME": "/repo", "LD_PRELOAD": "/repo/evil.so", "NODE_OPTIONS": "--require /repo/evil.js",
	}
	got := Environment(func(k string) string { return vars[k] }, "/home/dev", "/opt/claude/bin/claude", []string{"USE_CLOUD", "USE_OTHER"})
	want := []string{"HOME=/home/dev", "USERPROFILE=/home/dev", "PATH=/opt/claude/bin:" + systemPath, "LANG=C.UTF-8", "USER=dev", "USE_CLOUD=1"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
