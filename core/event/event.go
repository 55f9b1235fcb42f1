// Package event is the model of what a coding agent reports to its hooks: one
// event, told the same way for every client. It is plain data without
// behaviour; dialects fill it in and the rest of core reads it.
//
// Its JSON form is published as schema.json beside this file.
package event

// Kind is what happened, whatever the client calls it.
type Kind string

// The kinds of event. Only ToolPre, PromptSubmit and SettingsChange can be
// blocked; see harness.Info for how each client is told.
const (
	SessionStart   Kind = "session.start"
	PromptSubmit   Kind = "prompt.submit"
	ToolPre        Kind = "tool.pre"
	ToolPost       Kind = "tool.post"
	TurnStop       Kind = "turn.stop"
	SessionEnd     Kind = "session.end"
	SettingsChange Kind = "settings.change"
	// Other is an event that is not judged: it is answered with silence.
	Other Kind = "other"
)

// Judged reports whether an event of this kind is decided, so that an error
// while judging it has to block.
func (k Kind) Judged() bool {
	return k == ToolPre || k == PromptSubmit || k == SettingsChange
}

// Event is one hook event of any client.
type Event struct {
	Kind    Kind   `json:"kind"`
	Name    string `json:"name"`    // the client's own name of the event
	Harness string `json:"harness"` // as harness.Info.Name

	Session Session `json:"session"`

	// Dir is the absolute directory the agent works in; empty when the client
	// does not tell, which must never be read as the home directory.
	Dir string `json:"dir,omitempty"`
	// Roots are further workspace folders the client names, absolute.
	Roots []string `json:"roots,omitempty"`

	Time   string `json:"time,omitempty"`    // the payload's own timestamp, verbatim
	CallID string `json:"call_id,omitempty"` // the client's id of the tool call
	Turn   string `json:"turn,omitempty"`    // the client's id or digest of the turn

	Tool   *Tool   `json:"tool,omitempty"`   // ToolPre, ToolPost
	Result *Result `json:"result,omitempty"` // ToolPost
	Prompt string  `json:"prompt,omitempty"` // PromptSubmit
	// Files are what the client puts in front of the model because the prompt
	// names it, without any tool call.
	Files    []Path `json:"files,omitempty"`    // PromptSubmit
	Settings string `json:"settings,omitempty"` // SettingsChange: path of the changed file
	Source   string `json:"source,omitempty"`   // SessionStart, SessionEnd, SettingsChange: the client's own word for why

	// Shape tells the client's payload forms apart where it has several; only
	// the dialect that set it reads it.
	Shape string `json:"-"`
}

// Session says which conversation an event belongs to.
type Session struct {
	ID         string `json:"id"`
	Parent     string `json:"parent,omitempty"` // the session whose flags hold for this one
	Agent      string `json:"agent,omitempty"`  // id of the subagent, empty in the main one
	Transcript string `json:"transcript,omitempty"`
	Mode       string `json:"mode,omitempty"` // the client's permission mode
}

// ToolKind is what a tool does, whatever the client calls it.
type ToolKind string

// The kinds of tool.
const (
	ToolShell   ToolKind = "shell"   // runs a command line
	ToolRead    ToolKind = "read"    // reads a file
	ToolSearch  ToolKind = "search"  // lists or searches files
	ToolWrite   ToolKind = "write"   // creates or replaces a file
	ToolEdit    ToolKind = "edit"    // changes a file, a patch included
	ToolFetch   ToolKind = "fetch"   // asks a URL or the web
	ToolMCP     ToolKind = "mcp"     // a tool of an MCP server
	ToolAgent   ToolKind = "agent"   // starts or steers another agent
	ToolSession ToolKind = "session" // touches the session only: to-do lists, plan mode, topics
	ToolUnknown ToolKind = "unknown" // a tool that the table does not know
)

// Shell languages of Tool.Language.
const (
	Bash       = "bash"
	PowerShell = "powershell"
	Cmd        = "cmd"
)

// Tool is one call of a tool.
type Tool struct {
	Name string   `json:"name"` // the client's own name
	Rule string   `json:"rule"` // the name rules use: Bash, PowerShell, Read, Edit, Write, Glob, Grep, WebFetch, mcp__s__t, …
	Kind ToolKind `json:"kind"`

	Language string `json:"language,omitempty"` // shell: which language Command is in
	Command  string `json:"command,omitempty"`  // shell
	// Dir is the call's own directory where the client lets the model choose
	// one; empty means the session's. It may be relative to Event.Dir.
	Dir string `json:"dir,omitempty"`
	// DirUnknown says that the call may run elsewhere and the client does not
	// tell where (measured: codex-cli 0.171.0 sends no workdir).
	DirUnknown bool `json:"dir_unknown,omitempty"`

	Paths []Path   `json:"paths,omitempty"`
	URLs  []string `json:"urls,omitempty"` // fetch: as the model gave them
	MCP   *MCPRef  `json:"mcp,omitempty"`

	// Input is the tool's input as the client sent it, for the remote decision
	// and for custom modules.
	Input []byte `json:"-"`
}

// Access is what a tool call or a command does with a path.
type Access string

// The kinds of access, in the order of their weight.
const (
	AccessList   Access = "list" // names only
	AccessRead   Access = "read"
	AccessWrite  Access = "write" // creates, changes, moves, removes, changes modes
	AccessDelete Access = "delete"
)

// Writes reports whether the access changes what is at the path.
func (a Access) Writes() bool { return a == AccessWrite || a == AccessDelete }

// Path is a path that a tool call names, as the model gave it.
type Path struct {
	Path   string `json:"path"`
	Access Access `json:"access"`
	Glob   bool   `json:"glob,omitempty"`      // Path may hold wildcards
	Tree   bool   `json:"recursive,omitempty"` // everything below is meant too
}

// MCPRef names a tool of an MCP server.
type MCPRef struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
	// Ambiguous says that Server and Tool were cut out of a name that can be
	// cut in other places as well; Name is that name without the client's
	// prefix.
	Ambiguous bool   `json:"ambiguous,omitempty"`
	Name      string `json:"name,omitempty"`
	// Sanitised says that the client has replaced characters, so that
	// different servers or tools may have become the same name.
	Sanitised bool   `json:"sanitised,omitempty"`
	Source    string `json:"source,omitempty"`  // where the client has the server from, in its own words
	Command   string `json:"command,omitempty"` // the server's command, where the client tells
	URL       string `json:"url,omitempty"`
}

// Result is what a tool call ended with.
type Result struct {
	Failed bool   `json:"failed"`
	Text   string `json:"-"` // never recorded
}
