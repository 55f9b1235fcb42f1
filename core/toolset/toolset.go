// Package toolset is the table of a client's tools: what each one does, the
// name that rules use for it, and the keys of its input that hold a command,
// paths and addresses. A dialect fills the table; reading a call by it is the
// same for all.
package toolset

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/patch"
	"github.com/tempahq/tempa/core/payload"
)

// Tool is one row of the table.
type Tool struct {
	Name string // the client's name
	Kind event.ToolKind
	Rule string // the name in rules; empty means Name

	Language   string // shell: the language of the command, Bash when empty
	Command    string // shell: the key of the command line
	Typed      bool   // shell: the text is typed into a running shell and may be absent
	Dir        string // the key of the call's own directory, which is optional
	DirUnknown bool   // as in event.Tool

	Patch  string // the key of a patch in the "*** Begin Patch" format
	Paths  []Path
	URLs   []string // the keys of addresses, each optional
	Server string   // the key that names an MCP server; with one the call is an MCP call
}

// Path is a key that holds a path, or a list of them.
type Path struct {
	Key    string
	Access event.Access
	Glob   bool
	Tree   bool
	Base   string // the key of the directory that the path is relative to
	// Absent is the path that is meant when the key is absent. Without it the
	// key is required.
	Absent string
	// Optional keys that are absent name no path.
	Optional bool
}

// Find returns the row of a tool, nil when the table has none.
func Find(table []Tool, name string) *Tool {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// Unknown is a call of a tool that no table knows.
func Unknown(name string, input []byte) *event.Tool {
	return &event.Tool{Name: name, Rule: name, Kind: event.ToolUnknown, Input: input}
}

// MCP is a call of an MCP server's tool.
func MCP(name string, ref event.MCPRef, input []byte) *event.Tool {
	return &event.Tool{
		Name: name, Kind: event.ToolMCP, MCP: &ref, Input: input,
		Rule: "mcp__" + ref.Server + "__" + ref.Tool,
	}
}

// Call reads one call. An error means that what the call does cannot be told,
// so it has to be blocked; it never quotes the input.
func (t *Tool) Call(name string, input payload.Value) (*event.Tool, error) {
	in, ok := input.Object()
	if !ok {
		return nil, fmt.Errorf("the input of tool %q is not an object", name)
	}
	call := &event.Tool{
		Name: name, Rule: t.Rule, Kind: t.Kind, Input: input.Raw(),
		Language: t.Language, DirUnknown: t.DirUnknown || t.Typed,
	}
	if call.Rule == "" {
		call.Rule = t.Name
	}
	for _, step := range [...]func(*event.Tool, *payload.Object) error{t.command, t.dir, t.patch, t.paths, t.urls, t.server} {
		if err := step(call, in); err != nil {
			return nil, fmt.Errorf("the input of tool %q %v", name, err)
		}
	}
	return call, nil
}

func (t *Tool) command(call *event.Tool, in *payload.Object) (err error) {
	if t.Kind != event.ToolShell {
		return nil
	}
	if call.Language == "" {
		call.Language = event.Bash
	}
	if t.Typed {
		call.Command, err = optional(in, t.Command)
	} else {
		call.Command, err = required(in, t.Command)
	}
	return err
}

func (t *Tool) dir(call *event.Tool, in *payload.Object) (err error) {
	if t.Dir != "" {
		call.Dir, err = optional(in, t.Dir)
	}
	return err
}

func (t *Tool) patch(call *event.Tool, in *payload.Object) error {
	if t.Patch == "" {
		return nil
	}
	text, err := required(in, t.Patch)
	if err != nil {
		return err
	}
	paths, ok := patch.Paths(text)
	if !ok {
		return fmt.Errorf("is no patch that can be read")
	}
	call.Paths = paths
	return nil
}

func (t *Tool) paths(call *event.Tool, in *payload.Object) error {
	for _, p := range t.Paths {
		list, err := p.read(in)
		if err != nil {
			return err
		}
		for _, path := range list {
			call.Paths = append(call.Paths, event.Path{Path: path, Access: p.Access, Glob: p.Glob, Tree: p.Tree})
		}
	}
	return nil
}

func (t *Tool) urls(call *event.Tool, in *payload.Object) error {
	for _, key := range t.URLs {
		url, err := optional(in, key)
		if err != nil {
			return err
		}
		if url != "" {
			call.URLs = append(call.URLs, url)
		}
	}
	return nil
}

func (t *Tool) server(call *event.Tool, in *payload.Object) error {
	if t.Server == "" {
		return nil
	}
	server, err := optional(in, t.Server)
	if err == nil && server != "" {
		call.Kind = event.ToolMCP
		call.MCP = &event.MCPRef{Server: server, Tool: t.Name}
		call.Rule = "mcp__" + server + "__" + t.Name
	}
	return err
}

// read returns the paths under the key, joined to their base.
func (p Path) read(in *payload.Object) ([]string, error) {
	list, err := texts(in.Get(p.Key), p.Key)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		if p.Optional {
			return nil, nil
		}
		if p.Absent == "" {
			return nil, fmt.Errorf("has no %q", p.Key)
		}
		list = []string{p.Absent}
	}
	if p.Base == "" {
		return list, nil
	}
	base, err := optional(in, p.Base)
	for i, path := range list {
		list[i] = join(base, path)
	}
	return list, err
}

// texts reads a string or a list of strings, without the empty ones.
func texts(v payload.Value, key string) ([]string, error) {
	values := []payload.Value{v}
	if list, ok := v.Array(); ok {
		values = list
	} else if !v.Exists() || v.IsNull() {
		return nil, nil
	}
	var out []string
	for _, v := range values {
		s, ok := v.Str()
		if !ok {
			return nil, fmt.Errorf("has a %q that is no text", key)
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out, nil
}

// join puts a relative path below base, without cleaning it: what it means is
// for those to say who know the file system.
func join(base, path string) string {
	if base == "" || strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") {
		return path
	}
	return strings.TrimSuffix(base, "/") + "/" + path
}

func required(in *payload.Object, key string) (string, error) {
	s, ok := in.Get(key).Str()
	if !ok {
		return "", fmt.Errorf("has no %q", key)
	}
	return s, nil
}

func optional(in *payload.Object, key string) (string, error) {
	v := in.Get(key)
	if !v.Exists() || v.IsNull() {
		return "", nil
	}
	s, ok := v.Str()
	if !ok {
		return "", fmt.Errorf("has a %q that is no text", key)
	}
	return s, nil
}
