package guard

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/pathscope"
)

// machine is a home with a state folder, hook files and a project.
func machine(t *testing.T) (dir string, g *Guard) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		".tempa/config.json", ".tempa/cache/x", ".tempa/bin/tempa-codex",
		".claude/settings.json", ".claude/plugins/p/x", ".codex/config.toml", ".gemini/config/hooks.json",
		"dotfiles/gemini.json", "project/.claude/settings.json", "project/.github/hooks/tempa.json",
		"project/.github/tempa/rules.table", "project/src/main.go", "opt/tempa/bin/tempa-claudecode", "opt/tempa/plugin.json",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"project/state":         "../.tempa",
		"project/deep":          "../.tempa/cache",
		".gemini/settings.json": "../dotfiles/gemini.json",
		"project/home":          "..",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(dir, ".claude/settings.json"), filepath.Join(dir, "project/hard.json")); err != nil {
		t.Fatal(err)
	}
	return dir, guardOf(dir)
}

func guardOf(dir string) *Guard {
	project := filepath.Join(dir, "project")
	s := pathscope.New(dir, filepath.Join(project, "src"), nil, project, filepath.Join(dir, ".tempa"))
	g := &Guard{Scope: s, State: []string{filepath.Join(dir, ".tempa")}}
	g.Protected = HookFiles(dir, []string{project}, false, func(string) string { return "" })
	g.Protected = append(g.Protected, Protected{Path: project + "/.github/tempa", ReadFree: true, What: "Tempa's policy bundle"})
	g.Protected = append(g.Protected, g.Binary(dir+"/opt/tempa/bin/tempa-claudecode")...)
	return g
}

const (
	list   = event.AccessList
	read   = event.AccessRead
	write  = event.AccessWrite
	remove = event.AccessDelete
)

