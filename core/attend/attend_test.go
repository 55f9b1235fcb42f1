package attend

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/core/ancestry"
	"github.com/tempahq/tempa/core/harness"
)

var gemini = harness.Headless{Programs: []string{"gemini"}, Flags: []string{"-p", "--prompt"}}

func TestAttended(t *testing.T) {
	sh := []string{"bash", "-c", `"/home/dev/.tempa/bin/tempa-gemini" hook || exit 2`}
	tests := []struct {
		name  string
		argvs [][]string
		want  bool
	}{
		{"interactive", [][]string{{"node", "/usr/lib/node_modules/.bin/gemini"}}, true},
		{"interactive with node options", [][]string{{"/usr/bin/node", "--no-warnings", "/x/gemini", "--yolo"}}, true},
		{"script inside the package", [][]string{{"node", "/x/@google/gemini-cli/bundle/index.js"}}, true},
		{"a shell lies between", [][]string{sh, {"node", "/x/gemini"}}, true},
		{"headless", [][]string{{"node", "/x/gemini", "-p", "do it"}}, false},
		{"headless, long", [][]string{{"node", "/x/gemini", "--prompt=do it"}}, false},
		{"headless, cluster", [][]string{{"node", "/x/gemini", "-yp", "do it"}}, false},
		{"headless behind a shell", [][]string{sh, {"node", "/x/gemini", "--prompt", "x"}}, false},
		{"the nearest client counts", [][]string{{"node", "/x/gemini"}, {"node", "/x/gemini", "-p", "x"}}, true},
		{"native binary", [][]string{{"/opt/gemini.exe"}}, true},
		{"the flag of somebody else", [][]string{{"mkdir", "-p", "x"}, {"node", "/x/gemini"}}, true},
		{"no client in sight", [][]string{{"bash"}, {"node", "server.js"}}, false},
		{"a file that only mentions it", [][]string{{"vim", "gemini"}}, false},
		{"nothing", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var list []ancestry.Process
			for _, argv := range tt.argvs {
				list = append(list, ancestry.Process{Argv: argv})
			}
			if got := attended(list, gemini); got != tt.want {
				t.Errorf("attended = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestInCI(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"CI": "true"}, true},
		{map[string]string{"CI": "1"}, true},
		{map[string]string{"CI": "false"}, false},
		{map[string]string{"GITHUB_ACTIONS": "true"}, true},
	}
	for _, tt := range tests {
		if got := inCI(func(k string) string { return tt.env[k] }); got != tt.want {
			t.Errorf("inCI(%v) = %v, want %v", tt.env, got, tt.want)
		}
	}
}

func TestPackageVersion(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("node_modules/@google/gemini-cli/package.json", `{"name":"@google/gemini-cli","version":"0.61.0"}`)
	script := write("node_modules/@google/gemini-cli/bundle/gemini.js", "")
	link := filepath.Join(root, "gemini")
	if err := os.Symlink(script, link); err != nil {
		t.Fatal(err)
	}
	write("package.json", `{"name":"gemini","version":"9.9.9"}`) // a project around node_modules
	other := write("node_modules/other/gemini.js", "")
	write("node_modules/other/package.json", `{"name":"other","version":"1.0.0"}`)
	tests := []struct{ script, want string }{
		{script, "0.61.0"},
		{link, "0.61.0"},
		{other, ""},
		{"gemini", ""},
		{filepath.Join(root, "missing", "gemini"), ""},
	}
	for _, tt := range tests {
		if got := packageVersion(tt.script, gemini.Programs); got != tt.want {
			t.Errorf("packageVersion(%q) = %q, want %q", tt.script, got, tt.want)
		}
	}
}
