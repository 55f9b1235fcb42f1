package clientversion

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/state"
)

var now = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

func newDir(t *testing.T) state.Dir { return state.At(filepath.Join(t.TempDir(), state.Folder)) }

// silent is a client that tells nothing, telling one with a version of its own.
type silent struct{}

func (silent) Info() *harness.Info                                   { return &harness.Info{Name: "fake"} }
func (silent) Decode(*payload.Object, string) (*event.Event, error)  { return nil, nil }
func (silent) Encode(*event.Event, decision.Decision) harness.Answer { return harness.Answer{} }

type telling struct{ silent }

func (telling) VersionCommand() []string     { return []string{"fake", "--version"} }
func (telling) ParseVersion(s string) string { return Plain(s) }
func (telling) VersionFromEnv(getenv func(string) string, session string) string {
	if getenv("SESSION") != session {
		return ""
	}
	return Plain(getenv("VERSION"))
}

func TestRead(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"a version", `{"fake":{"version":"1.2.3","at":"2026-12-01T09:00:00Z"}}`, "1.2.3"},
		{"without a time", `{"fake":{"version":"1.2.3"}}`, "1.2.3"},
		{"a bare version", `{"fake":"1.2.3"}`, ""},
		{"a text that is no version", `{"fake":{"version":"1.2.3; rm -rf ~"}}`, ""},
		{"another client", `{"other":{"version":"1.2.3"}}`, ""},
		{"torn", `{"fake":{"version":"1.2`, ""},
		{"a list", `["1.2.3"]`, ""},
		{"a number", `{"fake":1.2}`, ""},
		{"null", `null`, ""},
		{"a null inside", `{"fake":null}`, ""},
		{"empty", ``, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDir(t)
			d.Write(file, []byte(tt.file))
			if got := Of(d, silent{}, nil, ""); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := Of(newDir(t), silent{}, nil, ""); got != "" {
		t.Errorf("without a file: %q", got)
	}
}

func TestOfPrefersThisSession(t *testing.T) {
	d := newDir(t)
	Save(d, "fake", "1.0.0", now)
	env := map[string]string{"SESSION": "s1", "VERSION": "2.0.0"}
	getenv := func(k string) string { return env[k] }
	if got := Of(d, telling{}, getenv, "s1"); got != "2.0.0" {
		t.Errorf("this session: %q", got)
	}
	if got := Of(d, telling{}, getenv, "s2"); got != "1.0.0" {
		t.Errorf("a variable of another session counts: %q", got)
	}
	if got := Of(d, silent{}, getenv, "s1"); got != "1.0.0" {
		t.Errorf("a client without variables: %q", got)
	}
}

func TestDue(t *testing.T) {
	d := newDir(t)
	if !Due(d, "fake", now) {
		t.Error("never asked and not due")
	}
	if err := Save(d, "fake", "1.0.0", now); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		after time.Duration
		want  bool
	}{{0, false}, {23 * time.Hour, false}, {24 * time.Hour, true}, {-time.Hour, true}}
	for _, tt := range tests {
		if got := Due(d, "fake", now.Add(tt.after)); got != tt.want {
			t.Errorf("after %v: %v", tt.after, got)
		}
	}
	if !Due(d, "other", now) {
		t.Error("another client is not due")
	}
}

func TestSave(t *testing.T) {
	d := newDir(t)
	d.Write(file, []byte(`{"other":{"version":"9.9.9"}}`))
	Save(d, "fake", "1.0.0", now)
	Save(d, "fake", "", now.Add(48*time.Hour))
	all := Read(d)
	if all["fake"].Version != "1.0.0" || !all["fake"].At.Equal(now.Add(48*time.Hour)) {
		t.Errorf("a failure loses the version: %+v", all["fake"])
	}
	if all["other"].Version != "9.9.9" {
		t.Errorf("another client's version is lost: %+v", all)
	}
	d.Write(file, []byte(`{`))
	if err := Save(d, "fake", "2.0.0", now); err != nil || Read(d)["fake"].Version != "2.0.0" {
		t.Errorf("a damaged file is not replaced: %v", err)
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"1.5.2": "1.5.2", " 0.61.0\n": "0.61.0", "0.36.0-preview.1": "0.36.0-preview.1", "1.2.3+build": "1.2.3+build",
		"": "", "v1.2.3": "", "1": "", "1.2.3 beta": "", "1.2.3\nx": "", "unknown": "", "1.é": "",
	} {
		if got := Plain(in); got != want {
			t.Errorf("Plain(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBetween(t *testing.T) {
	tests := []struct{ printed, before, after, want string }{
		{"2.1.332 (Claude Code)\n", "", " (Claude Code)", "2.1.332"},
		{"GitHub Copilot CLI 1.0.105.\nRun 'copilot update'.\n", "GitHub Copilot CLI ", ".", "1.0.105"},
		{"codex-cli 0.171.0\n", "codex-cli ", "", "0.171.0"},
		{"0.61.0", "", "", "0.61.0"},
		{"something else", "codex-cli ", "", ""},
		{"2.1.332", "", " (Claude Code)", ""},
		{"codex-cli \n1.2.3", "codex-cli ", "", ""},
		{"", "", "", ""},
	}
	for _, tt := range tests {
		if got := Between(tt.printed, tt.before, tt.after); got != tt.want {
			t.Errorf("Between(%q) = %q, want %q", tt.printed, got, tt.want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("codex-cli 0.171.0\nx")
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range []string{Plain(s), Between(s, "codex-cli ", ""), Between(s, "", ".")} {
			if v != "" && Plain(v) != v {
				t.Errorf("%q is no version", v)
			}
		}
	})
}