func TestFiles(t *testing.T) {
	dir, _ := machine(t)
	for _, tt := range []struct {
		path   string
		access event.Access
		flags  string // g: glob, t: tree, f: file tool, u: directory unknown
		want   decision.Kind
	}{
		// The state folder: nothing at all.
		{"~/.tempa", list, "", decision.Deny},
		{"~/.tempa/config.json", read, "", decision.Deny},
		{"~/.tempa/config.json", write, "", decision.Deny},
		{"~/.tempa/not/there/yet", write, "", decision.Deny},
		{"$HOME/.tempa/config.json", read, "f", decision.Deny},
		{"${HOME}/.tempa/config.json", read, "f", decision.Deny},
		{"D/.tempa/x", read, "", decision.Deny},
		{"D//.tempa/./x", read, "", decision.Deny},
		{"D/project/../.tempa/x", read, "", decision.Deny},
		{"../../.tempa/x", read, "", decision.Deny},
		{"../state/config.json", read, "", decision.Deny},
		{"../deep/../config.json", read, "", decision.Deny},
		{"../home/.tempa/x", read, "", decision.Deny},
		{"/proc/self/root/D/.tempa/x", read, "", decision.Deny},
		{"/proc/self/cwd/../../.tempa/x", read, "", decision.Deny},
		{"file://D/.tempa/x", read, "f", decision.Deny},
		{"~/.tempa/*", read, "g", decision.Deny},
		{"\x00/.tempa/config.json", read, "", decision.Deny},
		{"/proc/17/cwd/.tempa/config.json", read, "", decision.Deny},
		{".tempa/config.json", read, "u", decision.Deny},
		{"/home/\x00/x", read, "", decision.Defer},
		{"~/.tempax/config.json", read, "", decision.Defer},
		{"~/project/x.tempa", write, "", decision.Defer},
		{"notes-about-.tempa.md", write, "", decision.Defer},

		{"~/.temp*/config.json", read, "g", decision.Ask},
		{"~/.t?mpa", read, "g", decision.Ask},
		{"~/.[s-u]empa/x", read, "g", decision.Ask},
		{"~/.*", remove, "gt", decision.Ask},
		{"~/{.tempa,x}/config.json", read, "f", decision.Ask},
		{"~/**/config.json", read, "gf", decision.Ask},
		{"~/x*/../.tempa/config.json", read, "gf", decision.Ask},
		{"~/*", read, "gt", decision.Defer}, // a shell's * leaves hidden names out
		{"~/[.]tempa/x", read, "g", decision.Defer},
		{"~/*", read, "gtf", decision.Ask},
		{"src/**", read, "gt", decision.Defer},

		{"~", read, "t", decision.Ask},
		{"/", remove, "t", decision.Ask},
		{"D", write, "t", decision.Ask},
		{"~", list, "t", decision.Defer}, // names are no secret
		{"~", read, "", decision.Defer},
		{"~", remove, "", decision.Ask}, // moved away
		{".", read, "t", decision.Defer},

		// Hook files: reading is free.
		{"~/.claude/settings.json", read, "", decision.Defer},
		{"~/.claude/settings.json", write, "", decision.Deny},
		{"~/.claude/settings.json", remove, "", decision.Deny},
		{"~/.claude/settings.local.json", write, "", decision.Deny}, // not there yet
		{"~/.claude/plugins/p/x", write, "", decision.Deny},
		{"~/.claude/CLAUDE.md", write, "", decision.Defer},
		{"~/.claude/skills/x", write, "", decision.Defer},
		{"../.claude/settings.json", write, "", decision.Deny},
		{"../.claude/commands/x.md", write, "", decision.Defer},
		{"../.github/hooks/new.json", write, "", decision.Deny},
		{"../.github/workflows/ci.yml", write, "", decision.Defer},
		{"../.github/tempa/rules.table", write, "", decision.Deny},
		{"../.github/tempa/rules.table", read, "", decision.Defer},
		{"../hard.json", write, "", decision.Deny},
		{"~/dotfiles/gemini.json", write, "", decision.Deny}, // what the settings link to
		{"~/dotfiles/other.json", write, "", decision.Defer},
		{"~/.gemini/config/x", write, "", decision.Deny},
		{"~/.gemini/config/config.json", write, "", decision.Deny}, // the Antigravity App's permissions
		{"~/.gemini/.env", write, "", decision.Deny},
		{"../.gemini/.env", write, "", decision.Deny},
		{"../.env", write, "", decision.Defer},
		{"/etc/codex/x", write, "", decision.Deny},
		{"/etc/tempa/x", remove, "", decision.Deny},
		{".claude/settings.json", write, "u", decision.Deny},
		{"settings.json", write, "u", decision.Defer},
		{"\x00/.codex/hooks.json", write, "", decision.Deny},
		{"~/.claude/set*.json", write, "g", decision.Ask},
		{"~/.claude/set*.json", read, "g", decision.Defer},
		{"~/.claude", remove, "t", decision.Ask},
		{"~/.claude", remove, "", decision.Ask},
		{"~/.claude", write, "t", decision.Ask},
		{"~/.claude", write, "", decision.Defer}, // mkdir -p
		{"../.claude", remove, "t", decision.Ask},
		{"../.codex", remove, "t", decision.Defer}, // nothing there
		{"..", remove, "t", decision.Ask},
		{"..", write, "t", decision.Defer}, // gofmt -w .
		{"~/project", read, "t", decision.Defer},

		// Our programs.
		{"D/opt/tempa/bin/tempa-claudecode", write, "", decision.Deny},
		{"D/opt/tempa/bin/tempa", write, "", decision.Deny},
		{"D/opt/tempa/hooks/hooks.json", write, "", decision.Deny},
		{"D/opt/tempa/plugin.json", read, "", decision.Defer},
		{"D/opt", remove, "t", decision.Ask},

		// Text is no path, and an ordinary path is nobody's business.
		{"main.go", write, "", decision.Defer},
		{"/tmp/x", remove, "t", decision.Defer},
		{"", read, "t", decision.Defer},
	} {
		g := guardOf(dir)
		p := access.Path{DirKnown: !strings.Contains(tt.flags, "u")}
		p.Path = event.Path{
			Path: strings.ReplaceAll(tt.path, "D", dir), Access: tt.access,
			Glob: strings.Contains(tt.flags, "g"), Tree: strings.Contains(tt.flags, "t"),
		}
		d := g.Files([]access.Path{p}, !strings.Contains(tt.flags, "f"))
		if d.Kind != tt.want {
			t.Errorf("%s %q %s: %v (%s), want %v", tt.access, tt.path, tt.flags, d.Kind, d.Text(), tt.want)
		}
		if d.Kind != decision.Defer && (len(d.PolicyIDs) != 1 || d.PolicyIDs[0] != OwnFiles) {
			t.Errorf("%q: %q", tt.path, d.PolicyIDs)
		}
	}
}

