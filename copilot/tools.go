package copilot

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/patch"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

// tools are the tools of the Copilot CLI (copilot 1.0.102) under both of their
// names, then VS Code's (documented). A tool that is missing is unknown, which
// the policy's default decides.
var tools = []toolset.Tool{
	{Name: "bash", Kind: event.ToolShell, Rule: "Bash", Command: "command"},
	{Name: "Bash", Kind: event.ToolShell, Rule: "Bash", Command: "command"},
	{Name: "write_bash", Kind: event.ToolShell, Rule: "Bash", Command: "input", Typed: true},
	{Name: "powershell", Kind: event.ToolShell, Rule: "PowerShell", Language: event.PowerShell, Command: "command"},
	{Name: "PowerShell", Kind: event.ToolShell, Rule: "PowerShell", Language: event.PowerShell, Command: "command"},
	{Name: "write_powershell", Kind: event.ToolShell, Rule: "PowerShell", Language: event.PowerShell, Command: "input", Typed: true},
	{Name: "view", Kind: event.ToolRead, Rule: "Read", Paths: readPath},
	{Name: "Read", Kind: event.ToolRead, Rule: "Read", Paths: readPath},
	{Name: "show_file", Kind: event.ToolRead, Rule: "Read", Paths: readPath},
	{Name: "create", Kind: event.ToolWrite, Rule: "Write", Paths: writePath},
	{Name: "Write", Kind: event.ToolWrite, Rule: "Write", Paths: writePath},
	{Name: "edit", Kind: event.ToolEdit, Rule: "Edit", Paths: writePath},
	{Name: "Edit", Kind: event.ToolEdit, Rule: "Edit", Paths: writePath},
	{Name: "apply_patch", Kind: event.ToolEdit, Rule: "Edit", Patch: "input"},
	{Name: "glob", Kind: event.ToolSearch, Rule: "Glob", Paths: names},
	{Name: "Glob", Kind: event.ToolSearch, Rule: "Glob", Paths: names},
	{Name: "grep", Kind: event.ToolSearch, Rule: "Grep", Paths: contents},
	{Name: "Grep", Kind: event.ToolSearch, Rule: "Grep", Paths: contents},
	{Name: "rg", Kind: event.ToolSearch, Rule: "Grep", Paths: contents},
	{Name: "web_fetch", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"url"}},
	{Name: "WebFetch", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"url"}},
	{Name: "web_search", Kind: event.ToolFetch, Rule: "WebSearch"},
	{Name: "WebSearch", Kind: event.ToolFetch, Rule: "WebSearch"},
	{Name: "task", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "Agent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "write_agent", Kind: event.ToolAgent, Rule: "SendMessage"},
	{Name: "read_agent", Kind: event.ToolSession},
	{Name: "list_agents", Kind: event.ToolSession},
	{Name: "read_bash", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "stop_bash", Kind: event.ToolSession, Rule: "KillShell"},
	{Name: "list_bash", Kind: event.ToolSession},
	{Name: "read_powershell", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "stop_powershell", Kind: event.ToolSession, Rule: "KillShell"},
	{Name: "list_powershell", Kind: event.ToolSession},
	{Name: "skill", Kind: event.ToolSession, Rule: "Skill"},
	{Name: "Skill", Kind: event.ToolSession, Rule: "Skill"},
	{Name: "sql", Kind: event.ToolSession}, // the session's own database of to-do items
	{Name: "session_store_sql", Kind: event.ToolSession},
	{Name: "fetch_copilot_cli_documentation", Kind: event.ToolSession},
	{Name: "report_intent", Kind: event.ToolSession},
	{Name: "update_todo", Kind: event.ToolSession, Rule: "TodoWrite"},
	{Name: "TodoWrite", Kind: event.ToolSession},
	{Name: "ask_user", Kind: event.ToolSession, Rule: "AskUserQuestion"},
	{Name: "AskUserQuestion", Kind: event.ToolSession},
	{Name: "exit_plan_mode", Kind: event.ToolSession, Rule: "ExitPlanMode"},
	{Name: "ExitPlanMode", Kind: event.ToolSession},

	{Name: "run_in_terminal", Kind: event.ToolShell, Rule: "Bash", Command: "command", DirUnknown: true},
	{Name: "get_terminal_output", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "read_file", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "filePath", Access: event.AccessRead}}},
	{Name: "list_dir", Kind: event.ToolSearch, Rule: "LS", Paths: []toolset.Path{{Key: "path", Access: event.AccessList, Absent: "."}}},
	{Name: "file_search", Kind: event.ToolSearch, Rule: "Glob", Paths: []toolset.Path{{Key: "query", Access: event.AccessList, Glob: true}}},
	{Name: "grep_search", Kind: event.ToolSearch, Rule: "Grep", Paths: []toolset.Path{{Key: "includePattern", Access: event.AccessRead, Glob: true, Absent: "."}}},
	{Name: "create_file", Kind: event.ToolWrite, Rule: "Write", Paths: writeFile},
	{Name: "create_directory", Kind: event.ToolWrite, Rule: "Write", Paths: []toolset.Path{{Key: "dirPath", Access: event.AccessWrite}}},
	{Name: "insert_edit_into_file", Kind: event.ToolEdit, Rule: "Edit", Paths: writeFile},
	{Name: "replace_string_in_file", Kind: event.ToolEdit, Rule: "Edit", Paths: writeFile},
	{Name: "edit_notebook_file", Kind: event.ToolEdit, Rule: "Edit", Paths: writeFile},
	{Name: "editFiles", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "files", Access: event.AccessWrite}}},
	{Name: "manage_todo_list", Kind: event.ToolSession, Rule: "TodoWrite"},
	{Name: "runSubagent", Kind: event.ToolAgent, Rule: "Agent"},
}

