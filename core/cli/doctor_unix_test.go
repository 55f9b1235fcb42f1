//go:build unix

package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/diagnosis"
)

func TestExpiry(t *testing.T) {
	tests := []struct {
		left  time.Duration
		level diagnosis.Level
		says  string
	}{
		{60 * 24 * time.Hour, good, "bundle"},
		{13 * 24 * time.Hour, warn, "it ends on"},
		{-time.Hour, bad, "every judged call is blocked"},
	}
	for _, tt := range tests {
		now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		m := meta(now)
		m.Expires = now.Add(tt.left)
		p := newProject(t, m, nil)
		r := &run{Env: p.Env, dialect: fake{}}
		got := r.checkPolicy(&policyFlags{bundle: p.bundle, key: p.key})
		if len(got) != 1 || got[0].Level != tt.level || !strings.Contains(got[0].Text, tt.says) {
			t.Errorf("%v: %+v", tt.left, got)
		}
	}
}

func TestCheckRepo(t *testing.T) {
	d := newDesk(t)
	r := &run{Env: d.Env, dialect: cloud{}}
	if got := r.checkRepo(); len(got) != 1 || got[0].Text != "none" {
		t.Errorf("%+v", got)
	}
	put(t, filepath.Join(d.Home, ".github/hooks/tempa.json"), `{"hooks":{"x":"tempa"}}`)
	if got := r.checkRepo(); len(got) != 1 || got[0].Level != good || !strings.Contains(got[0].Text, "in the cloud") {
		t.Errorf("%+v", got)
	}
	if got := (&run{Env: d.Env, dialect: fake{}}).checkRepo(); got != nil {
		t.Errorf("%+v", got)
	}
}
