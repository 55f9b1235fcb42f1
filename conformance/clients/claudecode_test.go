//go:build clients && linux

package clients

import (
	"testing"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// claudeCode is Claude Code as npm ships it.
var claudeCode = &client{
	product: productOf("claudecode"),
	command: "claude", executable: []string{"@anthropic-ai", "claude-code-linux-x64", "claude"},
	call: claudeCall, delegate: claudeDelegate, env: claudeEnv, settle: claudeSettle, servers: claudeServers, headless: claudeHeadless,
	attended: &attended{line: claudeAttended, asks: "requires confirmation", yes: "1", no: "\x1b"},
	plugin:   claudePlugin,
}

// claudeBypass is the same client with its own permissions switched off
// altogether.
var claudeBypass = &client{
	product: productOf("claudecode-bypass"),
	command: "claude", executable: claudeCode.executable,
	call: claudeCall, delegate: claudeDelegate, env: claudeBypassEnv, settle: claudeSettle, servers: claudeServers, headless: claudeBypassHeadless,
	plugin: claudePlugin,
}

const claudeKey = "sk-ant-dummy-key-of-a-story"

func claudeEnv(url string) []string {
	return []string{
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=" + claudeKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
		"ENABLE_TOOL_SEARCH=false", // MCP tools are offered at once
	}
}

// claudeBypassEnv says what the client wants to hear before it lets root do
// that.
func claudeBypassEnv(url string) []string { return append(claudeEnv(url), "IS_SANDBOX=1") }

// claudeSettle answers what a person is asked at the first start.
func claudeSettle(t *testing.T, p *place) {
	p.write(t, "~/.claude.json", jsonOf(map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark",
		"projects":              map[string]any{projectDir: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
		"customApiKeyResponses": map[string]any{"approved": []string{claudeKey[len(claudeKey)-20:]}, "rejected": []string{}},
	}))
}

const claudeServerFile = homeDir + "/elsewhere/mcp.json"

func claudeServers(t *testing.T, p *place, names []string) {
	servers := map[string]any{}
	for _, n := range names {
		servers[n] = map[string]any{"command": server()[0], "args": server()[1:]}
	}
	p.write(t, claudeServerFile, jsonOf(map[string]any{"mcpServers": servers}))
}

// claudeTools lets the client run every tool by itself, so that whatever does
// not run was stopped by Tempa.
func claudeTools(s *story) []string {
	if s.Ungranted {
		return nil
	}
	tools := "Bash,Read,Write,Edit,Agent"
	for _, n := range s.MCP {
		tools += ",mcp__" + n
	}
	args := []string{"--allowedTools", tools}
	if s.MCP != nil {
		args = append(args, "--mcp-config", claudeServerFile)
	}
	return args
}

func claudeHeadless(s *story, _ string) []string {
	return append([]string{"claude", "-p", s.Prompt, "--output-format", "stream-json", "--verbose"}, claudeTools(s)...)
}

func claudeBypassHeadless(s *story, _ string) []string {
	return []string{"claude", "-p", s.Prompt, "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"}
}

func claudeAttended(s *story) []string {
	return append([]string{"claude", s.Prompt}, claudeTools(s)...)
}

func claudeCall(s step) model.Call {
	switch {
	case s.Shell != "":
		return model.Call{Tool: "Bash", Input: map[string]any{"command": s.Shell, "description": "a step of the story"}}
	case s.Read != "":
		return model.Call{Tool: "Read", Input: map[string]any{"file_path": resolve(s.Read)}}
	case s.Write != nil:
		return model.Call{Tool: "Write", Input: map[string]any{"file_path": resolve(s.Write.Path), "content": s.Write.Text}}
	case s.Edit != nil:
		return model.Call{Tool: "Edit", Input: map[string]any{"file_path": resolve(s.Edit.Path), "old_string": s.Edit.Old, "new_string": s.Edit.New}}
	case s.MCP != nil:
		return model.Call{Tool: "mcp__" + s.MCP.Server + "__" + s.MCP.Tool, Input: map[string]any{"text": s.MCP.Text}}
	}
	panic("a step that Claude Code has no tool for")
}

func claudeDelegate(task string) []model.Turn {
	return []model.Turn{{Calls: []model.Call{{Tool: "Agent", Input: map[string]any{
		"description": "a part of it", "prompt": task, "subagent_type": "general-purpose", "run_in_background": false,
	}}}}}
}

// claudePlugin adds the plugin's folder as a marketplace and installs the
// plugin from it, as a person would.
func claudePlugin(t *testing.T, p *place) {
	env := claudeEnv("http://127.0.0.1:9")
	p.mustRun(t, command{env: env, line: []string{"claude", "plugin", "marketplace", "add", pluginSource}})
	p.mustRun(t, command{env: env, line: []string{"claude", "plugin", "install", "tempa@tempa"}})
}
