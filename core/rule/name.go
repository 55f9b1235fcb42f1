package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/spelling"
)

// names are the tools a rule can name, as Claude Code spells them; the other
// clients' tools are mapped onto these. Sorted.
var names = [...]string{
	"Agent", "AskUserQuestion", "Bash", "BashOutput", "CronCreate", "CronDelete", "CronList",
	"Edit", "EnterPlanMode", "EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep",
	"KillShell", "LS", "LSP", "ListMcpResources", "ListMcpResourcesTool", "Monitor", "MultiEdit",
	"NotebookEdit", "NotebookRead", "PowerShell", "PushNotification", "Read", "ReadMcpResource",
	"ReadMcpResourceTool", "RemoteTrigger", "SendMessage", "Skill", "SlashCommand", "Task",
	"TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TeamCreate",
	"TeamDelete", "TodoRead", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Write",
}

func known(name string) bool {
	_, ok := slices.BinarySearch(names[:], name)
	return ok
}

// unknownName suggests the name that was probably meant.
func unknownName(name string) error {
	if n := foreign(strings.ToLower(name)); n != "" {
		return fmt.Errorf("rules use Claude Code's tool names for every client; write %s for %s", n, name)
	}
	if best := spelling.Nearest(name, names[:]); best != "" {
		return fmt.Errorf("there is no tool %s; did you mean %s?", name, best)
	}
	if strings.ContainsAny(name, " \t") {
		return fmt.Errorf("a command stands in parentheses; write Bash(%s)", name)
	}
	return fmt.Errorf("there is no tool %s; write one of Bash, PowerShell, Read, Edit, Write, Glob, Grep, WebFetch, WebSearch, or mcp__server__tool", name)
}

// foreign is the rule name for a tool as another client calls it.
func foreign(name string) string {
	switch name {
	case "shell", "run_shell_command", "run_command", "exec_command", "local_shell", "terminal", "execute":
		return "Bash"
	case "view", "read_file", "view_file", "cat":
		return "Read"
	case "apply_patch", "replace", "str_replace", "str_replace_editor", "replace_file_content":
		return "Edit"
	case "create", "write_file", "write_to_file":
		return "Write"
	case "grep_search", "search_file_content", "rg":
		return "Grep"
	case "find_by_name", "list_directory", "list_dir":
		return "Glob"
	case "fetch", "web_fetch", "read_url_content":
		return "WebFetch"
	case "google_web_search", "web_search", "search_web":
		return "WebSearch"
	case "pwsh":
		return "PowerShell"
	}
	return ""
}
