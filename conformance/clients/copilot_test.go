//go:build clients && linux

package clients

import (
	"os"
	"testing"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// copilotCLI is GitHub Copilot CLI, with a model provider of its own.
var copilotCLI = &client{
	product: productOf("copilot"),
	command: "copilot", executable: []string{"@github", "copilot-linux-x64", "copilot"},
	call: copilotCall, delegate: copilotDelegate, env: copilotEnv, settle: copilotSettle, servers: copilotServers, headless: copilotHeadless,
	attended: &attended{line: copilotAttended, asks: "Hook permission request", yes: "\r", no: "\x1b"},
	plugin:   copilotPlugin,
}

// copilotPatch is the same client with a GPT-5 class model, which writes files
// by patches.
var copilotPatch = &client{
	product: productOf("copilot-patch"),
	command: "copilot", executable: []string{"@github", "copilot-linux-x64", "copilot"},
	call: copilotPatchCall, delegate: copilotDelegate, env: copilotPatchEnv, settle: copilotSettle, servers: copilotServers, headless: copilotHeadless,
	plugin: copilotPlugin,
}

func copilotEnv(url string) []string {
	return []string{
		"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false", "COPILOT_PROVIDER_BASE_URL=" + url + "/v1",
		"COPILOT_MODEL=scripted", "COPILOT_PROVIDER_API_KEY=dummy",
	}
}

func copilotPatchEnv(url string) []string {
	return append(copilotEnv(url), "COPILOT_PROVIDER_WIRE_API=responses", "COPILOT_MODEL=gpt-5.4")
}

// copilotSettle shares what the client unpacks at its first start (190 MB).
func copilotSettle(t *testing.T, p *place) {
	must(t, os.MkdirAll(sharedDir+"/cache", 0o755))
	must(t, os.Symlink(sharedDir+"/cache", p.at("~/.cache")))
	p.write(t, "~/.copilot/config.json", jsonOf(map[string]any{"trustedFolders": []string{projectDir}}))
}

func copilotServers(t *testing.T, p *place, names []string) {
	servers := map[string]any{}
	for _, n := range names {
		servers[n] = map[string]any{"type": "stdio", "command": server()[0], "args": server()[1:], "tools": []string{"*"}}
	}
	p.write(t, "~/.copilot/mcp-config.json", jsonOf(map[string]any{"mcpServers": servers}))
}

func copilotHeadless(s *story, _ string) []string {
	if s.Ungranted {
		return []string{"copilot", "-p", s.Prompt}
	}
	return []string{"copilot", "-p", s.Prompt, "--allow-all-tools"}
}

func copilotAttended(s *story) []string {
	return []string{"copilot", "-i", s.Prompt, "--allow-all-tools"}
}

func copilotCall(s step) model.Call {
	switch {
	case s.Shell != "":
		return model.Call{Tool: "bash", Input: map[string]any{"command": s.Shell, "description": "a step of the story"}}
	case s.Read != "":
		return model.Call{Tool: "view", Input: map[string]any{"path": resolve(s.Read)}}
	case s.Write != nil:
		return model.Call{Tool: "create", Input: map[string]any{"path": resolve(s.Write.Path), "file_text": s.Write.Text}}
	case s.Edit != nil:
		return model.Call{Tool: "edit", Input: map[string]any{"path": resolve(s.Edit.Path), "old_str": s.Edit.Old, "new_str": s.Edit.New}}
	case s.MCP != nil:
		return model.Call{Tool: s.MCP.Server + "-" + s.MCP.Tool, Input: map[string]any{"text": s.MCP.Text}}
	}
	panic("a step that Copilot has no tool for")
}

func copilotPatchCall(s step) model.Call {
	if s.Write != nil || s.Edit != nil {
		return model.Call{Tool: "apply_patch", Input: patchOf(s), Freeform: true}
	}
	return copilotCall(s)
}

func copilotDelegate(task string) []model.Turn {
	return []model.Turn{{Calls: []model.Call{{Tool: "task", Input: map[string]any{
		"description": "a part of it", "prompt": task, "agent_type": "general-purpose", "name": "helper", "mode": "sync",
	}}}}}
}

func copilotPlugin(t *testing.T, p *place) {
	p.mustRun(t, command{env: copilotEnv("http://127.0.0.1:9"), line: []string{"copilot", "plugin", "install", pluginSource}})
}
