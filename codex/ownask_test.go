package codex

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
)

// scene is a project in which Codex asks a person because of a rule.
type scene struct {
	t   *testing.T
	ask harness.OwnAsk
	env map[string]string

	session, turn map[string]any // entries of the transcript
}

const rulesText = "prefix_rule(pattern=[\"git\", \"push\"], decision=\"prompt\")\n"

func newScene(t *testing.T) *scene {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(home, "project")
	s := &scene{t: t, env: map[string]string{}}
	began := time.Now().Add(time.Hour) // long behind the files that are written now
	s.ask = harness.OwnAsk{
		Event: &event.Event{
			Kind: event.ToolPre, Dir: filepath.Join(root, "sub"), Turn: "t", CallID: "call_0",
			Session: event.Session{ID: "s", Mode: "default", Transcript: filepath.Join(home, ".codex/sessions/2026/11/30/rollout-s.jsonl")},
			Tool:    &event.Tool{Name: "Bash", Kind: event.ToolShell, Command: "git push"},
		},
		Home: home, Root: root, File: filepath.Join(root, ".codex/rules/tempa-permissions.rules"), Rules: []byte(rulesText),
		Client: harness.Process{Args: []string{"Push it, please."}, Started: began},
		Getenv: func(name string) string { return s.env[name] },
	}
	s.session = map[string]any{
		"id": "s", "timestamp": began.Add(time.Minute), "originator": "codex-tui", "cli_version": "0.171.0", "source": "cli", "thread_source": "user", "cwd": s.ask.Event.Dir,
	}
	s.turn = map[string]any{"turn_id": "t", "cwd": s.ask.Event.Dir, "approval_policy": "on-request", "approvals_reviewer": "user"}
	s.write("project/.git/HEAD", "ref: refs/heads/main\n")
	s.write("project/sub/a", "")
	s.write("project/.codex/rules/tempa-permissions.rules", rulesText)
	s.write(".codex/config.toml", "model = \"gpt-5.5\"\n\n[projects."+quoted(root)+"]\ntrust_level = \"trusted\"\n")
	s.write(".codex/hooks.json", `{"hooks":{"PreToolUse":[]}}`)
	return s
}

func (s *scene) path(name string) string { return filepath.Join(s.ask.Home, filepath.FromSlash(name)) }

