package antigravity

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/harnesstest"
)

// eventName is the part of a payload's file name before "-" or ".": the
// payload itself does not tell.
func eventName(file string) string {
	return file[:strings.IndexAny(file, "-.")]
}

func TestGolden(t *testing.T) { harnesstest.Golden(t, Dialect{}, eventName) }

func FuzzDecode(f *testing.F) { harnesstest.FuzzDecode(f, Dialect{}, eventName) }

func FuzzEncode(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{}) }

func FuzzEncodeNewest(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{version: "1.5.2"}) }

func decode(t *testing.T, line, in string) (*event.Event, error) {
	t.Helper()
	return Dialect{}.Decode(harnesstest.Payload(t, in), line)
}

func TestDecode(t *testing.T) {
	tests := []struct{ name, line, in, want string }{
		{"no event", "", `{}`, `tool.pre  refused: the hook line has no --event`},
		{"no event, a call", "", `{"toolCall":{},"stepIdx":1}`, `tool.pre  refused: the hook line has no --event`},
		{"no event, a result", "", `{"toolCall":{},"stepIdx":1,"error":""}`, `tool.post  refused: the hook line has no --event`},
		{"no event, a prompt", "", `{"invocationNum":0}`, `prompt.submit  refused: the hook line has no --event`},
		{"no event, a stop", "", `{"executionNum":0,"error":""}`, `turn.stop  refused: the hook line has no --event`},
		{"gemini's event name", "BeforeTool", `{}`, `tool.pre BeforeTool refused: the event "BeforeTool" is not one of Antigravity`},
		{
			"claude code's payload", "PreToolUse", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`,
			`tool.pre PreToolUse refused: the payload has keys of another client, so it is not from Antigravity`,
		},
		{
			"claude code's stop", "PreToolUse", `{"hook_event_name":"Stop"}`,
			`turn.stop PreToolUse refused: the payload has keys of another client, so it is not from Antigravity`,
		},
		{
			"copilot's payload", "PreToolUse", `{"sessionId":"s","cwd":"/p","toolName":"bash","toolArgs":{"command":"ls"}}`,
			`tool.pre PreToolUse refused: the payload has keys of another client, so it is not from Antigravity`,
		},
		{"a new event", "PreLunch", `{}`, `other PreLunch`},
		{"no call", "PreToolUse", `{"stepIdx":1}`, `tool.pre PreToolUse refused: the payload has no toolCall`},
		{"no name", "PreToolUse", `{"toolCall":{"args":{}}}`, `tool.pre PreToolUse refused: the payload's toolCall has no name`},
		{"no arguments", "PreToolUse", `{"toolCall":{"name":"run_command"}}`, `tool.pre PreToolUse refused: the input of tool "run_command" is not an object`},
		{"no command", "PreToolUse", `{"toolCall":{"name":"run_command","args":{"Cwd":"/x","Wait":1}}}`, `tool.pre PreToolUse refused: the input of tool "run_command" has no "CommandLine"`},
		{"step as text", "PostToolUse", `{"stepIdx":"5","error":""}`, `tool.post PostToolUse call=5 failed=false result=""`},
		{
			"no workspace", "PreToolUse", `{"workspacePaths":[],"toolCall":{"name":"list_dir","args":{}}}`,
			`tool.pre PreToolUse | list_dir search LS list="." input={}`,
		},
		{"workspaces", "SessionStart", `{"workspacePaths":["relative","/a","/b",7,"/c"]}`, `session.start SessionStart dir=/a roots=/b:/c`},
		{"prompt is no text", "PreInvocation", `{"invocationNum":0,"lastUserInput":7}`, `prompt.submit PreInvocation refused: the payload's lastUserInput is no text`},
		{"prompt without a number", "PreInvocation", `{"lastUserInput":"x"}`, `prompt.submit PreInvocation turn=3c7e9bc930dc93f0 prompt="x"`},
		{"later model call", "PreInvocation", `{"invocationNum":"2","lastUserInput":7}`, `other PreInvocation call=2 turn=6e340b9cffb37a98`},
		{
			"typing", "PreToolUse", `{"toolCall":{"name":"manage_task","args":{"Action":"send_input","TaskId":"t","Input":"rm -rf x\n"}}}`,
			`tool.pre PreToolUse | manage_task shell Bash language=bash command="rm -rf x\n" cd=unknown input={"Action":"send_input","TaskId":"t","Input":"rm -rf x\n"}`,
		},
		{
			"typing what", "PreToolUse", `{"toolCall":{"name":"manage_task","args":{"Action":"send_input","Text":"ls"}}}`,
			`tool.pre PreToolUse refused: the input of tool "manage_task" has no "Input"`,
		},
		{
			"looking", "PreToolUse", `{"toolCall":{"name":"manage_task","args":{"Action":"status"}}}`,
			`tool.pre PreToolUse | manage_task session manage_task input={"Action":"status"}`,
		},
		{
			"doing something else", "PreToolUse", `{"toolCall":{"name":"manage_task","args":{"Action":"exec"}}}`,
			`tool.pre PreToolUse | manage_task unknown manage_task input={"Action":"exec"}`,
		},
		{
			"a file tool with any key", "PreToolUse", `{"toolCall":{"name":"edit_file","args":{"n":1,"path":"a","TargetFile":"b"}}}`,
			`tool.pre PreToolUse | edit_file edit Edit write="b" write="a" input={"n":1,"path":"a","TargetFile":"b"}`,
		},
		{
			"a file tool without one", "PreToolUse", `{"toolCall":{"name":"read_file","args":{"where":"a"}}}`,
			`tool.pre PreToolUse refused: the input of tool "read_file" has no path`,
		},
		{
			"mcp without a server", "PreToolUse", `{"toolCall":{"name":"call_mcp_tool","args":{"ToolName":"x"}}}`,
			`tool.pre PreToolUse refused: the input of tool "call_mcp_tool" has no server or no tool`,
		},
		{
			"tempa's own server by name", "PreToolUse", `{"toolCall":{"name":"mcp__tempa_tempa__x","args":{}}}`,
			`tool.pre PreToolUse | mcp__tempa_tempa__x mcp mcp__tempa__x mcp={Server:tempa Tool:x Ambiguous:false Name:tempa_tempa__x Sanitised:true Source:tempa_tempa Command: URL:} input={}`,
		},
		{
			"mcp by name", "PreToolUse", `{"toolCall":{"name":"mcp_a_b","args":{}}}`,
			`tool.pre PreToolUse | mcp_a_b mcp mcp__a__b mcp={Server:a Tool:b Ambiguous:false Name:a_b Sanitised:true Source: Command: URL:} input={}`,
		},
		{"unknown tool", "PreToolUse", `{"toolCall":{"name":"brand_new","args":{"x":1}}}`, `tool.pre PreToolUse | brand_new unknown brand_new input={"x":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := harnesstest.Describe(decode(t, tt.line, tt.in)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestTurn(t *testing.T) {
	turn := func(in string) string {
		ev, err := decode(t, "PreInvocation", in)
		if err != nil {
			t.Fatal(err)
		}
		return ev.Turn
	}
	first := turn(`{"invocationNum":0,"initialNumSteps":1,"lastUserInput":"a"}`)
	if turn(`{"invocationNum":0,"initialNumSteps":1,"lastUserInput":"b"}`) == first ||
		turn(`{"invocationNum":0,"initialNumSteps":4,"lastUserInput":"a"}`) == first {
		t.Error("two turns have the same name")
	}
}

// Arguments that may be encoded twice are read in both ways where it matters.
func TestDecoded(t *testing.T) {
	tests := []struct{ name, args, command, dir string }{
		{"plain", `{"CommandLine":"npm test","Cwd":"/x"}`, "npm test", "/x"},
		{"every value encoded", `{"CommandLine":"\"npm test\"","Cwd":"\"/x\"","WaitMsBeforeAsync":"5000"}`, "npm test", "/x"},
		{"the whole encoded", `"{\"CommandLine\":\"npm test\",\"Cwd\":\"/x\"}"`, "npm test", "/x"},
		{"a quoted word of a plain call", `{"CommandLine":"\"npm test\"","Cwd":"/x"}`, `"npm test"`, "/x"},
		{"a number beside it", `{"CommandLine":"\"npm test\"","WaitMsBeforeAsync":5000}`, `"npm test"`, ""},
		{"a number as command", `{"CommandLine":"5000"}`, "5000", ""},
		{"an expansion hidden behind a comment", `{"CommandLine":"\"# $(rm -rf x)\""}`, "\"# $(rm -rf x)\"\n# $(rm -rf x)", ""},
		{"an expansion hidden in quotes", "{\"CommandLine\":\"\\\"'`rm -rf x`'\\\"\"}", "\"'`rm -rf x`'\"\n'`rm -rf x`'", ""},
		{"one that would swallow the other", `{"CommandLine":"\"cat <<E $(rm x)\""}`, "\"cat <<E $(rm x)\"\ncat <<E $(rm x)", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ev, err := decode(t, "PreToolUse", `{"toolCall":{"name":"run_command","args":`+tt.args+`}}`)
			if err != nil {
				t.Fatal(err)
			}
			if ev.Tool.Command != tt.command || ev.Tool.Dir != tt.dir {
				t.Errorf("command %q in %q, want %q in %q", ev.Tool.Command, ev.Tool.Dir, tt.command, tt.dir)
			}
			if string(ev.Tool.Input) != tt.args {
				t.Errorf("input %s is not what was sent", ev.Tool.Input)
			}
		})
	}
	refused := []string{
		`"ls"`,
		`"{\"CommandLine\":\"ls\"},\"x\":{}"`,
		`{"CommandLine":"\"ls\"","Other":"{\"a\":1,\"a\":2}"}`,
	}
	for _, args := range refused {
		if _, err := decode(t, "PreToolUse", `{"toolCall":{"name":"run_command","args":`+args+`}}`); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
	ev, err := decode(t, "PreToolUse", `{"toolCall":{"name":"view_file","args":{"AbsolutePath":"\"/etc/x\""}}}`)
	if err != nil || len(ev.Tool.Paths) != 2 || ev.Tool.Paths[0].Path != "/etc/x" || ev.Tool.Paths[1].Path != `"/etc/x"` {
		t.Errorf("paths %+v, %v", ev.Tool, err)
	}
}

func TestServer(t *testing.T) {
	tests := []struct {
		name string
		want event.MCPRef
		ok   bool
	}{
		{"mcp__a__b", event.MCPRef{Server: "a", Tool: "b", Name: "a__b", Sanitised: true}, true},
		{"mcp__a__b__c", event.MCPRef{Server: "a", Tool: "b__c", Name: "a__b__c", Sanitised: true, Ambiguous: true}, true},
		{"mcp_a_b", event.MCPRef{Server: "a", Tool: "b", Name: "a_b", Sanitised: true}, true},
		{"mcp_a_b_c", event.MCPRef{Server: "a", Tool: "b_c", Name: "a_b_c", Sanitised: true, Ambiguous: true}, true},
		{"a/b", event.MCPRef{Server: "a", Tool: "b", Name: "a/b"}, true},
		{"a/b/c", event.MCPRef{Server: "a", Tool: "b/c", Name: "a/b/c", Ambiguous: true}, true},
		{"plain", event.MCPRef{}, false},
		{"mcp_", event.MCPRef{}, false},
	}
	for _, tt := range tests {
		if got, ok := server(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("server(%q) = %+v, %v", tt.name, got, ok)
		}
	}
}

// answers are every decision for every event of a client whose version is not
// known.
var answers = []struct {
	event    string
	decision decision.Decision
	want     string
}{
	{"PreToolUse", decision.Decision{}, `{"decision":"allow"}`},
	{"PreToolUse", decision.Because(decision.Allow, "a/b", "fine"), `{"decision":"allow"}`},
	{"PreToolUse", decision.Decision{Kind: decision.Guidance, Guidance: []string{"use <make>", "two"}}, `{"decision":"allow","reason":"use <make>\n\ntwo"}`},
	{
		"PreToolUse",
		decision.Decision{Kind: decision.Ask, PolicyIDs: []string{"a/b"}, Reason: "sure?", Guidance: []string{"g"}},
		`{"decision":"force_ask","reason":"Tempa (a/b): sure?\n\ng"}`,
	},
	{"PreToolUse", decision.Because(decision.Deny, "a/b", "no & never"), `{"decision":"deny","reason":"Tempa (a/b): no & never"}`},
	{"PreToolUse", decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"g"}}, `{"decision":"deny","reason":"Tempa: no\n\ng"}`},

	{"PreInvocation", decision.Decision{}, `{}`},
	{"PreInvocation", decision.Decision{Kind: decision.Allow}, `{}`},
	{"PreInvocation", decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}}, `{"injectSteps":[{"ephemeralMessage":"g"}]}`},
	{
		"PreInvocation", decision.Because(decision.Ask, "a/b", "x"),
		`{"injectSteps":[{"ephemeralMessage":"Tempa (a/b): x"}],"terminationBehavior":"terminate"}`,
	},
	{
		"PreInvocation",
		decision.Decision{Kind: decision.Deny, Reason: "Tempa blocked this prompt", Verbatim: true},
		`{"injectSteps":[{"ephemeralMessage":"Tempa blocked this prompt"}],"terminationBehavior":"terminate"}`,
	},

	{"SessionStart", decision.Decision{}, `{}`},
	{
		"SessionStart",
		decision.Decision{Kind: decision.Guidance, Reason: "offline", Guidance: []string{"summary"}},
		`{"injectSteps":[{"ephemeralMessage":"offline\n\nsummary"}]}`,
	},

	{"PostToolUse", decision.Because(decision.Deny, "a/b", "flagged"), `{}`},
	{"PostToolUse", decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}}, `{}`},
	{"Stop", decision.Because(decision.Deny, "a/b", "no"), `{}`},
	{"PostInvocation", decision.Because(decision.Deny, "a/b", "no"), `{}`},
	{"PreLunch", decision.Decision{}, `{}`},
}

// newest are the answers that 1.5.2 takes in another form.
var newest = []struct {
	event    string
	decision decision.Decision
	want     string
}{
	{"PreToolUse", decision.Decision{}, `{"decision":"allow"}`},
	{"PreInvocation", decision.Decision{}, `{}`},
	{"PreInvocation", decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}}, `{"injectSteps":[{"systemMessage":{"systemMessage":"g"}}]}`},
	{
		"PreInvocation", decision.Because(decision.Deny, "a/b", "x"),
		`{"injectSteps":[{"errorMessage":{"userMessage":"Tempa (a/b): x"}}],"terminationBehavior":"terminate"}`,
	},
	{"SessionStart", decision.Decision{Kind: decision.Guidance, Guidance: []string{"summary"}}, `{"injectSteps":[{"systemMessage":{"systemMessage":"summary"}}]}`},
}

func TestEncode(t *testing.T) {
	for _, tt := range answers {
		encode(t, Dialect{}, tt.event, tt.decision, tt.want)
		encode(t, Dialect{}.For("1.5.1"), tt.event, tt.decision, tt.want)
	}
	for _, tt := range newest {
		encode(t, Dialect{}.For("1.5.2"), tt.event, tt.decision, tt.want)
	}
}

func encode(t *testing.T, d harness.Dialect, name string, dec decision.Decision, want string) {
	t.Helper()
	kind, err := d.Info().KindOf(name)
	if err != nil {
		t.Fatal(err)
	}
	a := d.Encode(&event.Event{Kind: kind, Name: name}, dec)
	harnesstest.CheckAnswer(t, a)
	if got := strings.TrimSuffix(string(a.Stdout), "\n"); got != want || a.Exit != 0 || a.Stderr != "" {
		t.Errorf("%s %s:\n got %s, exit %d, stderr %q\nwant %s", name, dec.Kind, got, a.Exit, a.Stderr, want)
	}
	known(t, name, a.Stdout)
}

// keys are those that were seen to be taken, by event: published captures up
// to 1.2.7, errorMessage and systemMessage on 1.5.2.
var keys = map[string]string{
	"PreToolUse":     "decision reason",
	"PreInvocation":  "injectSteps terminationBehavior",
	"SessionStart":   "injectSteps",
	"PostInvocation": "injectSteps terminationBehavior",
	"PostToolUse":    "",
	"Stop":           "decision reason",
}

func known(t *testing.T, name string, answer []byte) {
	t.Helper()
	var o map[string]json.RawMessage
	if err := json.Unmarshal(answer, &o); err != nil {
		t.Fatal(err)
	}
	for key := range o {
		if !strings.Contains(" "+keys[name]+" ", " "+key+" ") {
			t.Errorf("%s: the client does not know %q", name, key)
		}
	}
	var steps []map[string]any
	if o["injectSteps"] != nil {
		if err := json.Unmarshal(o["injectSteps"], &steps); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range steps {
		if len(s) != 1 {
			t.Errorf("%s: a step has one member, not %v", name, s)
		}
	}
}

// The answer to a payload of another client blocks there as well.
func TestForeign(t *testing.T) {
	ev, err := decode(t, "PreToolUse", `{"hook_event_name":"PreToolUse"}`)
	if err == nil {
		t.Fatal("taken")
	}
	a := Dialect{}.Encode(ev, decision.Decision{Kind: decision.Deny, Reason: "tempa: hook failed", Verbatim: true})
	if string(a.Stdout) != `{"decision":"deny","reason":"tempa: hook failed"}`+"\n" || a.Stderr != "tempa: hook failed" || a.Exit != 2 {
		t.Errorf("stdout %s, stderr %q, exit %d", a.Stdout, a.Stderr, a.Exit)
	}
}

func TestCanAsk(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	tests := []struct {
		name     string
		kind     event.Kind
		version  string
		attended func() bool
		want     bool
	}{
		{"call", event.ToolPre, "1.5.2", yes, true},
		{"unknown version", event.ToolPre, "", yes, true},
		{"before force_ask", event.ToolPre, "1.0.15", yes, false},
		{"nobody there", event.ToolPre, "1.5.2", no, false},
		{"attendance unknown", event.ToolPre, "1.5.2", nil, false},
		{"prompt", event.PromptSubmit, "1.5.2", yes, false},
	}
	for _, tt := range tests {
		c := harness.Client{Version: tt.version, Attended: tt.attended}
		if got := (Dialect{}).CanAsk(&event.Event{Kind: tt.kind}, c); got != tt.want {
			t.Errorf("%s: CanAsk = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFail(t *testing.T) {
	for _, k := range []event.Kind{event.ToolPre, event.PromptSubmit} {
		if got := (Dialect{}).Info().Fail[k]; got != harness.FailObject {
			t.Errorf("a failure of %s is told by form %d", k, got)
		}
	}
}

func TestWorkspaceFile(t *testing.T) {
	if got := (Dialect{}).WorkspaceFile(); got != "antigravity-workspace.json" {
		t.Errorf("the note is %q", got)
	}
}

func TestReaches(t *testing.T) {
	for _, tt := range []struct {
		kind event.Kind
		name string
		want bool
	}{
		{event.ToolPre, "PreToolUse", true},
		{event.ToolPost, "PostToolUse", false},
		{event.PromptSubmit, "PreInvocation", true},
		{event.Other, "PreInvocation", true},
		{event.TurnStop, "Stop", false},
	} {
		if got := (Dialect{}).Reaches(&event.Event{Kind: tt.kind, Name: tt.name}); got != tt.want {
			t.Errorf("%s %s: %v", tt.kind, tt.name, got)
		}
	}
}
