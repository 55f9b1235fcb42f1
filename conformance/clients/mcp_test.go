//go:build clients && linux

package clients

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

// serveMCP is an MCP server on stdio with the tools "say" and "fail". "say"
// leaves the file mcp-ran.txt, so that a story sees that it ran.
func serveMCP(in io.Reader, out io.Writer) int {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	enc := json.NewEncoder(out)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				ProtocolVersion string            `json:"protocolVersion"`
				Name            string            `json:"name"`
				Arguments       map[string]string `json:"arguments"`
			} `json:"params"`
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m.ID == nil {
			continue
		}
		var result any = map[string]any{}
		switch m.Method {
		case "initialize":
			result = map[string]any{
				"protocolVersion": m.Params.ProtocolVersion, "capabilities": map[string]any{"tools": map[string]any{}},
				"serverInfo": map[string]any{"name": "story", "version": "1"},
			}
		case "tools/list":
			result = map[string]any{"tools": []any{mcpTool("say"), mcpTool("fail")}}
		case "tools/call":
			result = mcpResult(m.Params.Name, m.Params.Arguments["text"])
		}
		if err := enc.Encode(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result}); err != nil {
			return 1
		}
	}
	return 0
}

func mcpTool(name string) map[string]any {
	text := map[string]any{"type": "string"}
	return map[string]any{"name": name, "description": name, "inputSchema": map[string]any{
		"type": "object", "properties": map[string]any{"text": text}, "required": []string{"text"},
	}}
}

func mcpResult(tool, text string) map[string]any {
	if err := os.WriteFile(projectDir+"/mcp-ran.txt", []byte(text), 0o600); err != nil {
		tool, text = "fail", err.Error()
	}
	content := []any{map[string]any{"type": "text", "text": "mcp-said:" + text}}
	return map[string]any{"content": content, "isError": tool == "fail"}
}