func (s *scene) write(name, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) config(more string) {
	s.write(".codex/config.toml", more+"\n[projects."+quoted(s.ask.Root)+"]\ntrust_level = \"trusted\"\n")
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// record writes the transcript, unless the test has written its own.
func (s *scene) record() {
	s.t.Helper()
	if _, err := os.Lstat(s.ask.Event.Session.Transcript); err == nil {
		return
	}
	var lines strings.Builder
	for _, e := range []map[string]any{
		{"type": "session_meta", "payload": s.session},
		{"type": "turn_context", "payload": map[string]any{"turn_id": "earlier", "approval_policy": "never"}},
		{"type": "turn_context", "payload": s.turn},
		{"type": "response_item", "payload": map[string]any{"text": `"type":"turn_context"`}},
	} {
		line, err := json.Marshal(e)
		s.must(err)
		lines.Write(append(line, '\n'))
	}
	s.write(".codex/sessions/2026/11/30/rollout-s.jsonl", lines.String())
}

// Each of these conditions alone is enough for the question not to be left to
// Codex.
func TestPutsToPerson(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("every file counts as changed here, so nothing is left to the client")
	}
	if _, err := os.Stat("/etc/codex"); err == nil {
		t.Skip("this machine has settings of Codex of its own")
	}
	tests := []struct {
		name   string
		change func(s *scene)
		want   bool
	}{
		{"all is as it should be", func(*scene) {}, true},
		{"the project's own folder", func(s *scene) {
			s.ask.Event.Dir = s.ask.Root
			s.session["cwd"], s.turn["cwd"] = s.ask.Root, s.ask.Root
		}, true},
		{"no hook file", func(s *scene) { s.must(os.Remove(s.path(".codex/hooks.json"))) }, true},
		{"harmless settings", func(s *scene) {
			s.config("approval_policy = \"on-request\"\nsandbox_mode = \"workspace-write\"\n[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n[features]\ndaemon_auto_start = false\n[plugins.\"tempa@tempa\"]\nenabled = true\n[hooks.state.\"/x:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:00\"\n")
		}, true},
		{"a later version", func(s *scene) { s.session["cli_version"] = "0.180.1" }, true},
		{"code mode", func(s *scene) { s.ask.Event.CallID = "exec-658d624f" }, true},

		{"another tool", func(s *scene) { s.ask.Event.Tool.Name = "local_shell" }, false},
		{"a subagent", func(s *scene) { s.ask.Event.Session.Agent = "a" }, false},
		{"permissions bypassed", func(s *scene) { s.ask.Event.Session.Mode = "bypassPermissions" }, false},
		{"no mode told", func(s *scene) { s.ask.Event.Session.Mode = "" }, false},
		{"another home of Codex", func(s *scene) { s.env["CODEX_HOME"] = "/elsewhere" }, false},

		{"a reviewer by flag", func(s *scene) { s.ask.Client.Args = []string{"--approve-for-me"} }, false},
		{"no questions by flag", func(s *scene) { s.ask.Client.Args = []string{"-a", "never"} }, false},
		{"a setting by flag", func(s *scene) { s.ask.Client.Args = []string{"-c", "approvals_reviewer=auto_review"} }, false},
		{"a profile by flag", func(s *scene) { s.ask.Client.Args = []string{"-p", "fast"} }, false},
		{"a command", func(s *scene) { s.ask.Client.Args = []string{"exec", "do it now"} }, false},
		{"the daemon", func(s *scene) { s.ask.Client.Args = []string{"app-server", "--listen", "unix://", "--managed-daemon"} }, false},

		{"no transcript", func(s *scene) { s.ask.Event.Session.Transcript = "" }, false},
		{"a transcript elsewhere", func(s *scene) {
			s.record()
			s.ask.Event.Session.Transcript = s.path("rollout.jsonl")
			s.must(os.Rename(s.path(".codex/sessions/2026/11/30/rollout-s.jsonl"), s.ask.Event.Session.Transcript))
		}, false},
		{"a transcript behind a link", func(s *scene) {
			s.record()
			s.must(os.Rename(s.ask.Event.Session.Transcript, s.path("rollout.jsonl")))
			s.must(os.Symlink(s.path("rollout.jsonl"), s.ask.Event.Session.Transcript))
		}, false},
		{"a transcript that is none", func(s *scene) { s.write(".codex/sessions/2026/11/30/rollout-s.jsonl", "{}\n") }, false},
		{"another session", func(s *scene) { s.session["id"] = "x" }, false},
		{"another front end", func(s *scene) { s.session["originator"] = "codex_exec" }, false},
		{"a session of the daemon", func(s *scene) { s.session["source"] = "vscode" }, false},
		{"a session of another agent", func(s *scene) { s.session["source"] = map[string]any{"subagent": "review"} }, false},
		{"nobody's session", func(s *scene) { s.session["thread_source"] = "automation" }, false},
		{"an older version", func(s *scene) { s.session["cli_version"] = "0.170.9" }, false},
		{"no version", func(s *scene) { delete(s.session, "cli_version") }, false},
		{"no time", func(s *scene) { delete(s.session, "timestamp") }, false},
		{"a session that began elsewhere", func(s *scene) { s.session["cwd"] = s.ask.Root }, false},
		{"a model answers", func(s *scene) { s.turn["approvals_reviewer"] = "auto_review" }, false},
		{"nobody said who answers", func(s *scene) { delete(s.turn, "approvals_reviewer") }, false},
		{"nobody is asked", func(s *scene) { s.turn["approval_policy"] = "never" }, false},
		{"a granular policy", func(s *scene) { s.turn["approval_policy"] = map[string]any{"granular": map[string]any{"rules": false}} }, false},
		{"another turn", func(s *scene) { s.turn["turn_id"] = "x" }, false},
		{"a turn elsewhere", func(s *scene) { s.turn["cwd"] = s.ask.Root }, false},

		{"no rule file", func(s *scene) { s.must(os.Remove(s.ask.File)) }, false},
		{"another rule file", func(s *scene) { s.write("project/.codex/rules/tempa-permissions.rules", rulesText+"\n") }, false},
		{"a rule file behind a link", func(s *scene) {
			s.must(os.Rename(s.ask.File, s.path("rules")))
			s.must(os.Symlink(s.path("rules"), s.ask.File))
		}, false},
		{"rules behind a link", func(s *scene) {
			s.must(os.Rename(s.path("project/.codex"), s.path("hidden")))
			s.must(os.Symlink(s.path("hidden"), s.path("project/.codex")))
		}, false},
		{"files changed since the client started", func(s *scene) { s.ask.Client.Started = time.Now().Add(-time.Hour) }, false},
		{"files changed since the session began", func(s *scene) { s.session["timestamp"] = time.Now().Add(-time.Hour) }, false},

		{"no settings", func(s *scene) { s.must(os.Remove(s.path(".codex/config.toml"))) }, false},
		{"not trusted", func(s *scene) { s.write(".codex/config.toml", "") }, false},
		{"the folder above trusted", func(s *scene) {
			s.write(".codex/config.toml", "[projects."+quoted(s.ask.Home)+"]\ntrust_level = \"trusted\"\n")
		}, false},
		{"the folder below trusted", func(s *scene) {
			s.write(".codex/config.toml", "[projects."+quoted(s.ask.Event.Dir)+"]\ntrust_level = \"trusted\"\n")
		}, false},
		{"trusted by the project itself", func(s *scene) {
			s.write(".codex/config.toml", "")
			s.write("project/.codex/config.toml", "[projects."+quoted(s.ask.Root)+"]\ntrust_level = \"trusted\"\n")
		}, false},
		{"untrusted", func(s *scene) {
			s.write(".codex/config.toml", "[projects."+quoted(s.ask.Root)+"]\ntrust_level = \"untrusted\"\n")
		}, false},
		{"a reviewer in the settings", func(s *scene) { s.config("approvals_reviewer = \"auto_review\"\n") }, false},
		{"a reviewer in the project's settings", func(s *scene) { s.write("project/.codex/config.toml", "approvals_reviewer = \"auto_review\"\n") }, false},
		{"a reviewer in a folder's settings", func(s *scene) { s.write("project/sub/.codex/config.toml", "approvals_reviewer = \"auto_review\"\n") }, false},
		{"managed settings", func(s *scene) { s.write(".codex/managed_config.toml", "approval_policy = \"never\"\n") }, false},
		{"settings that are a folder", func(s *scene) { s.must(os.MkdirAll(s.path("project/.codex/config.toml"), 0o700)) }, false},
		{"a hook that answers", func(s *scene) { s.write(".codex/hooks.json", `{"hooks":{"Permission\u0052equest":[]}}`) }, false},
		{"a project's hook that answers", func(s *scene) { s.write("project/.codex/hooks.json", `{"hooks":{"PermissionRequest":[]}}`) }, false},
		{"hooks that cannot be read", func(s *scene) { s.write(".codex/hooks.json", "{") }, false},

		{"a worktree", func(s *scene) {
			s.must(os.RemoveAll(s.path("project/.git")))
			s.write("project/.git", "gitdir: /x\n")
		}, false},
		{"a repository within", func(s *scene) { s.write("project/sub/.git", "") }, false},
		{"a folder outside", func(s *scene) { s.ask.Event.Dir = s.ask.Home }, false},
		{"the project behind a link", func(s *scene) {
			link := s.path("link")
			s.must(os.Symlink(s.ask.Root, link))
			s.ask.Root, s.ask.Event.Dir, s.ask.File = link, filepath.Join(link, "sub"), filepath.Join(link, ".codex/rules/tempa-permissions.rules")
			s.session["cwd"], s.turn["cwd"] = s.ask.Event.Dir, s.ask.Event.Dir
			s.config("")
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene(t)
			tt.change(s)
			s.record()
			if got := (Dialect{}).PutsToPerson(&s.ask); got != tt.want {
				t.Errorf("PutsToPerson = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestPlainStart(t *testing.T) {
	for line, want := range map[string]bool{
		"": true, "-m|gpt-5.5": true, "--model|x|--search": true, "-C|/src|Do it.": true, "--no-alt-screen": true, "Do it.": true,
		"doctor": false, "exec": false, "e|do it": false, "resume|--last": false, "fork": false, "review": false, "app-server": false, "queue|do it": false,
		"--approve-for-me": false, "--full-auto": false, "--yolo": false, "--dangerously-bypass-approvals-and-sandbox": false,
		"-a|on-request": false, "-s|read-only": false, "-c|a=b": false, "--config=a=b": false, "-p|x": false, "--profile=x": false, "--enable|x": false,
		"--remote|unix://": false, "--oss": false, "--worktree": false, "Do it.|Do it.": false, "-mgpt-5.5": false, "--": false,
	} {
		var args []string
		if line != "" {
			args = strings.Split(line, "|")
		}
		if got := plainStart(args); got != want {
			t.Errorf("%q: %v, want %v", args, got, want)
		}
	}
}

func TestHarmlessConfig(t *testing.T) {
	const root = "/home/dev/app"
	tests := []struct {
		config     string
		trusts, ok bool
	}{
		{"", false, true},
		{"[projects.\"/home/dev/app\"]\ntrust_level = \"trusted\"\n", true, true},
		{"[projects.\"/home/dev/app\"]\ntrust_level = \"untrusted\"\n", false, true},
		{"[projects.\"/home/dev/app/\"]\ntrust_level = \"trusted\"\n", false, true},
		{"[projects.'/home/dev/app']\ntrust_level = \"trusted\"\n", false, false},
		{"# a comment\n\nmodel = \"x\"\r\n", false, true},
		{"[tui.model_availability_nux]\n\"gpt-6.1-sol\" = 4\n[notice.model_migrations]\n\"gpt-5.5\" = \"gpt-6-sol\"\n", false, true},
		{"[model_providers.story]\nbase_url = \"http://127.0.0.1/v1\"\nhttp_headers = { a = \"b # c\" }\n", false, true},
		{"[projects.\"/x\"]\ntrust_level = \"trusted\"\n", false, true},
		{"approval_policy = \"on-request\"\n", false, true},
		{"approval_policy = \"never\"\n", false, false},
		{"approval_policy = { granular = { rules = false } }\n", false, false},
		{"[approval_policy.granular]\nrules = false\n", false, false},
		{"approvals_reviewer = \"auto_review\"\n", false, false},
		{"approvals_reviewer = \"user\"\n", false, false},
		{"\"approvals_reviewer\" = \"auto_review\"\n", false, false},
		{"profile = \"x\"\n", false, false},
		{"[profiles.x]\nmodel = \"y\"\n", false, false},
		{"sandbox_mode = \"danger-full-access\"\n", false, false},
		{"default_permissions = \"x\"\n", false, false},
		{"[permissions.x]\na = 1\n", false, false},
		{"[auto_review]\npolicy = \"x\"\n", false, false},
		{"[features]\nhooks = true\n", false, true},
		{"[features]\nguardianv2 = true\n", false, false},
		{"features.guardianv2 = true\n", false, false},
		{"features = { guardianv2 = true }\n", false, false},
		{"[[hooks.PermissionRequest]]\n", false, false},
		{"[hooks]\n", false, false},
		{"[plugins.\"other@x\"]\nenabled = true\n", false, false},
		{"[projects]\n\"/x\" = { trust_level = \"trusted\" }\n", false, false},
		{"[projects.\"/x\".\"y\"]\ntrust_level = \"trusted\"\n", false, false},
		{"[projects.\"/x\"]\napprovals_reviewer = \"auto_review\"\n", false, false},
		{"[tui]\na = \"\"\"\n[features]\n\"\"\"\n", false, false},
		{"[tui]\na = [\n]\n", false, false},
		{"[tui]\na = '\n", false, false},
		{"[tui] # x\n", false, false},
		{"model\n", false, false},
		{"model =\n", false, false},
		{"model = \"x\" # y\n", false, false},
	}
	for _, tt := range tests {
		trusts, ok := harmlessConfig([]byte(tt.config), root)
		if trusts != tt.trusts || ok != tt.ok {
			t.Errorf("%q: trusts %v, harmless %v; want %v, %v", tt.config, trusts, ok, tt.trusts, tt.ok)
		}
	}
}

// A worktree made by git itself is not taken for the project.
func TestWorktree(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not there")
	}
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	main, tree := filepath.Join(top, "main"), filepath.Join(top, "tree")
	for _, args := range [][]string{
		{"init", "-q", main},
		{"-C", main, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--allow-empty", "-m", "x"},
		{"-C", main, "worktree", "add", "-q", tree},
	} {
		if out, err := exec.Command(git, args...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	if !isProject(main, main) || isProject(tree, tree) {
		t.Errorf("the repository %v, its worktree %v; want true, false", isProject(main, main), isProject(tree, tree))
	}
}
