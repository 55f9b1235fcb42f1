//go:build clients && linux

package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// codexCLI is Codex CLI, with a model provider of its own.
var codexCLI = &client{
	product: productOf("codex"),
	command: "codex", executable: codexExecutable,
	call: codexCall, delegate: codexDelegate, env: codexEnv, settle: codexSettle, servers: codexServers, headless: codexHeadless,
	plugin: codexPlugin, trust: codexTrust,
}

// codexCode is the same client with a model that calls its tools from code:
// one call runs a script, and what the script calls is judged.
var codexCode = &client{
	product: productOf("codex-code"),
	command: "codex", executable: codexExecutable,
	call: codexCodeCall, env: codexEnv, settle: codexSettle, servers: codexServers, headless: codexCodeHeadless,
	plugin: codexPlugin, trust: codexTrust,
}

// codexTerminal is the same client with a person in front of it, who is asked
// by a rule of its own. Its model is one that calls its tools from code.
var codexTerminal = &client{
	product: productOf("codex-terminal"),
	command: "codex", executable: codexExecutable,
	call: codexCodeCall, env: codexEnv, settle: codexTerminalSettle,
	attended: &attended{ready: codexReady, line: codexAttended, asks: "requires approval: The policy wants a person's yes", yes: "y", no: "\x1b"},
	plugin:   codexPlugin, trust: codexTrust,
}

const codexConfig = homeDir + "/.codex/config.toml"

var codexExecutable = []string{"@openai", "codex-linux-x64", "vendor", "x86_64-unknown-linux-musl", "bin", "codex"}

func codexEnv(string) []string { return []string{"STORY_KEY=dummy"} }

// codexSettle writes a configuration that never asks and has no sandbox, so
// that whatever does not run was stopped by Tempa.
func codexSettle(t *testing.T, p *place) {
	p.write(t, codexConfig, `model = "gpt-5.5"
model_provider = "story"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"

[analytics]
enabled = false

[feedback]
enabled = false

[features]
shell_snapshot = false
apps = false
multi_agent = true

[model_providers.story]
name = "story"
base_url = "http://127.0.0.1:9/v1"
env_key = "STORY_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[projects."`+projectDir+`"]
trust_level = "trusted"
`)
}

// codexTerminalSettle lets the client ask, and answers what it asks and counts
// at its first starts: it would write that into its settings.
func codexTerminalSettle(t *testing.T, p *place) {
	codexSettle(t, p)
	p.write(t, codexConfig, strings.NewReplacer(
		"approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\"\n", "approval_policy = \"on-request\"\nsandbox_mode = \"workspace-write\"\n",
		"[features]\n", "[features]\ndaemon_auto_start = false\n",
		"gpt-5.5", codeModel,
	).Replace(string(p.read(t, codexConfig)))+`
[tui]
screen_reader_detection_done = true

[tui.model_availability_nux]
"gpt-6.1-sol" = 4
`)
}

// codexReady has the policy's rules written, and lets them and the settings
// become older than the client that reads them.
func codexReady(t *testing.T, p *place, url string) {
	p.write(t, codexConfig, strings.Replace(string(p.read(t, codexConfig)), "http://127.0.0.1:9", url, 1))
	p.mustRun(t, command{line: []string{built("tempa-codex"), "render"}})
	time.Sleep(2 * time.Second) // the hook tells no times apart that are closer
}

func codexAttended(s *story) []string { return []string{"codex", s.Prompt} }

func codexServers(t *testing.T, p *place, names []string) {
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "\n[mcp_servers.%s]\ncommand = %q\nargs = [%q]\n", n, server()[0], server()[1])
	}
	appendTo(t, p, codexConfig, b.String())
}

func appendTo(t *testing.T, p *place, path, text string) {
	t.Helper()
	p.write(t, path, string(p.read(t, path))+text)
}

func codexHeadless(s *story, url string) []string {
	return []string{"codex", "exec", "--skip-git-repo-check", "-c", fmt.Sprintf("model_providers.story.base_url=%q", url+"/v1"), s.Prompt}
}

func codexCodeHeadless(s *story, url string) []string {
	line := codexHeadless(s, url)
	return slices.Insert(line, 2, "-m", codeModel)
}

// codeModel is a model that calls its tools from code.
const codeModel = "gpt-6.2-sol"

