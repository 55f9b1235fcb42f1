package gemini

import (
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

// tools are the tools of gemini-cli 0.61.0, and names of older versions.
var tools = []toolset.Tool{
	{Name: "run_shell_command", Kind: event.ToolShell, Rule: "Bash", Command: "command", Dir: "dir_path"},

	{Name: "read_file", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "file_path", Access: event.AccessRead}}},
	{Name: "read_many_files", Kind: event.ToolRead, Rule: "Read", Paths: []toolset.Path{{Key: "include", Access: event.AccessRead, Glob: true}}},
	{Name: "glob", Kind: event.ToolSearch, Rule: "Glob", Paths: []toolset.Path{{Key: "pattern", Access: event.AccessList, Glob: true, Base: "dir_path"}}},
	{Name: "grep_search", Kind: event.ToolSearch, Rule: "Grep", Paths: []toolset.Path{{Key: "dir_path", Access: event.AccessRead, Tree: true, Absent: "."}}},
	{Name: "search_file_content", Kind: event.ToolSearch, Rule: "Grep", Paths: []toolset.Path{{Key: "dir_path", Access: event.AccessRead, Tree: true, Absent: "."}}},
	{Name: "list_directory", Kind: event.ToolSearch, Rule: "LS", Paths: []toolset.Path{{Key: "dir_path", Access: event.AccessList, Absent: "."}}},

	{Name: "write_file", Kind: event.ToolWrite, Rule: "Write", Paths: []toolset.Path{{Key: "file_path", Access: event.AccessWrite}}},
	{Name: "replace", Kind: event.ToolEdit, Rule: "Edit", Paths: []toolset.Path{{Key: "file_path", Access: event.AccessWrite}}},

	{Name: "web_fetch", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"url"}},
	{Name: "google_web_search", Kind: event.ToolFetch, Rule: "WebSearch"},

	{Name: "invoke_agent", Kind: event.ToolAgent, Rule: "Agent"},
	{Name: "codebase_investigator", Kind: event.ToolAgent, Rule: "Agent"},

	{Name: "activate_skill", Kind: event.ToolSession, Rule: "Skill"},
	{Name: "ask_user", Kind: event.ToolSession, Rule: "AskUserQuestion"},
	{Name: "complete_task", Kind: event.ToolSession},
	{Name: "enter_plan_mode", Kind: event.ToolSession, Rule: "EnterPlanMode"},
	{Name: "exit_plan_mode", Kind: event.ToolSession, Rule: "ExitPlanMode"},
	{Name: "list_background_processes", Kind: event.ToolSession},
	{Name: "read_background_output", Kind: event.ToolSession},
	{Name: "update_topic", Kind: event.ToolSession},
	{Name: "write_todos", Kind: event.ToolSession, Rule: "TodoWrite"},
}

// tool reads one call. With an mcp_context it is an MCP call, whatever its
// name.
func tool(name string, input payload.Value, context *payload.Object) (*event.Tool, error) {
	if ref, ok := server(context); ok {
		return toolset.MCP(name, ref, input.Raw()), nil
	}
	if t := toolset.Find(tools, name); t != nil {
		call, err := t.Call(name, input)
		if err == nil && name == "web_fetch" {
			in, _ := input.Object()
			text, _ := in.Get("prompt").Str()
			call.URLs = append(call.URLs, urls(text)...)
		}
		return call, err
	}
	if rest, ok := strings.CutPrefix(name, "mcp_"); ok {
		return toolset.MCP(name, cut(rest), input.Raw()), nil
	}
	return toolset.Unknown(name, input.Raw()), nil
}

// server reads mcp_context, which holds the server's own names.
func server(context *payload.Object) (event.MCPRef, bool) {
	ref := event.MCPRef{}
	ref.Server, _ = context.Get("server_name").Str()
	ref.Tool, _ = context.Get("tool_name").Str()
	ref.Command, _ = context.Get("command").Str()
	ref.URL, _ = context.Get("url").Str()
	return ref, ref.Server != "" && ref.Tool != ""
}

// cut cuts <server>_<tool> at the first _. Both may hold _ themselves.
func cut(name string) event.MCPRef {
	ref := event.MCPRef{Name: name, Sanitised: true}
	ref.Server, ref.Tool, _ = strings.Cut(name, "_")
	ref.Ambiguous = strings.Contains(ref.Tool, "_")
	return ref
}

// urls finds the addresses in the prompt of web_fetch. The client takes every
// word with :// in it; a word that starts otherwise is cut to its address.
func urls(prompt string) []string {
	var found []string
	for _, word := range strings.Fields(prompt) {
		if strings.Contains(word, "://") {
			found = append(found, strings.TrimRight(fromScheme(word), ".,;:!?)]}>\"'`"))
		}
	}
	return found
}

// fromScheme cuts what stands before http, the whole word when that is absent.
func fromScheme(word string) string {
	for i := range len(word) - len("http") {
		if strings.EqualFold(word[i:i+len("http")], "http") {
			return word[i:]
		}
	}
	return word
}
