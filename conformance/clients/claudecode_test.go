//go:build clients

package clients

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// claudeCode is Claude Code as npm ships it.
var claudeCode = &client{
	name:    "claudecode",
	call:    claudeCall,
	env:     claudeEnv,
	prompt:  claudePrompt,
	install: claudeInstall,
}

func claudeBinary() string {
	return filepath.Join(cache(), "node_modules", "@anthropic-ai", "claude-code-linux-x64", "claude")
}

func claudeEnv(_ *place, url string) []string {
	return []string{
		"ANTHROPIC_BASE_URL=" + url, "ANTHROPIC_API_KEY=dummy-key-of-the-story",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
	}
}

// claudePrompt lets the client run every tool by itself, so that whatever does
// not run was stopped by Tempa.
func claudePrompt(_ *place, text string) []string {
	return []string{
		claudeBinary(), "-p", text, "--output-format", "stream-json", "--verbose",
		"--allowedTools", "Bash,Read,Write,Edit",
	}
}

func claudeCall(p *place, s step) model.Call {
	switch {
	case s.Shell != "":
		return model.Call{Tool: "Bash", Input: map[string]any{"command": p.expand(s.Shell), "description": "a step of the story"}}
	case s.Read != "":
		return model.Call{Tool: "Read", Input: map[string]any{"file_path": filepath.Join(p.project, s.Read)}}
	case s.Write != nil:
		return model.Call{Tool: "Write", Input: map[string]any{"file_path": filepath.Join(p.project, s.Write.Path), "content": s.Write.Text}}
	}
	panic("a step that Claude Code has no tool for")
}

// claudeInstall adds the folder of the built plugin as a marketplace and
// installs the plugin from it, as a person would.
func claudeInstall(t *testing.T, p *place) {
	t.Helper()
	env := claudeEnv(p, "http://127.0.0.1:9")
	p.mustRun(t, env, claudeBinary(), "plugin", "marketplace", "add", pluginDir("claudecode"))
	p.mustRun(t, env, claudeBinary(), "plugin", "install", "tempa@tempa")
}

func TestClaudeCode(t *testing.T) {
	if _, err := os.Stat(claudeBinary()); err != nil {
		t.Fatalf("Claude Code is not installed: run scripts/clients install (%v)", err)
	}
	playAll(t, claudeCode)
}
