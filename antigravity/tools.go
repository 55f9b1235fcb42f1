package antigravity

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

// tools are the tools of published lists up to 1.2.7, and those of older
// versions. read_file, write_file and edit_file are documented without their
// arguments; see anyFile.
var tools = []toolset.Tool{
	{Name: "run_command", Kind: event.ToolShell, Rule: "Bash", Command: "CommandLine", Dir: "Cwd"},
	{Name: "send_command_input", Kind: event.ToolShell, Rule: "Bash", Command: "Input", Typed: true},

	{Name: "view_file", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "AbsolutePath", Access: event.AccessRead}}},
	{Name: "view_file_outline", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "AbsolutePath", Access: event.AccessRead}}},
	{Name: "view_code_item", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "File", Access: event.AccessRead}}},
	{Name: "read_file", Kind: event.ToolRead, Rule: "Read"},
	{Name: "list_dir", Kind: event.ToolSearch, Rule: "LS", Paths: []toolset.Path{{Key: "DirectoryPath", Access: event.AccessList, Absent: "."}}},
	{Name: "find_by_name", Kind: event.ToolSearch, Rule: "Glob", Paths: []toolset.Path{{Key: "SearchDirectory", Access: event.AccessList, Tree: true, Absent: "."}}},
	{Name: "grep_search", Kind: event.ToolSearch, Rule: "Grep", Paths: []toolset.Path{{Key: "SearchPath", Access: event.AccessRead, Tree: true, Absent: "."}}},
	{Name: "codebase_search", Kind: event.ToolSearch, Rule: "Grep", Paths: []toolset.Path{{Key: "TargetDirectories", Access: event.AccessRead, Tree: true, Absent: "."}}},

	{Name: "write_to_file", Kind: event.ToolWrite, Rule: "Write", Paths: []toolset.Path{{Key: "TargetFile", Access: event.AccessWrite}}},
	{Name: "write_file", Kind: event.ToolWrite, Rule: "Write"},
	{Name: "replace_file_content", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "TargetFile", Access: event.AccessWrite}}},
	{Name: "multi_replace_file_content", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "TargetFile", Access: event.AccessWrite}}},
	{Name: "edit_file", Kind: event.ToolEdit, Rule: "Edit"},

	{Name: "read_url_content", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"Url"}},
	{Name: "search_web", Kind: event.ToolFetch, Rule: "WebSearch"},
	{Name: "browser_subagent", Kind: event.ToolFetch, Rule: "WebFetch"},
	{Name: "open_browser_url", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"Url"}},

	{Name: "list_resources", Kind: event.ToolSession, Server: "ServerName"},
	{Name: "read_resource", Kind: event.ToolSession, Server: "ServerName"},

	{Name: "invoke_subagent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "define_subagent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "manage_subagents", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "send_message", Kind: event.ToolAgent, Rule: "SendMessage"},

	{Name: "command_status", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "read_terminal", Kind: event.ToolSession, Rule: "BashOutput"},
	{Name: "ask_question", Kind: event.ToolSession, Rule: "AskUserQuestion"},
	{Name: "ask_permission", Kind: event.ToolSession},
	{Name: "list_permissions", Kind: event.ToolSession},
	{Name: "task_boundary", Kind: event.ToolSession},
	{Name: "notify_user", Kind: event.ToolSession},
}

// fileKeys are the keys under which the file tools of this client, and those
// of its siblings, have their path.
var fileKeys = [...]string{"AbsolutePath", "TargetFile", "FilePath", "File", "Path", "file_path", "path"}

// tool reads one call. Arguments that can be read in two ways are read in
// both, because which one the client carries out is not known.
func tool(name string, args payload.Value) (*event.Tool, error) {
	inner, encoded, err := decoded(args)
	if err != nil {
		return nil, err
	}
	call, err := one(name, inner)
	if err != nil || !encoded {
		return call, err
	}
	if plain, err := one(name, args); err == nil {
		addReading(call, plain)
	}
	call.Input = args.Raw()
	return call, nil
}