// codexCodeCall is a call as a script. A denied call is an exception, which
// the script tells the model.
func codexCodeCall(s step) model.Call {
	call := codexCall(s)
	name := call.Tool
	if call.Namespace != "" {
		name = call.Namespace + "__" + name
	}
	code := fmt.Sprintf("try { text(await tools.%s(%s)); } catch (e) { text('caught: ' + e); }", name, canonical(call.Input))
	return model.Call{Tool: "exec", Input: code, Freeform: true}
}

func codexCall(s step) model.Call {
	switch {
	case s.Shell != "":
		return model.Call{Tool: "exec_command", Input: map[string]any{"cmd": s.Shell}}
	case s.Read != "":
		return model.Call{Tool: "exec_command", Input: map[string]any{"cmd": "cat " + resolve(s.Read)}}
	case s.Write != nil, s.Edit != nil:
		return model.Call{Tool: "apply_patch", Input: patchOf(s), Freeform: true}
	case s.MCP != nil:
		return model.Call{Tool: s.MCP.Tool, Namespace: "mcp__" + s.MCP.Server, Input: map[string]any{"text": s.MCP.Text}}
	}
	panic("a step that Codex has no tool for")
}

// codexDelegate waits by a command of its own: the name of the subagent is the
// client's, so the script cannot wait for it.
func codexDelegate(task string) []model.Turn {
	return []model.Turn{
		{Calls: []model.Call{{Tool: "spawn_agent", Namespace: "multi_agent_v1", Input: map[string]any{"message": task}}}},
		{Calls: []model.Call{{Tool: "exec_command", Input: map[string]any{"cmd": "sleep 3"}}}},
	}
}

// codexPlugin installs the plugin from its folder, and what scripts/dist lays
// out beside it where the plugin's lines look for it.
func codexPlugin(t *testing.T, p *place) {
	must(t, os.MkdirAll(p.at("~/.tempa"), 0o700))
	must(t, os.CopyFS(p.at("~/.tempa/bin"), os.DirFS(filepath.Join(os.Getenv("TEMPA_PLUGINS"), "bin"))))
	p.mustRun(t, command{line: []string{"codex", "plugin", "marketplace", "add", pluginSource}})
	p.mustRun(t, command{line: []string{"codex", "plugin", "add", "tempa@tempa"}})
}

// codexTrust writes the trust of the hooks' definitions into the client's
// configuration, as the client does when a person approves them (codex-cli
// 0.171.0).
func codexTrust(t *testing.T, p *place, install string) {
	source, file := homeDir+"/.codex/hooks.json", homeDir+"/.codex/hooks.json"
	if install == "plugin" {
		source, file = "tempa@tempa:hooks/hooks.json", pluginSource+"/hooks/hooks.json"
	}
	type handler struct {
		Async   bool   `json:"async"`
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
		Type    string `json:"type"`
	}
	type group struct {
		Matcher *string
		Hooks   []handler
	}
	var table struct{ Hooks map[string][]group }
	must(t, json.Unmarshal(p.read(t, file), &table))
	var b strings.Builder
	for event, groups := range table.Hooks {
		for i, g := range groups {
			for j, h := range g.Hooks {
				if event == "SessionEnd" {
					h.Timeout = min(max(h.Timeout, 1), 3)
				}
				definition := map[string]any{"event_name": snake(event), "hooks": []handler{h}}
				if g.Matcher != nil && event != "UserPromptSubmit" && event != "Stop" {
					definition["matcher"] = *g.Matcher
				}
				fmt.Fprintf(&b, "\n[hooks.state.%q]\ntrusted_hash = \"sha256:%x\"\n", fmt.Sprintf("%s:%s:%d:%d", source, snake(event), i, j), sha256.Sum256(canonical(definition)))
			}
		}
	}
	appendTo(t, p, codexConfig, b.String())
}

var capital = regexp.MustCompile(`\B[A-Z]`)

// snake is PreToolUse as pre_tool_use.
func snake(name string) string { return strings.ToLower(capital.ReplaceAllString(name, "_$0")) }

// canonical is compact JSON with sorted keys and nothing escaped that need
// not be.
func canonical(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // our own value
	}
	return bytes.TrimSpace(b.Bytes())
}
