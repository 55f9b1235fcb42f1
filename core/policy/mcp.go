package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/table"
)

// mcpRows asks about a tool of an MCP server.
func (j *judge) mcpRows() (allowed bool) {
	if j.tool.MCP == nil {
		return false
	}
	j.in.Table.MCP(j.tool.MCP, func(m table.Match) {
		allowed = j.match(m, subject{what: m.Text}) || allowed
	})
	j.files()
	return allowed
}

// allowlist holds MCP calls against the profile: a tool of Tempa's own server
// has to be on an endpoint's list, other servers may be closed altogether.
func (j *judge) allowlist() {
	ref := j.tool.MCP
	if ref == nil {
		return
	}
	tools := ownTools(ref)
	if len(tools) == 0 || !ours(ref) {
		j.external(ref)
		return
	}
	for _, tool := range tools {
		if !j.listed(tool, ref) {
			name := excerpt(strings.Replace(tool, "__", "/", 1))
			j.add(decision.Because(decision.Deny, IDMCPAllowlist,
				"the tool "+name+" is not in this profile. Use a tool that the MCP server lists, or ask the policy's owner to add it."), Allowlist)
			return
		}
	}
}

func (j *judge) external(ref *event.MCPRef) {
	if open := j.header.AllowExternalMCP; open != nil && !*open {
		j.add(decision.Because(decision.Deny, IDMCPExternal,
			"the policy allows no MCP server but Tempa's own, and "+excerpt(ref.Server)+" is another one. Use the endpoints of the tempa server, or ask the policy's owner."), Allowlist)
	}
}

// ownServer is the name of Tempa's MCP server.
const ownServer = "tempa"

// fromPlugin is the source of a server that a plugin brings, in the word of the
// client that tells it (claude-code 2.1.332; "dynamic" is one of --mcp-config).
const fromPlugin = "plugin"

// ours reports whether what the client tells about a server's origin is ours.
func ours(ref *event.MCPRef) bool {
	if ref.Source != "" {
		return ref.Source == fromPlugin && strings.HasPrefix(ref.Server, "plugin_")
	}
	if ref.Command != "" {
		return programOf(ref.Command) == ownServer
	}
	return ref.URL == ""
}

// programOf is the base name of the program in a server's command line, which
// clients give with and without its arguments and quotes.
func programOf(line string) string {
	line, _, _ = strings.Cut(line, " mcp")
	line = strings.ReplaceAll(strings.Trim(line, `"' `), `\`, "/")
	return strings.TrimSuffix(path.Base(line), ".exe")
}

// ownTools are the names that a tool has on our server, one for each reading
// of the client's name; none when the server is another.
func ownTools(ref *event.MCPRef) []string {
	var tools []string
	add := func(tool string) {
		if tool != "" && !slices.Contains(tools, tool) {
			tools = append(tools, tool)
		}
	}
	if ownName(ref.Server) {
		add(ref.Tool)
	}
	if ref.Ambiguous {
		for _, separator := range [...]string{"__", "_", "-", "/"} {
			if tool, ok := strings.CutPrefix(ref.Name, ownServer+separator); ok {
				add(strings.TrimPrefix(tool, separator))
			}
		}
	}
	return tools
}

// ownName reports whether a server's name is Tempa's: alone, or as clients
// spell the server of a plugin (Claude Code: plugin_<plugin>_tempa,
// Antigravity 1.5.2: tempa_tempa).
func ownName(server string) bool {
	if server == ownServer || server == ownServer+"_"+ownServer {
		return true
	}
	return strings.HasPrefix(server, "plugin_") && strings.HasSuffix(server, "_"+ownServer)
}

// listed reports whether every endpoint that the name may mean has the tool on
// its list, and there is one.
func (j *judge) listed(name string, ref *event.MCPRef) bool {
	loose := ref.Sanitised || ref.Ambiguous
	found := false
	for i := range j.header.MCP {
		e := &j.header.MCP[i]
		tool, ok := onEndpoint(e.Endpoint, name, loose)
		if !ok {
			continue
		}
		if found = true; e.Tools != nil && !slices.ContainsFunc(*e.Tools, func(t string) bool { return t == tool || loose && table.Sanitise(t) == table.Sanitise(tool) }) {
			return false
		}
	}
	return found
}

// onEndpoint cuts an endpoint's name off.
func onEndpoint(endpoint, name string, loose bool) (tool string, ok bool) {
	if tool, ok = strings.CutPrefix(name, endpoint+"__"); ok || !loose {
		return tool, ok
	}
	n := len(endpoint) + 2
	if len(name) > n && table.Sanitise(name[:n]) == table.Sanitise(endpoint)+"__" {
		return name[n:], true
	}
	return "", false
}