func one(name string, args payload.Value) (*event.Tool, error) {
	switch name {
	case "call_mcp_tool":
		return mcpCall(name, args)
	case "manage_task":
		return task(name, args)
	}
	if t := toolset.Find(tools, name); t != nil {
		call, err := t.Call(name, args)
		if err == nil && call.Paths == nil && isFile(t.Kind) {
			call.Paths, err = anyFile(t.Kind, name, args)
		}
		return call, err
	}
	if ref, ok := server(name); ok {
		return toolset.MCP(name, own(ref), args.Raw()), nil
	}
	return toolset.Unknown(name, args.Raw()), nil
}

func isFile(k event.ToolKind) bool {
	return k == event.ToolRead || k == event.ToolWrite || k == event.ToolEdit
}

// anyFile finds the paths of a file tool whose key is not known.
func anyFile(kind event.ToolKind, name string, args payload.Value) ([]event.Path, error) {
	access := event.AccessWrite
	if kind == event.ToolRead {
		access = event.AccessRead
	}
	var paths []event.Path
	in, _ := args.Object()
	for _, key := range fileKeys {
		if path, _ := in.Get(key).Str(); path != "" {
			paths = append(paths, event.Path{Path: path, Access: access})
		}
	}
	if paths == nil {
		return nil, fmt.Errorf("the input of tool %q has no path", name)
	}
	return paths, nil
}

// mcpCall reads call_mcp_tool, which carries the server's own names.
func mcpCall(name string, args payload.Value) (*event.Tool, error) {
	in, _ := args.Object()
	ref := event.MCPRef{}
	ref.Server, _ = in.Get("ServerName").Str()
	ref.Tool, _ = in.Get("ToolName").Str()
	if ref.Server == "" || ref.Tool == "" {
		return nil, fmt.Errorf("the input of tool %q has no server or no tool", name)
	}
	return toolset.MCP(name, own(ref), in.Get("Arguments").Raw()), nil
}

// own gives the server of Tempa's plugin the name it has elsewhere: the client
// puts the plugin's name in front (1.5.2).
func own(ref event.MCPRef) event.MCPRef {
	if ref.Server == "tempa_tempa" {
		ref.Server, ref.Source = "tempa", ref.Server
	}
	return ref
}

// task reads manage_task, which types into a running command with one of its
// actions and only looks after it with the others.
func task(name string, args payload.Value) (*event.Tool, error) {
	in, _ := args.Object()
	action, _ := in.Get("Action").Str()
	switch action {
	case "send_input":
		typing := toolset.Tool{Name: name, Kind: event.ToolShell, Rule: "Bash", Command: "Input"}
		call, err := typing.Call(name, args)
		if err == nil {
			call.DirUnknown = true
		}
		return call, err
	case "list", "kill", "status":
		return &event.Tool{Name: name, Rule: name, Kind: event.ToolSession, Input: args.Raw()}, nil
	}
	return toolset.Unknown(name, args.Raw()), nil
}

// server reads the forms in which an MCP tool can be named.
func server(name string) (event.MCPRef, bool) {
	ref := event.MCPRef{Name: name}
	for _, form := range [...]struct{ prefix, separator string }{{"mcp__", "__"}, {"mcp_", "_"}, {"", "/"}} {
		rest, ok := strings.CutPrefix(name, form.prefix)
		if !ok {
			continue
		}
		if ref.Server, ref.Tool, ok = strings.Cut(rest, form.separator); ok && ref.Server != "" && ref.Tool != "" {
			ref.Name = rest
			ref.Sanitised = form.prefix != ""
			ref.Ambiguous = strings.Contains(ref.Tool, form.separator) || strings.HasPrefix(ref.Tool, "_")
			return ref, true
		}
	}
	return event.MCPRef{}, false
}