// The strictest path of a call decides.
func TestFilesStrictest(t *testing.T) {
	_, g := machine(t)
	d := g.Files([]access.Path{
		{Path: event.Path{Path: "main.go", Access: read}, DirKnown: true},
		{Path: event.Path{Path: "~/.temp*", Access: read, Glob: true}, DirKnown: true},
		{Path: event.Path{Path: "~/.tempa/x", Access: read}, DirKnown: true},
	}, true)
	if d.Kind != decision.Deny || !strings.Contains(d.Reason, "~/.tempa/x") {
		t.Errorf("%v %s", d.Kind, d.Text())
	}
}

// Where case does not count, another case is the same folder.
func TestFilesFold(t *testing.T) {
	dir, _ := machine(t)
	for p, want := range map[string]decision.Kind{
		"~/.TEMPA/config.json": decision.Deny, "~/.TEMP*/x": decision.Ask, "~/.Claude/Settings.json": decision.Deny,
	} {
		g := guardOf(dir)
		g.Scope.Fold = true
		d := g.Files([]access.Path{{Path: event.Path{Path: p, Access: write, Glob: strings.Contains(p, "*")}, DirKnown: true}}, true)
		if d.Kind != want {
			t.Errorf("%q: %v, want %v", p, d.Kind, want)
		}
	}
}

// Windows paths are judged by their text where the machine cannot be asked.
func TestFilesWindows(t *testing.T) {
	for p, want := range map[string]decision.Kind{
		`C:\Users\dev\.tempa\config.json`:              decision.Deny,
		`c:/users/DEV/.TEMPA./config.json`:             decision.Deny,
		`\\?\C:\Users\dev\.tempa\config.json`:          decision.Deny,
		`\\localhost\c$\Users\dev\.tempa\config.json`:  decision.Deny,
		`/c/Users/dev/.tempa/config.json`:              decision.Deny,
		`~\.tempa::$INDEX_ALLOCATION\config.json`:      decision.Deny,
		`%USERPROFILE%\.tempa\config.json`:             decision.Deny,
		`$env:USERPROFILE\.tempa\config.json`:          decision.Deny,
		`..\.tempa\config.json`:                        decision.Deny,
		`C:\Users\dev\.claude\settings.json:x`:         decision.Deny,
		`C:\ProgramData\Tempa\x`:                       decision.Deny,
		`src\main.go`:                                  decision.Defer,
		`D:\other\.tempax`:                             decision.Defer,
		`C:\Users\dev\project\.claude\commands\x.md`:   decision.Defer,
		`C:\Users\dev\project\.claude\settings.json. `: decision.Deny,
	} {
		s := &pathscope.Scope{Home: `C:\Users\dev`, Dir: `C:\Users\dev\project`, Windows: true, Fold: true, Links: nothing{}}
		g := &Guard{Scope: s, State: []string{`C:\Users\dev\.tempa`}, Stat: func(string) (os.FileInfo, error) { return nil, os.ErrNotExist }}
		g.Protected = HookFiles(s.Home, []string{s.Dir}, true, func(string) string { return "" })
		d := g.Files([]access.Path{{Path: event.Path{Path: p, Access: write}, DirKnown: true}}, false)
		if d.Kind != want {
			t.Errorf("%q: %v, want %v", p, d.Kind, want)
		}
	}
}

