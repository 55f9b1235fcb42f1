package claudecode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

// tools are the tools of claude-code 2.1.332, and those that older versions
// had. A tool that is missing is unknown, which the policy's default decides.
var tools = []toolset.Tool{
	{Name: "Bash", Kind: event.ToolShell, Command: "command"},
	{Name: "PowerShell", Kind: event.ToolShell, Language: event.PowerShell, Command: "command"},
	// Monitor runs a command in the background under Bash's permission rules.
	{Name: "Monitor", Kind: event.ToolShell, Rule: "Bash", Command: "command"},

	{Name: "Read", Kind: event.ToolRead, Paths: []toolset.Path{{Key: "file_path", Access: event.AccessRead}}},
	{Name: "NotebookRead", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "notebook_path", Access: event.AccessRead}}},
	{Name: "LSP", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "filePath", Access: event.AccessRead, Optional: true}}},
	{Name: "Write", Kind: event.ToolWrite, Paths: []toolset.Path{{Key: "file_path", Access: event.AccessWrite}}},
	{Name: "Edit", Kind: event.ToolEdit, Paths: []toolset.Path{{Key: "file_path", Access: event.AccessWrite}}},
	{Name: "MultiEdit", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "file_path", Access: event.AccessWrite}}},
	{Name: "NotebookEdit", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "notebook_path", Access: event.AccessWrite}}},

	{Name: "Glob", Kind: event.ToolSearch, Paths: []toolset.Path{{Key: "pattern", Access: event.AccessList, Glob: true, Base: "path"}}},
	{Name: "Grep", Kind: event.ToolSearch, Paths: []toolset.Path{
		{Key: "path", Access: event.AccessRead, Tree: true, Absent: "."},
		{Key: "glob", Access: event.AccessRead, Glob: true, Base: "path", Optional: true},
	}},
	{Name: "LS", Kind: event.ToolSearch, Paths: []toolset.Path{{Key: "path", Access: event.AccessList, Absent: "."}}},

	{Name: "WebFetch", Kind: event.ToolFetch, URLs: []string{"url"}},
	{Name: "WebSearch", Kind: event.ToolFetch},

	{Name: "ListMcpResourcesTool", Kind: event.ToolSession, Server: "server"},
	{Name: "ReadMcpResourceTool", Kind: event.ToolSession, Server: "server"},

	{Name: "Agent", Kind: event.ToolAgent},
	{Name: "Task", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "Workflow", Kind: event.ToolAgent},
	{Name: "SendMessage", Kind: event.ToolAgent},
	{Name: "CronCreate", Kind: event.ToolAgent},
	{Name: "TeamCreate", Kind: event.ToolAgent},
	{Name: "TeamDelete", Kind: event.ToolAgent},

	{Name: "Skill", Kind: event.ToolSession},
	{Name: "SlashCommand", Kind: event.ToolSession},
	{Name: "ToolSearch", Kind: event.ToolSession},
	{Name: "TodoWrite", Kind: event.ToolSession},
	{Name: "TaskCreate", Kind: event.ToolSession},
	{Name: "TaskGet", Kind: event.ToolSession},
	{Name: "TaskList", Kind: event.ToolSession},
	{Name: "TaskUpdate", Kind: event.ToolSession},
	{Name: "TaskOutput", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "TaskStop", Kind: event.ToolSession, Rule: "KillShell"},
	{Name: "BashOutput", Kind: event.ToolSession},
	{Name: "KillShell", Kind: event.ToolSession},
	{Name: "KillBash", Kind: event.ToolSession, Rule: "KillShell"},
	{Name: "EnterPlanMode", Kind: event.ToolSession},
	{Name: "ExitPlanMode", Kind: event.ToolSession},
	{Name: "AskUserQuestion", Kind: event.ToolSession},
	{Name: "EnterWorktree", Kind: event.ToolSession, Paths: []toolset.Path{{Key: "path", Access: event.AccessWrite, Optional: true}}},
	{Name: "ExitWorktree", Kind: event.ToolSession},
	{Name: "CronDelete", Kind: event.ToolSession},
	{Name: "CronList", Kind: event.ToolSession},
	{Name: "ScheduleWakeup", Kind: event.ToolSession},
	{Name: "ListAgents", Kind: event.ToolSession},
	{Name: "ReportFindings", Kind: event.ToolSession},
	{Name: "StructuredOutput", Kind: event.ToolSession},
	{Name: "EndConversation", Kind: event.ToolSession},
}

// call reads one call: by the table, or as a tool of an MCP server.
func call(name string, input, server payload.Value) (*event.Tool, error) {
	if tool := toolset.Find(tools, name); tool != nil {
		return tool.Call(name, input)
	}
	if _, ok := input.Object(); !ok {
		return nil, fmt.Errorf("the input of tool %q is not an object", name)
	}
	rest, prefixed := strings.CutPrefix(name, "mcp__")
	if !prefixed && !server.Exists() {
		return toolset.Unknown(name, input.Raw()), nil
	}
	ref, err := mcpRef(rest, server)
	if err != nil {
		return nil, err
	}
	return toolset.MCP(name, ref, input.Raw()), nil
}

// mcpRef tells server and tool of <server>__<tool>. The payload's mcp_server
// wins over cutting the name, where both may hold __ themselves.
func mcpRef(name string, server payload.Value) (ref event.MCPRef, err error) {
	if server.Exists() {
		ref, err = told(name, server)
	} else {
		ref = cutName(name)
	}
	if err == nil && (ref.Server == "" || ref.Tool == "") {
		err = fmt.Errorf("the name %q does not tell an MCP server and its tool", name)
	}
	ref.Name = name
	return ref, err
}

func told(name string, server payload.Value) (event.MCPRef, error) {
	o, ok := server.Object()
	if !ok {
		return event.MCPRef{}, errors.New(`the payload has an "mcp_server" that is not an object`)
	}
	f := payload.Fields{Object: o}
	ref := event.MCPRef{Server: f.Needed("name"), Source: f.Text("source")}
	if ref.Tool, ok = strings.CutPrefix(name, sanitise(ref.Server)+"__"); !ok {
		_, ref.Tool, _ = strings.Cut(name, "__")
		ref.Ambiguous = true
	}
	// plugin:<plugin>:<server> is a server that a plugin brings: rules know it
	// as plugin_<plugin>_<server>.
	if strings.HasPrefix(ref.Server, "plugin:") {
		ref.Server = sanitise(ref.Server)
	}
	return ref, f.Err
}

func cutName(name string) event.MCPRef {
	server, tool, _ := strings.Cut(name, "__")
	ref := event.MCPRef{Server: server, Tool: tool}
	ref.Ambiguous = strings.Contains(tool, "__") || strings.HasPrefix(tool, "_")
	return ref
}

// sanitise writes a server's name as it stands in the names of its tools.
func sanitise(server string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r < 0x80 && wordByte(byte(r)) {
			return r
		}
		return '_'
	}, server)
}
