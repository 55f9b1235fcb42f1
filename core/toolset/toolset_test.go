package toolset

import (
	"reflect"
	"testing"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

var table = []Tool{
	{Name: "sh", Kind: event.ToolShell, Rule: "Bash", Command: "cmd", Dir: "dir"},
	{Name: "type", Kind: event.ToolShell, Rule: "Bash", Command: "keys", Typed: true},
	{Name: "read", Kind: event.ToolRead, Rule: "Read", Paths: []Path{{Key: "path", Access: event.AccessRead}}},
	{Name: "find", Kind: event.ToolSearch, Rule: "Glob", Paths: []Path{{Key: "pattern", Access: event.AccessList, Glob: true, Base: "dir"}}},
	{Name: "grep", Kind: event.ToolSearch, Rule: "Grep", Paths: []Path{{Key: "dir", Access: event.AccessRead, Tree: true, Absent: "."}}},
	{Name: "show", Kind: event.ToolRead, Rule: "Read", Paths: []Path{{Key: "path", Access: event.AccessRead, Optional: true}}},
	{Name: "patch", Kind: event.ToolEdit, Rule: "Edit", Patch: "text"},
	{Name: "fetch", Kind: event.ToolFetch, Rule: "WebFetch", URLs: []string{"url"}},
	{Name: "resource", Kind: event.ToolSession, Server: "server"},
}

func TestCall(t *testing.T) {
	tests := []struct {
		tool, in string
		want     event.Tool // without Name and Input
		err      string
	}{
		{"sh", `{"cmd":"ls","dir":"sub"}`, event.Tool{Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, Command: "ls", Dir: "sub"}, ""},
		{"sh", `{"cmd":["ls"]}`, event.Tool{}, `the input of tool "sh" has no "cmd"`},
		{"sh", `{"CMD":"ls"}`, event.Tool{}, `the input of tool "sh" has no "cmd"`},
		{"sh", `{"cmd":"ls","dir":1}`, event.Tool{}, `the input of tool "sh" has a "dir" that is no text`},
		{"sh", `"ls"`, event.Tool{}, `the input of tool "sh" is not an object`},
		{"type", `{}`, event.Tool{Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, DirUnknown: true}, ""},
		{"type", `{"keys":"ls\n"}`, event.Tool{Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, Command: "ls\n", DirUnknown: true}, ""},
		{"type", `{"keys":7}`, event.Tool{}, `the input of tool "type" has a "keys" that is no text`},
		{"read", `{"path":"a"}`, event.Tool{Rule: "Read", Kind: event.ToolRead, Paths: []event.Path{{Path: "a", Access: event.AccessRead}}}, ""},
		{"read", `{"path":["a","b"]}`, event.Tool{Rule: "Read", Kind: event.ToolRead, Paths: []event.Path{{Path: "a", Access: event.AccessRead}, {Path: "b", Access: event.AccessRead}}}, ""},
		{"read", `{"path":["a",1]}`, event.Tool{}, `the input of tool "read" has a "path" that is no text`},
		{"read", `{"path":""}`, event.Tool{}, `the input of tool "read" has no "path"`},
		{"read", `{"path":null}`, event.Tool{}, `the input of tool "read" has no "path"`},
		{"find", `{"pattern":"*.go"}`, event.Tool{Rule: "Glob", Kind: event.ToolSearch, Paths: []event.Path{{Path: "*.go", Access: event.AccessList, Glob: true}}}, ""},
		{"find", `{"pattern":"*.go","dir":"/x/"}`, event.Tool{Rule: "Glob", Kind: event.ToolSearch, Paths: []event.Path{{Path: "/x/*.go", Access: event.AccessList, Glob: true}}}, ""},
		{"find", `{"pattern":"/y/*","dir":"/x"}`, event.Tool{Rule: "Glob", Kind: event.ToolSearch, Paths: []event.Path{{Path: "/y/*", Access: event.AccessList, Glob: true}}}, ""},
		{"find", `{"pattern":"*","dir":{}}`, event.Tool{}, `the input of tool "find" has a "dir" that is no text`},
		{"grep", `{}`, event.Tool{Rule: "Grep", Kind: event.ToolSearch, Paths: []event.Path{{Path: ".", Access: event.AccessRead, Tree: true}}}, ""},
		{"grep", `{"dir":"sub"}`, event.Tool{Rule: "Grep", Kind: event.ToolSearch, Paths: []event.Path{{Path: "sub", Access: event.AccessRead, Tree: true}}}, ""},
		{"show", `{}`, event.Tool{Rule: "Read", Kind: event.ToolRead}, ""},
		{"show", `{"path":1}`, event.Tool{}, `the input of tool "show" has a "path" that is no text`},
		{"patch", `{"text":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`, event.Tool{Rule: "Edit", Kind: event.ToolEdit, Paths: []event.Path{{Path: "a", Access: event.AccessDelete}}}, ""},
		{"patch", `{"text":"rm -rf /"}`, event.Tool{}, `the input of tool "patch" is no patch that can be read`},
		{"patch", `{}`, event.Tool{}, `the input of tool "patch" has no "text"`},
		{"fetch", `{"url":"https://example.com"}`, event.Tool{Rule: "WebFetch", Kind: event.ToolFetch, URLs: []string{"https://example.com"}}, ""},
		{"fetch", `{}`, event.Tool{Rule: "WebFetch", Kind: event.ToolFetch}, ""},
		{"fetch", `{"url":[]}`, event.Tool{}, `the input of tool "fetch" has a "url" that is no text`},
		{"resource", `{}`, event.Tool{Rule: "resource", Kind: event.ToolSession}, ""},
		{"resource", `{"server":"s"}`, event.Tool{Rule: "mcp__s__resource", Kind: event.ToolMCP, MCP: &event.MCPRef{Server: "s", Tool: "resource"}}, ""},
	}
	for _, tt := range tests {
		o, err := payload.Parse([]byte(`{"in":` + tt.in + `}`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Find(table, tt.tool).Call(tt.tool, o.Get("in"))
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s %s: error %v, want %s", tt.tool, tt.in, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", tt.tool, tt.in, err)
			continue
		}
		tt.want.Name, tt.want.Input = tt.tool, []byte(tt.in)
		if !reflect.DeepEqual(*got, tt.want) {
			t.Errorf("%s %s:\n got %+v\nwant %+v", tt.tool, tt.in, *got, tt.want)
		}
	}
}

func TestFindUnknown(t *testing.T) {
	if Find(table, "SH") != nil {
		t.Error("names compare exactly")
	}
	if got := Unknown("x", []byte("1")); got.Kind != event.ToolUnknown || got.Rule != "x" {
		t.Errorf("Unknown = %+v", got)
	}
}