type nothing struct{}

func (nothing) Link(string) (string, pathscope.State) { return "", pathscope.Missing }

// A moved home is protected as well as the usual one.
func TestHookFilesMoved(t *testing.T) {
	env := map[string]string{"CLAUDE_CONFIG_DIR": "/cfg", "CODEX_HOME": "relative", "GEMINI_CLI_HOME": "/gem"}
	have := map[string]bool{}
	for _, p := range HookFiles("/h", []string{"/p", ""}, false, func(k string) string { return env[k] }) {
		have[p.Path] = true
		if !p.ReadFree || p.What == "" {
			t.Errorf("%+v", p)
		}
	}
	for _, want := range []string{"/h/.claude/settings.json", "/cfg/settings.json", "/cfg/plugins", "/gem/settings.json", "/gem/.gemini/settings.json", "/p/.codex/config.toml", "/etc/codex"} {
		if !have[want] {
			t.Errorf("%s is not protected", want)
		}
	}
	if have["/.codex/config.toml"] || have["relative/config.toml"] {
		t.Error("a folder that is not known was protected")
	}
}

func TestCode(t *testing.T) {
	_, g := machine(t)
	for _, tt := range []struct {
		language, code string
		want           decision.Kind
	}{
		{"python", "print(1)", decision.Defer},
		{"python", "open('~/.tempa/config.json').read()", decision.Deny},
		{"python", "os.path.join(home, '.tempa', 'x')", decision.Deny},
		{"node", "fs.rmSync(os.homedir()+'/.tempa')", decision.Deny},
		{"python", "print('x.tempa.y')", decision.Defer},
		{"python", "import contempaste", decision.Defer},
		{"awk", `/\/.tempa\// {print}`, decision.Ask},
		{"python", "json.load(open('.claude/settings.json'))", decision.Defer},
		{"python", "open('.claude/settings.json', 'w')", decision.Ask},
		{"node", "fs.writeFileSync('/etc/codex/x','')", decision.Ask},
		{"", "open('~/.tempa/config.json')", decision.Defer},
	} {
		a := &command.Analysis{Commands: []command.Command{{Program: "x", Inline: tt.language, Code: tt.code}}}
		if d := g.Code(a); d.Kind != tt.want {
			t.Errorf("%s %q: %v (%s), want %v", tt.language, tt.code, d.Kind, d.Text(), tt.want)
		}
	}
}

func FuzzFiles(f *testing.F) {
	for _, seed := range []string{"~/.temp*", "[", "a[]", "{", "}{", "/proc/self/root/x", "**/**/x", "@(a|b", `\`, "$HOME", "file://"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, path string, glob bool) {
		for _, windows := range []bool{false, true} {
			s := &pathscope.Scope{Home: "/home/dev", Dir: "/home/dev/p", Windows: windows, Links: nothing{}}
			g := &Guard{Scope: s, State: []string{"/home/dev/.tempa"}, Stat: func(string) (os.FileInfo, error) { return nil, os.ErrNotExist }}
			g.Protected = HookFiles("/home/dev", []string{"/home/dev/p"}, windows, func(string) string { return "" })
			for _, a := range []event.Access{read, write, remove} {
				g.Files([]access.Path{{Path: event.Path{Path: path, Access: a, Glob: glob, Tree: true}, DirKnown: glob}}, glob)
			}
			code(path)
		}
	})
}

func code(text string) {
	g := &Guard{State: []string{"/home/dev/.tempa"}}
	g.Code(&command.Analysis{Commands: []command.Command{{Inline: "x", Code: text}}})
}
