package gemini

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/harnesstest"
)

func TestGolden(t *testing.T) { harnesstest.Golden(t, Dialect{}, nil) }

func FuzzDecode(f *testing.F) { harnesstest.FuzzDecode(f, Dialect{}, nil) }

func FuzzEncode(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{}) }

func TestDecode(t *testing.T) {
	const head = `"session_id":"s","cwd":"/home/dev/project",`
	tests := []struct{ name, line, in, want string }{
		{"no name", "", `{}`, `tool.pre  refused: the payload has no hook_event_name`},
		{"name is no text", "AfterAgent", `{"hook_event_name":["BeforeTool"]}`, `tool.pre AfterAgent refused: the payload's hook_event_name is no text`},
		{"name of the hook line", "AfterAgent", `{}`, `turn.stop AfterAgent`},
		{"claude code's tool call", "", `{"hook_event_name":"PreToolUse"}`, `tool.pre PreToolUse refused: the event "PreToolUse" is not one of Gemini CLI`},
		{"claude code's prompt", "", `{"hook_event_name":"UserPromptSubmit"}`, `prompt.submit UserPromptSubmit refused: the event "UserPromptSubmit" is not one of Gemini CLI`},
		{"copilot's prompt", "BeforeAgent", `{"sessionId":"s","cwd":"/p","prompt":"x"}`, `prompt.submit BeforeAgent refused: the payload is not Gemini CLI's: it has a "sessionId"`},
		{"a new event", "", `{"hook_event_name":"BeforeLunch"}`, `other BeforeLunch`},
		{"no tool", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":""}`, `tool.pre BeforeTool refused: the payload has no tool_name`},
		{"no prompt", "", `{"hook_event_name":"BeforeAgent"}`, `prompt.submit BeforeAgent refused: the payload has no prompt`},
		{
			"no command", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"run_shell_command","tool_input":{}}`,
			`tool.pre BeforeTool refused: the input of tool "run_shell_command" has no "command"`,
		},
		{
			"no path", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"read_file","tool_input":{"path":"a"}}`,
			`tool.pre BeforeTool refused: the input of tool "read_file" has no "file_path"`,
		},
		{
			"grep elsewhere", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"grep_search","tool_input":{"pattern":"x","dir_path":"/etc"}}`,
			`tool.pre BeforeTool session=s dir=/home/dev/project | grep_search search Grep read-tree="/etc" input={"pattern":"x","dir_path":"/etc"}`,
		},
		{
			"glob elsewhere", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"glob","tool_input":{"pattern":"*.pem","dir_path":"../k"}}`,
			`tool.pre BeforeTool session=s dir=/home/dev/project | glob search Glob list-glob="../k/*.pem" input={"pattern":"*.pem","dir_path":"../k"}`,
		},
		{
			"mcp by name", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"mcp_a_b_c","tool_input":{}}`,
			`tool.pre BeforeTool session=s dir=/home/dev/project | mcp_a_b_c mcp mcp__a__b_c mcp={Server:a Tool:b_c Ambiguous:true Name:a_b_c Sanitised:true Source: Command: URL:} input={}`,
		},
		{
			"mcp beats the name", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"read_file","tool_input":{},"mcp_context":{"server_name":"s","tool_name":"read_file","url":"https://example.com"}}`,
			`tool.pre BeforeTool session=s dir=/home/dev/project | read_file mcp mcp__s__read_file mcp={Server:s Tool:read_file Ambiguous:false Name: Sanitised:false Source: Command: URL:https://example.com} input={}`,
		},
		{
			"unknown tool", "", `{"hook_event_name":"BeforeTool",` + head + `"tool_name":"save_memory","tool_input":{"fact":"x"}}`,
			`tool.pre BeforeTool session=s dir=/home/dev/project | save_memory unknown save_memory input={"fact":"x"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := harnesstest.Describe(Dialect{}.Decode(harnesstest.Payload(t, tt.in), tt.line)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestTyped(t *testing.T) {
	tests := []struct{ prompt, want string }{
		{"hello", "hello"},
		{"<hook_context>own summary</hook_context>\n\nhello", "hello"},
		{"<hook_context>a &lt;b&gt;\n\nc</hook_context>\n\n", ""},
		{"<hook_context>never closed\n\nhello", "<hook_context>never closed\n\nhello"},
		{"<hook_context>typed by <somebody></hook_context>\n\nhello", "<hook_context>typed by <somebody></hook_context>\n\nhello"},
		{"see <hook_context>x</hook_context>\n\nhello", "see <hook_context>x</hook_context>\n\nhello"},
		{"<hook_context>one</hook_context>\n\n<hook_context>two</hook_context>\n\nx", "<hook_context>two</hook_context>\n\nx"},
	}
	for _, tt := range tests {
		if got := typed(tt.prompt); got != tt.want {
			t.Errorf("typed(%q) = %q, want %q", tt.prompt, got, tt.want)
		}
	}
}

func TestFiles(t *testing.T) {
	const marker = "\n--- Content from referenced files ---\n"
	tests := []struct {
		prompt string
		want   []event.Path
	}{
		{"look at @a.txt", nil},
		{"Content from @a.txt:\n", nil},
		{
			"x" + marker + "Content from @a.txt:\nsome text\nContent from @sub/b.txt:\nContent from @c\n--- End of content ---",
			[]event.Path{{Path: "a.txt", Access: event.AccessRead}, {Path: "sub/b.txt", Access: event.AccessRead}},
		},
	}
	for _, tt := range tests {
		if got := files(tt.prompt); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("files(%q) = %+v, want %+v", tt.prompt, got, tt.want)
		}
	}
}

func TestURLs(t *testing.T) {
	tests := []struct {
		prompt string
		want   []string
	}{
		{"no address here", nil},
		{"read https://example.com/a?b=1 and tell", []string{"https://example.com/a?b=1"}},
		{"(see HTTPS://Example.com/x), then\nhttp://b.example.", []string{"HTTPS://Example.com/x", "http://b.example"}},
		{"url=https://a.example", []string{"https://a.example"}},
		{"ftp://c.example", []string{"ftp://c.example"}},
		{"://", []string{"://"}},
		{"İİİ(https://a.example)", []string{"https://a.example"}},
	}
	for _, tt := range tests {
		if got := urls(tt.prompt); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("urls(%q) = %q, want %q", tt.prompt, got, tt.want)
		}
	}
}

// answers are every decision for every event of this client.
var answers = []struct {
	event    string
	decision decision.Decision
	want     string
}{
	{"BeforeTool", decision.Decision{}, ""},
	{"BeforeTool", decision.Decision{Guidance: []string{"g"}}, ""},
	{"BeforeTool", decision.Because(decision.Allow, "a/b", "fine"), `{"decision":"allow"}`},
	{
		"BeforeTool",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"use <make>"}},
		`{"decision":"allow","hookSpecificOutput":{"hookEventName":"BeforeTool","additionalContext":"use <make>"}}`,
	},
	{
		"BeforeTool",
		decision.Decision{Kind: decision.Ask, PolicyIDs: []string{"a/b"}, Reason: "sure?", Guidance: []string{"g"}},
		`{"decision":"ask","reason":"Tempa (a/b): sure?\n\ng","systemMessage":"Tempa (a/b): sure?\n\ng"}`,
	},
	{"BeforeTool", decision.Because(decision.Deny, "a/b", "no & never"), `{"decision":"deny","reason":"Tempa (a/b): no & never"}`},
	{
		"BeforeTool",
		decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"one", "two"}},
		`{"decision":"deny","reason":"Tempa: no\n\none\n\ntwo"}`,
	},

	{"BeforeAgent", decision.Decision{}, ""},
	{"BeforeAgent", decision.Decision{Kind: decision.Allow}, ""},
	{
		"BeforeAgent",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}},
		`{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"g"}}`,
	},
	{"BeforeAgent", decision.Because(decision.Ask, "a/b", "x"), `{"decision":"deny","reason":"Tempa (a/b): x"}`},
	{
		"BeforeAgent",
		decision.Decision{Kind: decision.Deny, Reason: "Tempa blocked this prompt", Verbatim: true},
		`{"decision":"deny","reason":"Tempa blocked this prompt"}`,
	},

	{"AfterTool", decision.Decision{}, ""},
	{"AfterTool", decision.Decision{Kind: decision.Allow}, ""},
	{
		"AfterTool",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}},
		`{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"g"}}`,
	},
	{"AfterTool", decision.Because(decision.Ask, "a/b", "flagged"), `{"decision":"deny","reason":"Tempa (a/b): flagged"}`},
	{
		"AfterTool",
		decision.Decision{Kind: decision.Deny, Reason: "flagged", Guidance: []string{"g"}},
		`{"decision":"deny","reason":"Tempa: flagged\n\ng"}`,
	},

	{"SessionStart", decision.Decision{}, ""},
	{
		"SessionStart",
		decision.Decision{Kind: decision.Guidance, Reason: "offline", Guidance: []string{"summary"}},
		`{"systemMessage":"offline","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"summary"}}`,
	},

	{"AfterAgent", decision.Because(decision.Deny, "a/b", "no"), ""},
	{"SessionEnd", decision.Because(decision.Deny, "a/b", "no"), ""},
	{"AfterModel", decision.Because(decision.Deny, "a/b", "no"), ""},
	{"PreCompress", decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}}, ""},
	{"Notification", decision.Because(decision.Deny, "a/b", "no"), ""},
}

