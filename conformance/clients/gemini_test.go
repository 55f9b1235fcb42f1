//go:build clients && linux

package clients

import (
	"encoding/json"
	"testing"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// geminiCLI is Gemini CLI. geminiOld is a version in which an ask for the
// shell was silently an allow.
var (
	geminiCLI = newGemini("gemini", &attended{line: geminiAttended, asks: "Allow once", yes: "\r", no: "\x1b"})
	geminiOld = newGemini("gemini-old", nil)
)

func newGemini(name string, a *attended) *client {
	p := productOf(name)
	return &client{
		product: p,
		command: "gemini", executable: []string{p.npm, "bundle", "gemini.js"},
		call: geminiCall, delegate: geminiDelegate, env: geminiEnv, settle: geminiSettle, servers: geminiServers,
		headless: func(s *story, _ string) []string { return append(geminiLine(s), "-p", s.Prompt) },
		attended: a,
		plugin:   geminiPlugin,
	}
}

const geminiSettings = homeDir + "/.gemini/settings.json"

func geminiLine(s *story) []string {
	mode := "yolo"
	if s.Ungranted {
		mode = "default"
	}
	return []string{"gemini", "-m", "gemini-2.5-flash", "--approval-mode", mode}
}

func geminiAttended(s *story) []string {
	return append(geminiLine(s), "-i", s.Prompt)
}

func geminiEnv(url string) []string {
	return []string{
		"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + url, "GEMINI_TELEMETRY_ENABLED=false", "NO_BROWSER=true",
		"NODE_COMPILE_CACHE=" + sharedDir + "/node", // its start takes seconds
	}
}

func geminiSettle(t *testing.T, p *place) {
	p.write(t, geminiSettings, jsonOf(map[string]any{
		"security":  map[string]any{"auth": map[string]any{"selectedType": "gemini-api-key"}},
		"privacy":   map[string]any{"usageStatisticsEnabled": false},
		"telemetry": map[string]any{"enabled": false},
		"general":   map[string]any{"enableAutoUpdate": false, "enableAutoUpdateNotification": false, "maxAttempts": 1},
		"model":     map[string]any{"skipNextSpeakerCheck": true},
		"ui":        map[string]any{"hideTips": true},
	}))
	p.write(t, "~/.gemini/trustedFolders.json", jsonOf(map[string]string{
		projectDir: "TRUST_FOLDER", pluginSource: "TRUST_FOLDER", homeDir + "/elsewhere": "TRUST_FOLDER",
	}))
}

func geminiServers(t *testing.T, p *place, names []string) {
	var settings map[string]any
	must(t, json.Unmarshal(p.read(t, geminiSettings), &settings))
	servers := map[string]any{}
	for _, n := range names {
		servers[n] = map[string]any{"command": server()[0], "args": server()[1:]}
	}
	settings["mcpServers"] = servers
	p.write(t, geminiSettings, jsonOf(settings))
}

func geminiCall(s step) model.Call {
	switch {
	case s.Shell != "":
		return model.Call{Tool: "run_shell_command", Input: map[string]any{"command": s.Shell, "description": "a step of the story"}}
	case s.Read != "":
		return model.Call{Tool: "read_file", Input: map[string]any{"file_path": resolve(s.Read)}}
	case s.Write != nil:
		return model.Call{Tool: "write_file", Input: map[string]any{"file_path": resolve(s.Write.Path), "content": s.Write.Text}}
	case s.Edit != nil:
		return model.Call{Tool: "replace", Input: map[string]any{
			"file_path": resolve(s.Edit.Path), "old_string": s.Edit.Old, "new_string": s.Edit.New, "instruction": "a step of the story", "allow_multiple": false,
		}}
	case s.MCP != nil:
		return model.Call{Tool: "mcp_" + s.MCP.Server + "_" + s.MCP.Tool, Input: map[string]any{"text": s.MCP.Text}}
	}
	panic("a step that Gemini CLI has no tool for")
}

func geminiDelegate(task string) []model.Turn {
	return []model.Turn{{Calls: []model.Call{{Tool: "invoke_agent", Input: map[string]any{"agent_name": "generalist", "prompt": task}}}}}
}

// geminiPlugin runs in a neutral folder: the command marks its working
// directory as trusted (gemini-cli 0.61.0).
func geminiPlugin(t *testing.T, p *place) {
	p.mustRun(t, command{
		env: geminiEnv("http://127.0.0.1:9"), dir: homeDir + "/elsewhere", stdin: "y\ny\n",
		line: []string{"gemini", "extensions", "install", pluginSource, "--consent"},
	})
}
