package codex

import (
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

// tools are the tools of codex-cli 0.171.0, and the names that the shell had
// on older versions.
var tools = []toolset.Tool{
	{Name: "Bash", Kind: event.ToolShell, Rule: "Bash", Command: "command", DirUnknown: true},
	{Name: "shell", Kind: event.ToolShell, Rule: "Bash", Command: "command", DirUnknown: true},
	{Name: "shell_command", Kind: event.ToolShell, Rule: "Bash", Command: "command", DirUnknown: true},
	{Name: "local_shell", Kind: event.ToolShell, Rule: "Bash", Command: "command", DirUnknown: true},
	{Name: "exec_command", Kind: event.ToolShell, Rule: "Bash", Command: "cmd", DirUnknown: true},
	{Name: "write_stdin", Kind: event.ToolShell, Rule: "Bash", Command: "chars", Typed: true},

	{Name: "apply_patch", Kind: event.ToolEdit, Rule: "Edit", Patch: "command"},
	{Name: "view_image", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "path", Access: event.AccessRead}}},
	{Name: "web_search", Kind: event.ToolFetch, Rule: "WebSearch"},

	{Name: "list_mcp_resources", Kind: event.ToolSession, Server: "server"},
	{Name: "list_mcp_resource_templates", Kind: event.ToolSession, Server: "server"},
	{Name: "read_mcp_resource", Kind: event.ToolSession, Server: "server"},

	{Name: "spawn_agent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "wait_agent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "send_input", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "resume_agent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "close_agent", Kind: event.ToolAgent, Rule: "Agent"},

	{Name: "update_plan", Kind: event.ToolSession, Rule: "TodoWrite"},
	{Name: "create_goal", Kind: event.ToolSession},
	{Name: "get_goal", Kind: event.ToolSession},
	{Name: "update_goal", Kind: event.ToolSession},
	{Name: "request_user_input", Kind: event.ToolSession, Rule: "AskUserQuestion"},
}

// tool reads one call.
func tool(name string, input payload.Value) (*event.Tool, error) {
	if t := toolset.Find(tools, name); t != nil {
		return t.Call(name, input)
	}
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		return toolset.MCP(name, server(rest), input.Raw()), nil
	}
	if strings.HasPrefix(name, "multi_agent_v1") || strings.HasPrefix(name, "collaboration") {
		return &event.Tool{Name: name, Rule: "Agent", Kind: event.ToolAgent, Input: input.Raw()}, nil
	}
	return toolset.Unknown(name, input.Raw()), nil
}

// server cuts <server>__<tool>. Both may hold __ themselves. Where neither holds
// a _, nothing can have been replaced by one.
func server(name string) event.MCPRef {
	ref := event.MCPRef{Name: name}
	ref.Server, ref.Tool, _ = strings.Cut(name, "__")
	ref.Sanitised = strings.Contains(ref.Server+ref.Tool, "_")
	ref.Ambiguous = strings.Contains(ref.Tool, "__") || strings.HasPrefix(ref.Tool, "_")
	return ref
}