func TestEncode(t *testing.T) {
	for _, tt := range answers {
		kind, err := Dialect{}.Info().KindOf(tt.event)
		if err != nil {
			t.Fatal(err)
		}
		a := Dialect{}.Encode(&event.Event{Kind: kind, Name: tt.event}, tt.decision)
		harnesstest.CheckAnswer(t, a)
		if got := strings.TrimSuffix(string(a.Stdout), "\n"); got != tt.want || a.Exit != 0 || a.Stderr != "" {
			t.Errorf("%s %s:\n got %s, exit %d, stderr %q\nwant %s", tt.event, tt.decision.Kind, got, a.Exit, a.Stderr, tt.want)
		}
		if len(a.Stdout) > 0 {
			measured(t, tt.event, a.Stdout)
		}
	}
}

// honoured are the keys that gemini-cli 0.61.0 was measured to act on, by
// event, and the values of decision. Before a call additionalContext is taken
// without effect.
var honoured = map[string]struct{ keys, decisions []string }{
	"BeforeTool":   {[]string{"decision", "reason", "systemMessage", "hookSpecificOutput", "hookEventName", "additionalContext"}, []string{"allow", "ask", "deny"}},
	"AfterTool":    {[]string{"decision", "reason", "hookSpecificOutput", "hookEventName", "additionalContext"}, []string{"deny"}},
	"BeforeAgent":  {[]string{"decision", "reason", "hookSpecificOutput", "hookEventName", "additionalContext"}, []string{"deny"}},
	"SessionStart": {[]string{"systemMessage", "hookSpecificOutput", "hookEventName", "additionalContext"}, nil},
}

