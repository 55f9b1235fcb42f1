package cli

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

func TestThrown(t *testing.T) {
	deep := []string{"hooksConfig", "enabled"}
	tests := []struct {
		name, file string
		path       []string
		off        harness.Test
		content    string
		want       bool
	}{
		{"on", "x.json", []string{"off"}, harness.OffWhenTrue, `{"off":true}`, true},
		{"off", "x.json", []string{"off"}, harness.OffWhenTrue, `{"off":false}`, false},
		{"another type", "x.json", []string{"off"}, harness.OffWhenTrue, `{"off":"yes"}`, true},
		{"absent", "x.json", []string{"off"}, harness.OffWhenTrue, `{}`, false},
		{"null", "x.json", []string{"off"}, harness.OffWhenTrue, `{"off":null}`, false},
		{"false", "x.json", deep, harness.OffWhenFalse, `{"hooksConfig":{"enabled":false}}`, true},
		{"true", "x.json", deep, harness.OffWhenFalse, `{"hooksConfig":{"enabled":true}}`, false},
		{"no object on the way", "x.json", deep, harness.OffWhenFalse, `{"hooksConfig":1}`, false},
		{"comments", "x.json", deep, harness.OffWhenFalse, "{ // a \"comment\"\n\"hooksConfig\": /* x */ {\"enabled\": false}, \"u\": \"http://x\"}", true},
		{"unreadable and named", "x.json", deep, harness.OffWhenFalse, `{"hooksConfig":{"enabled":false},}`, true},
		{"unreadable and not named", "x.json", deep, harness.OffWhenFalse, `{"a":1,}`, false},
		{"listed", "x.json", []string{"disabled"}, harness.OffWhenListed, `{"disabled":["a","Tempa"]}`, true},
		{"not listed", "x.json", []string{"disabled"}, harness.OffWhenListed, `{"disabled":["a"]}`, false},
		{"an empty list", "x.json", []string{"disabled"}, harness.OffWhenListed, `{"disabled":[]}`, false},
		{"no list", "x.json", []string{"disabled"}, harness.OffWhenListed, `{"disabled":"*"}`, true},
		{"plugin off", "x.json", []string{"plugins"}, harness.OffWhenPluginFalse, `{"plugins":{"tempa@market":false}}`, true},
		{"plugin on", "x.json", []string{"plugins"}, harness.OffWhenPluginFalse, `{"plugins":{"tempa@market":true,"x@market":false}}`, false},
		{"toml off", "x.toml", []string{"features", "hooks"}, harness.OffWhenFalse, "[features]\nhooks = false\n", true},
		{"toml on", "x.toml", []string{"features", "hooks"}, harness.OffWhenFalse, "[features]\nhooks = true\n", false},
		{"toml absent", "x.toml", []string{"features", "hooks"}, harness.OffWhenFalse, "[other]\nhooks = false\n", false},
		{"toml of another kind", "x.toml", []string{"features", "hooks"}, harness.OffWhenFalse, "a = '''\n'''\n[features]\nhooks = false\n", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := thrown(harness.Switch{File: tt.file, Path: tt.path, Off: tt.off}, []byte(tt.content)); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestSwitchPlaces(t *testing.T) {
	files := map[string]string{
		"/home/dev/.x/s.json": `{"off":true}`,
		"/repo/.x/s.json":     `{"off":true}`,
		"/etc/x.json":         `{"off":false}`,
	}
	s := switchReader{home: "/home/dev", project: "/repo", getenv: func(name string) string {
		return map[string]string{"MOVED": "/elsewhere"}[name]
	}, read: func(file string) ([]byte, error) {
		text, ok := files[strings.ReplaceAll(file, `\`, "/")]
		switch {
		case strings.HasSuffix(file, "secret.json"):
			return nil, fs.ErrPermission
		case !ok:
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}}
	list := []harness.Switch{
		{File: "~/.x/s.json", Path: []string{"off"}, Means: "one"},
		{File: "./.x/s.json", Path: []string{"off"}, Means: "two"},
		{File: "/etc/x.json", Path: []string{"off"}, Means: "three"},
		{File: "~/none.json", Path: []string{"off"}, Means: "four"},
		{File: "~/secret.json", Path: []string{"off"}, Means: "five"},
		{Path: []string{"MOVED"}, Off: harness.OffWhenSet, Means: "six"},
		{Path: []string{"OTHER"}, Off: harness.OffWhenSet, Means: "seven"},
	}
	got := strings.Join(s.off(list), "\n")
	for want, there := range map[string]bool{"one": true, "two": true, "three": false, "four": false, "cannot be read": true, "MOVED is set: six": true, "seven": false} {
		if strings.Contains(got, want) != there {
			t.Errorf("%q: want %v in\n%s", want, there, got)
		}
	}
	s.home, s.project = "", ""
	if got := s.off(list[:2]); len(got) != 0 {
		t.Errorf("without a home and a project: %q", got)
	}
}

// dated is a client with promises of some versions.
type dated struct{ fake }

func (dated) Switches() []harness.Switch { return nil }
func (dated) Needs() []harness.Need {
	return []harness.Need{{Version: "1.2.0", Means: "hooks do not block"}, {Version: "2.0.0", Means: "nobody is asked"}}
}

func TestCheckVersion(t *testing.T) {
	d := newDesk(t)
	tests := []struct {
		h       harness.Dialect
		version string
		ok      bool
		says    string
	}{
		{dated{}, "2.0.0", true, "Fake 2.0.0"},
		{dated{}, "1.10.0", false, "before 2.0.0 nobody is asked"},
		{dated{}, "1.1.9", false, "before 1.2.0 hooks do not block; before 2.0.0"},
		{dated{}, "", true, "was not asked"},
		{dated{}, "1.0; rm", true, "was not asked"},
		{fake{}, "0.0.1", true, "Fake 0.0.1"},
	}
	for _, tt := range tests {
		f := (&run{Env: d.Env, dialect: tt.h}).checkVersion(tt.version)
		if (f.Level != bad) != tt.ok || !strings.Contains(f.Text, tt.says) {
			t.Errorf("%q: %+v, want %q", tt.version, f, tt.says)
		}
	}
	if f := (&run{Env: d.Env, dialect: fake{}}).checkSwitches(""); f[0].Level != good {
		t.Errorf("%+v", f)
	}
}

func FuzzWithoutComments(f *testing.F) {
	f.Add("{ // a\n \"x\": \"// b\\\"\" /* c */ }")
	f.Fuzz(func(t *testing.T, text string) {
		if out := withoutComments([]byte(text)); len(out) > len(text) {
			t.Errorf("%q became %q", text, out)
		}
	})
}
