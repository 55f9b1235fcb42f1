package codex

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
)

// The hashes are those that codex-cli 0.171.0 lists.
func TestHash(t *testing.T) {
	const line = "/usr/local/bin/tempa hook --harness codex"
	matcher := func(s string) *string { return &s }
	tests := []struct {
		event   string
		matcher *string
		timeout int
		want    string
	}{
		{"UserPromptSubmit", nil, 10, "5c34ab293ee9e2e09d4dbd8a27921f97fcda95fd1a47585b889ea665812ad7dd"},
		{"PreToolUse", nil, 10, "d5fae304296c6a2193a713fc2610252a877a8a971dc86304e95347bd45f4212d"},
		{"PreToolUse", matcher("*"), 10, "9525429194384902adba0668ca65e24a00cd76ee9f5ff938366a161206d72ea0"},
		{"Stop", nil, 30, "0d5f870967d7ac9b9b0e05bdf286e2879ec3c367ff0b8d9315b5670bc3409d43"},
		{"SessionEnd", nil, 3, "b3b6e6c854d4b1f8feacf52423cc0dd4e72929044bcaf546b0206f77cf32726e"},
		{"SessionEnd", nil, 60, "b3b6e6c854d4b1f8feacf52423cc0dd4e72929044bcaf546b0206f77cf32726e"},
	}
	for _, tt := range tests {
		if got := hash(tt.event, tt.matcher, line, tt.timeout); got != "sha256:"+tt.want {
			t.Errorf("%s: %s", tt.event, got)
		}
	}
}

func TestDistrust(t *testing.T) {
	const file, plugin = "/home/dev/.codex/hooks.json", "tempa@tempa"
	d := Dialect{}
	hooks, err := install.LinesOf(d, d, d.UserTable(), harness.Line{Program: "/home/dev/.tempa/bin/tempa-codex", Args: []string{"hook"}, GOOS: "linux"}).Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := definitions(hooks)
	if err != nil || len(lines) == 0 {
		t.Fatal(len(lines), err)
	}
	approve := func(source string) string {
		var b strings.Builder
		b.WriteString("model = \"x\"\n")
		for _, l := range lines {
			fmt.Fprintf(&b, "\n[hooks.state.%q]\ntrusted_hash = %q\n", source+l.key, l.hash)
		}
		return b.String()
	}
	all := approve(file)
	tests := []struct{ name, trust, plugin, want string }{
		{"approved", all, "", ""},
		{"never", "", "", "never approved"},
		{"another's approval", approve("/home/other/.codex/hooks.json"), "", "never approved"},
		{"modified", strings.Replace(all, lines[0].hash, "sha256:00", 1), "", "1 of 6 lines changed"},
		{"upper case is another hash", strings.Replace(all, "sha256:", "SHA256:", 1), "", "1 of 6 lines changed"},
		{"a plugin", approve(plugin + ":hooks/hooks.json"), plugin, ""},
		{"a plugin by the file's name", all, plugin, "never approved"},
	}
	for _, tt := range tests {
		got := d.Distrust([]byte(tt.trust), hooks, file, tt.plugin)
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The files are laid out as codex-cli 0.171.0 does.
func TestPlugins(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".codex/plugins/cache/tempa/tempa/1.0.0")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for config, off := range map[string]bool{
		"[plugins.\"tempa@tempa\"]\nenabled = true\n":  false,
		"[plugins.\"tempa@tempa\"]\nenabled = false\n": true,
		"": true,
	} {
		if err := os.WriteFile(filepath.Join(home, ".codex/config.toml"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		got := Dialect{}.Plugins(home)
		if len(got) != 1 || got[0].Name != "tempa@tempa" || got[0].Folder != folder || (got[0].Off != "") != off {
			t.Errorf("%q: %+v", config, got)
		}
	}
	if got := (Dialect{}).Plugins(t.TempDir()); got != nil {
		t.Errorf("an empty home has %+v", got)
	}
}