func measured(t *testing.T, name string, answer []byte) {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(answer, &o); err != nil {
		t.Fatal(err)
	}
	if inner, ok := o["hookSpecificOutput"].(map[string]any); ok {
		if inner["hookEventName"] != name {
			t.Errorf("%s answers as %v", name, inner["hookEventName"])
		}
		for k, v := range inner {
			o[k] = v
		}
	}
	for key, value := range o {
		if !contains(honoured[name].keys, key) {
			t.Errorf("%s: the client does not act on %q", name, key)
		}
		if key == "decision" && !contains(honoured[name].decisions, value) {
			t.Errorf("%s: the client does not act on the decision %v", name, value)
		}
	}
	if o["decision"] == "deny" && o["reason"] == "" {
		t.Errorf("%s: a deny without a reason", name)
	}
}

func contains(list []string, v any) bool {
	for _, s := range list {
		if s == v {
			return true
		}
	}
	return false
}

func TestCanAsk(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	shell := &event.Tool{Kind: event.ToolShell, Rule: "Bash"}
	tests := []struct {
		name     string
		event    event.Event
		version  string
		attended func() bool
		want     bool
	}{
		{"shell", event.Event{Kind: event.ToolPre, Tool: shell}, "0.38.0", yes, true},
		{"newer", event.Event{Kind: event.ToolPre, Tool: shell}, "0.61.0", yes, true},
		{"ask is an allow", event.Event{Kind: event.ToolPre, Tool: shell}, "0.37.2", yes, false},
		{"pre-release", event.Event{Kind: event.ToolPre, Tool: shell}, "0.38.0-preview.1", yes, false},
		{"unknown version", event.Event{Kind: event.ToolPre, Tool: shell}, "", yes, false},
		{"unreadable version", event.Event{Kind: event.ToolPre, Tool: shell}, "nightly", yes, false},
		{"nobody there", event.Event{Kind: event.ToolPre, Tool: shell}, "0.61.0", no, false},
		{"attendance unknown", event.Event{Kind: event.ToolPre, Tool: shell}, "0.61.0", nil, false},
		{"edit", event.Event{Kind: event.ToolPre, Tool: &event.Tool{Kind: event.ToolEdit, Rule: "Edit"}}, "0.61.0", yes, true},
		{"edit before", event.Event{Kind: event.ToolPre, Tool: &event.Tool{Kind: event.ToolEdit, Rule: "Edit"}}, "0.36.0", yes, false},
		{"server that may be trusted", event.Event{Kind: event.ToolPre, Tool: &event.Tool{Kind: event.ToolMCP}}, "0.61.0", yes, false},
		{"skill that may be built in", event.Event{Kind: event.ToolPre, Tool: &event.Tool{Kind: event.ToolSession, Rule: "Skill"}}, "0.61.0", yes, false},
		{"prompt", event.Event{Kind: event.PromptSubmit}, "0.61.0", yes, false},
		{"unreadable call", event.Event{Kind: event.ToolPre}, "0.61.0", yes, false},
	}
	for _, tt := range tests {
		c := harness.Client{Version: tt.version, Attended: tt.attended}
		if got := (Dialect{}).CanAsk(&tt.event, c); got != tt.want {
			t.Errorf("%s: CanAsk = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFail(t *testing.T) {
	for _, k := range []event.Kind{event.ToolPre, event.PromptSubmit} {
		if got := (Dialect{}).Info().Fail[k]; got != harness.FailExit {
			t.Errorf("a failure of %s is told by form %d", k, got)
		}
	}
}

func TestReaches(t *testing.T) {
	for _, tt := range []struct {
		kind event.Kind
		name string
		want bool
	}{
		{event.ToolPre, "BeforeTool", false},
		{event.ToolPost, "AfterTool", true},
		{event.PromptSubmit, "BeforeAgent", true},
		{event.TurnStop, "AfterAgent", false},
	} {
		if got := (Dialect{}).Reaches(&event.Event{Kind: tt.kind, Name: tt.name}); got != tt.want {
			t.Errorf("%s %s: %v", tt.kind, tt.name, got)
		}
	}
	if (Dialect{}).Reaches(&event.Event{Kind: event.ToolPost, Result: &event.Result{Failed: true}}) {
		t.Error("the context behind a failed tool is dropped by the client")
	}
}