var (
	readPath  = []toolset.Path{{Key: "path", Access: event.AccessRead}}
	writePath = []toolset.Path{{Key: "path", Access: event.AccessWrite}}
	writeFile = []toolset.Path{{Key: "filePath", Access: event.AccessWrite}}

	names    = []toolset.Path{{Key: "pattern", Access: event.AccessList, Glob: true, Base: "path"}}
	contents = []toolset.Path{
		{Key: "paths", Access: event.AccessRead, Tree: true, Absent: "."},
		{Key: "path", Access: event.AccessRead, Tree: true, Optional: true},
		{Key: "glob", Access: event.AccessRead, Glob: true, Optional: true},
	}
)

// call reads one call: by the table, or as a tool of an MCP server.
func call(shape, name string, args payload.Value) (*event.Tool, error) {
	tool := toolset.Find(tools, name)
	if text, ok := args.Str(); ok {
		if tool != nil && tool.Kind == event.ToolEdit && !strings.HasPrefix(strings.TrimSpace(text), "{") {
			return patchCall(name, tool.Rule, text, args.Raw())
		}
		var err error
		if args, err = unwrap(text); err != nil {
			return nil, fmt.Errorf("the input of tool %q %v", name, err)
		}
	}
	if tool != nil {
		return tool.Call(name, args)
	}
	if _, ok := args.Object(); !ok {
		return nil, fmt.Errorf("the input of tool %q is not an object", name)
	}
	if ref, ok := mcpRef(shape, name); ok {
		return toolset.MCP(name, ref, args.Raw()), nil
	}
	return toolset.Unknown(name, args.Raw()), nil
}

// patchCall is an edit whose whole input is the text of a patch (copilot
// 1.0.102 with GPT-5 models).
func patchCall(name, rule, text string, raw []byte) (*event.Tool, error) {
	paths, ok := patch.Paths(text)
	if !ok {
		return nil, fmt.Errorf("the input of tool %q is no patch that can be read", name)
	}
	return &event.Tool{Name: name, Rule: rule, Kind: event.ToolEdit, Paths: paths, Input: raw}, nil
}

// unwrap reads an object that comes as a JSON text.
func unwrap(text string) (payload.Value, error) {
	if _, err := payload.Parse([]byte(text)); err != nil {
		return payload.Value{}, err
	}
	o, err := payload.Parse([]byte(`{"args":` + text + `}`))
	if err != nil {
		return payload.Value{}, errors.New("is nested too deep")
	}
	return o.Get("args"), nil
}

// mcpRef cuts the name of an MCP server's tool. Copilot joins server and tool
// by a hyphen that both may hold themselves (copilot 1.0.102).
func mcpRef(shape, name string) (event.MCPRef, bool) {
	prefix, separator := "", "-"
	switch {
	case strings.HasPrefix(name, "mcp__"):
		prefix, separator = "mcp__", "__"
	case shape == shapeVSCode && strings.HasPrefix(name, "mcp_"):
		prefix, separator = "mcp_", "_"
	case strings.Contains(name, "/"):
		separator = "/"
	}
	rest := name[len(prefix):]
	server, tool, ok := strings.Cut(rest, separator)
	if !ok || server == "" || tool == "" {
		return event.MCPRef{}, false
	}
	ambiguous := strings.Contains(tool, separator) || tool[0] == separator[0]
	return event.MCPRef{Server: server, Tool: tool, Name: rest, Ambiguous: ambiguous}, true
}
