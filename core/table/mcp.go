package table

import (
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// Sanitise is a name as clients make it fit: every character that is no
// letter, digit or _ becomes _.
func Sanitise(name string) string {
	for i := range len(name) {
		if !plainByte(name[i]) {
			b := []byte(name)
			for ; i < len(b); i++ {
				if !plainByte(b[i]) {
					b[i] = '_'
				}
			}
			return string(b)
		}
	}
	return name
}

func plainByte(c byte) bool {
	return c == '_' || c == '*' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// MCP visits the rows that speak about a tool of an MCP server. Where the
// client's name can be read in several ways, deny and ask rows hold for each,
// allow rows for none.
func (t *Table) MCP(ref *event.MCPRef, visit func(Match)) {
	q := new(Place).query(t)
	full := ref.Server + "__" + ref.Tool
	if !t.outdated {
		q.server(ref)
	}
	q.each(func(d *decoded) (string, result) {
		if d.MCP == nil {
			return "", no
		}
		if d.Effect == rule.Allow {
			return full, allowsMCP(d.MCP, ref)
		}
		return full, matchMCP(d.MCP, ref, full)
	}, visit)
}

// server collects the rows of every server that the name may mean.
func (q *query) server(ref *event.MCPRef) {
	name := Sanitise(strings.ToLower(ref.Server + "__" + ref.Tool))
	q.scan(scanServer, func(glob string) bool { return true })
	q.starts(name)
	if rest, ok := strings.CutPrefix(name, "plugin_"); ok { // plugin_<plugin>_<server>
		q.tails(rest)
	}
	if ref.Name != "" {
		q.starts(Sanitise(strings.ToLower(ref.Name)))
	}
}

// starts looks up every beginning of the name that ends in front of a _.
func (q *query) starts(name string) {
	for i := range len(name) {
		if name[i] == '_' {
			q.find(byServer, name[:i])
		}
	}
	q.find(byServer, name)
}

// tails looks up the name without the plugin in front.
func (q *query) tails(name string) {
	for i := range len(name) {
		if name[i] == '_' {
			q.starts(name[i+1:])
		}
	}
}

// matchMCP is liberal: in any reading, with any character that a client may
// have replaced.
func matchMCP(row *rule.MCP, ref *event.MCPRef, full string) result {
	pattern := Sanitise(row.Server + "__" + row.Tool)
	if ref.Sanitised || ref.Ambiguous {
		if m := Sanitise(ref.Name); ref.Name != "" && (mcpLike(pattern, m) || Like(Sanitise(row.Server)+"_"+Sanitise(row.Tool), m)) {
			return yes
		}
	} else if Like(row.Server+"__"+row.Tool, full) {
		return yes
	}
	name := Sanitise(full)
	if mcpLike(pattern, name) {
		return yes
	}
	rest, plugin := strings.CutPrefix(name, "plugin_")
	for plugin {
		if _, rest, plugin = strings.Cut(rest, "_"); plugin && mcpLike(pattern, rest) {
			return yes
		}
	}
	return no
}

// mcpLike compares; mcp__a__b may mean the tool b or a server named a__b.
func mcpLike(pattern, name string) bool {
	return Like(pattern, name) || Like(pattern+"__*", name)
}

func allowsMCP(row *rule.MCP, ref *event.MCPRef) result {
	if !ref.Ambiguous && !ref.Sanitised && Like(row.Server, ref.Server) && Like(row.Tool, ref.Tool) {
		return yes
	}
	return no
}

// Tool visits the rows that speak about a tool, whatever it is called with.
func (t *Table) Tool(name string, visit func(Match)) {
	q := new(Place).query(t)
	if !t.outdated {
		q.find(byTool, name)
		if name == "Write" || name == "MultiEdit" || name == "NotebookEdit" {
			q.find(byTool, "Edit") // Edit rules speak about every tool that edits
		}
		if name == "Edit" || name == "MultiEdit" || name == "NotebookEdit" {
			q.find(byTool, "Write")
		}
	}
	q.each(func(d *decoded) (string, result) {
		if d.Tool == nil || d.Effect == rule.Allow && d.Tool.Name != name {
			return "", no
		}
		return name, yes
	}, visit)
}
