package copilot

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/harnesstest"
	"github.com/tempahq/tempa/core/toolset"
)

// hookLine is the hook line's --event for a recorded file:
// <run>.<event>[.<tool>].json, and none for the documented ones.
func hookLine(file string) string {
	parts := strings.Split(file, ".")
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}

func TestGolden(t *testing.T) { harnesstest.Golden(t, Dialect{}, hookLine) }

func FuzzDecode(f *testing.F) { harnesstest.FuzzDecode(f, Dialect{}, hookLine) }

func FuzzEncode(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{}) }

// Every recorded camelCase event is told from its keys as well.
func TestGuess(t *testing.T) {
	const dir = "testdata/payloads/1.0.102/"
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(dir + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		line := hookLine(file.Name())
		for _, name := range []string{"", "brandNew"} {
			ev, err := decode(t, string(data), name)
			if err != nil || !strings.EqualFold(ev.Name, line) {
				t.Errorf("%s with --event %q: %q, %v", file.Name(), name, ev.Name, err)
			}
		}
	}
}

func decode(t *testing.T, in, name string) (*event.Event, error) {
	t.Helper()
	return Dialect{}.Decode(harnesstest.Payload(t, in), name)
}

const session = `"sessionId":"s","timestamp":1,"cwd":"/p",`

func TestDecode(t *testing.T) {
	tests := []struct{ name, line, in, want string }{
		{"nothing", "", `{}`, `tool.pre  refused: the payload names no event and the hook line has no --event of Copilot's`},
		{"no event of ours", "brandNew", `{` + session + `"x":1}`, `other brandNew session=s dir=/p shape=camel`},
		{
			"a tool call under a new name", "brandNew", `{` + session + `"toolName":"bash","toolArgs":{"command":"ls"}}`,
			`tool.pre preToolUse session=s dir=/p shape=camel | bash shell Bash language=bash command="ls" input={"command":"ls"}`,
		},
		{
			"the payload's name wins", "postToolUse", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			`tool.pre PreToolUse session=s dir=/p shape=pascal | Bash shell Bash language=bash command="ls" input={"command":"ls"}`,
		},
		{"name of the wrong type", "preToolUse", `{"hook_event_name":1}`, `tool.pre preToolUse refused: the payload has a hook_event_name that is no name`},
		{"vs code name of the wrong type", "", `{"hookEventName":null}`, `tool.pre  refused: the payload has a hookEventName that is no name`},
		{
			"no session", "preToolUse", `{"cwd":"/p","toolName":"bash","toolArgs":{"command":"ls"}}`,
			`tool.pre preToolUse session=dir-` + digestOfP + ` dir=/p shape=camel | bash shell Bash language=bash command="ls" input={"command":"ls"}`,
		},
		{"no cwd", "preToolUse", `{"sessionId":"s","toolName":"bash","toolArgs":{"command":"ls"}}`, `tool.pre preToolUse refused: the payload has no absolute "cwd"`},
		{"relative cwd", "preToolUse", `{"sessionId":"s","cwd":"p","toolName":"bash","toolArgs":{"command":"ls"}}`, `tool.pre preToolUse refused: the payload has no absolute "cwd"`},
		{"no cwd at the end", "sessionEnd", `{"sessionId":"s","reason":"complete"}`, `session.end sessionEnd session=s source=complete shape=camel`},
		{"no arguments", "preToolUse", `{` + session + `"toolName":"bash"}`, `tool.pre preToolUse refused: the input of tool "bash" is not an object`},
		{"arguments that are a list", "preToolUse", `{` + session + `"toolName":"bash","toolArgs":[]}`, `tool.pre preToolUse refused: the input of tool "bash" is not an object`},
		{"list for a server's tool", "preToolUse", `{` + session + `"toolName":"a-b","toolArgs":[]}`, `tool.pre preToolUse refused: the input of tool "a-b" is not an object`},
		{"a text that is no JSON", "preToolUse", `{` + session + `"toolName":"bash","toolArgs":"ls"}`, `tool.pre preToolUse refused: the input of tool "bash" is not JSON (at byte 0)`},
		{
			"a text with a key twice", "preToolUse", `{` + session + `"toolName":"bash","toolArgs":"{\"command\":\"a\",\"command\":\"b\"}"}`,
			`tool.pre preToolUse refused: the input of tool "bash" has a key twice in one object (at byte 25)`,
		},
		{
			"a text that breaks out", "preToolUse", `{` + session + `"toolName":"bash","toolArgs":"{\"command\":\"a\"},\"b\":{}"}`,
			`tool.pre preToolUse refused: the input of tool "bash" has something after its JSON value (at byte 15)`,
		},
		{"command that is a list", "preToolUse", `{` + session + `"toolName":"bash","toolArgs":{"command":["ls"]}}`, `tool.pre preToolUse refused: the input of tool "bash" has no "command"`},
		{"patch that is none", "preToolUse", `{` + session + `"toolName":"apply_patch","toolArgs":"hello"}`, `tool.pre preToolUse refused: the input of tool "apply_patch" is no patch that can be read`},
		{
			"patch in an object", "preToolUse", `{` + session + `"toolName":"apply_patch","toolArgs":{"input":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}}`,
			`tool.pre preToolUse session=s dir=/p shape=camel | apply_patch edit Edit delete="a" input={"input":"*** Begin Patch\n*** Delete File: a\n*** End Patch…`,
		},
		{"no tool name", "preToolUse", `{` + session + `"toolArgs":{}}`, `tool.pre preToolUse refused: the payload has no text as "toolName"`},
		{"tool name of the wrong type", "preToolUse", `{` + session + `"toolName":7,"toolArgs":{}}`, `tool.pre preToolUse refused: the payload has no text as "toolName"`},
		{"empty tool name", "preToolUse", `{` + session + `"toolName":"","toolArgs":{}}`, `tool.pre preToolUse refused: the payload has an empty "toolName"`},
		{"unknown tool", "preToolUse", `{` + session + `"toolName":"RunAnything","toolArgs":{}}`, `tool.pre preToolUse session=s dir=/p shape=camel | RunAnything unknown RunAnything input={}`},
		{
			"keys typed into a shell", "preToolUse", `{` + session + `"toolName":"write_bash","toolArgs":{"input":"rm x\n"}}`,
			`tool.pre preToolUse session=s dir=/p shape=camel | write_bash shell Bash language=bash command="rm x\n" cd=unknown input={"input":"rm x\n"}`,
		},
		{
			"powershell", "preToolUse", `{` + session + `"toolName":"powershell","toolArgs":{"command":"ls"}}`,
			`tool.pre preToolUse session=s dir=/p shape=camel | powershell shell PowerShell language=powershell command="ls" input={"command":"ls"}`,
		},
		{
			"search with filter", "preToolUse", `{` + session + `"toolName":"rg","toolArgs":{"pattern":"x","glob":".env"}}`,
			`tool.pre preToolUse session=s dir=/p shape=camel | rg search Grep read-tree="." read-glob=".env" input={"pattern":"x","glob":".env"}`,
		},
		{"no prompt", "userPromptSubmitted", `{` + session + `"x":1}`, `prompt.submit userPromptSubmitted refused: the payload has no text as "prompt"`},
		{
			"codex", "", `{"hook_event_name":"PreToolUse","session_id":"s","turn_id":"t","cwd":"/p","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			`tool.pre PreToolUse refused: the payload is not Copilot's: it has a "turn_id"`,
		},
		{
			"claude code's prompt", "", `{"hook_event_name":"UserPromptSubmit","session_id":"s","permission_mode":"default","cwd":"/p","prompt":"x"}`,
			`tool.pre UserPromptSubmit refused: the payload is not Copilot's: it has a "permission_mode"`,
		},
		{"claude code's stop", "", `{"hook_event_name":"Stop","session_id":"s","prompt_id":"p","cwd":"/p"}`, `turn.stop Stop refused: the payload is not Copilot's: it has a "prompt_id"`},
		{"gemini", "", `{"hook_event_name":"BeforeTool","session_id":"s","cwd":"/p"}`, `tool.pre BeforeTool refused: the event "BeforeTool" is not one of GitHub Copilot`},
		{"gemini's prompt", "", `{"hook_event_name":"BeforeAgent","session_id":"s","cwd":"/p"}`, `tool.pre BeforeAgent refused: the event "BeforeAgent" is not one of GitHub Copilot`},
		{"antigravity", "", `{"conversationId":"c","toolCall":{"name":"run_command"}}`, `tool.pre  refused: the payload names no event and the hook line has no --event of Copilot's`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := harnesstest.Describe(decode(t, tt.in, tt.line)); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

const digestOfP = "00d74baf14ea415c6164614838c91f83"

func TestMCPName(t *testing.T) {
	tests := []struct {
		shape, name, server, tool string
		ambiguous                 bool
	}{
		{shapeCamel, "tempa-work_item", "tempa", "work_item", false},
		{shapeCamel, "tempa-second-brain__list", "tempa", "second-brain__list", true},
		{shapeCamel, "a--b", "a", "-b", true},
		{shapeCamel, "my-echo/say_hi", "my-echo", "say_hi", false},
		{shapeCamel, "a/b/c", "a", "b/c", true},
		{shapePascal, "mcp__tempa__x", "tempa", "x", false},
		{shapePascal, "mcp__a__b__c", "a", "b__c", true},
		{shapePascal, "mcp__a___b", "a", "_b", true},
		{shapeVSCode, "mcp_github_list_issues", "github", "list_issues", true},
		{shapeCamel, "mcp_github_list", "", "", false},
		{shapeCamel, "plain", "", "", false},
		{shapeCamel, "-x", "", "", false},
		{shapeCamel, "x-", "", "", false},
		{shapeCamel, "mcp__x", "", "", false},
	}
	for _, tt := range tests {
		ref, ok := mcpRef(tt.shape, tt.name)
		if ok != (tt.server != "") || ref.Server != tt.server || ref.Tool != tt.tool || ref.Ambiguous != tt.ambiguous {
			t.Errorf("mcpRef(%q) = %+v, %t", tt.name, ref, ok)
		}
	}
}

var kinds = []decision.Kind{decision.Defer, decision.Allow, decision.Guidance, decision.Ask, decision.Deny}

func TestEncode(t *testing.T) {
	const (
		top     = `"permissionDecision":"%","permissionDecisionReason":"Tempa (r/1): no\n\ntip"`
		call    = `{` + top + `}`
		callVS  = `{` + top + `,"hookSpecificOutput":{"hookEventName":"PreToolUse",` + top + `}}`
		context = `{"additionalContext":"tip"}`
		block   = `{"decision":"block","reason":"Tempa (r/1): no"}`
		blockVS = `{"decision":"block","reason":"Tempa (r/1): no","continue":false,"stopReason":"Tempa (r/1): no"}`
		result  = `{"decision":"block","reason":"Tempa (r/1): no\n\ntip"}`
		failed  = `{"additionalContext":"Tempa (r/1): no\n\ntip"}`
	)
	both := func(name, text string) string {
		return `{"additionalContext":"` + text + `","hookSpecificOutput":{"hookEventName":"` + name + `","additionalContext":"` + text + `"}}`
	}
	tests := []struct {
		name, shape string
		kind        event.Kind
		soft, hard  string // for defer, allow and guidance; for ask and deny
	}{
		{"preToolUse", shapeCamel, event.ToolPre, context, call},
		{"PreToolUse", shapePascal, event.ToolPre, both("PreToolUse", "tip"), callVS},
		{"PreToolUse", shapeVSCode, event.ToolPre, both("PreToolUse", "tip"), callVS},
		{"", "", event.ToolPre, both("PreToolUse", "tip"), callVS},
		{"userPromptSubmitted", shapeCamel, event.PromptSubmit, context, block},
		{"UserPromptSubmit", shapePascal, event.PromptSubmit, both("UserPromptSubmit", "tip"), block},
		{"UserPromptSubmit", shapeVSCode, event.PromptSubmit, both("UserPromptSubmit", "tip"), blockVS},
		{"postToolUse", shapeCamel, event.ToolPost, context, result},
		{"PostToolUse", shapePascal, event.ToolPost, both("PostToolUse", "tip"), result},
		{"postToolUseFailure", shapeCamel, event.ToolPost, context, failed},
		{"PostToolUseFailure", shapePascal, event.ToolPost, both("PostToolUseFailure", "tip"), both("PostToolUseFailure", `Tempa (r/1): no\n\ntip`)},
		{"agentStop", shapeCamel, event.TurnStop, "", ""},
		{"sessionEnd", shapeCamel, event.SessionEnd, "", ""},
		{"permissionRequest", shapeCamel, event.Other, "", ""},
		{"preMcpToolCall", shapeCamel, event.Other, "", ""},
		{"Notification", shapeCamel, event.Other, "", ""},
	}
	for _, tt := range tests {
		for _, k := range kinds {
			want := tt.soft
			if k >= decision.Ask {
				want = strings.ReplaceAll(tt.hard, "%", k.String())
			}
			ev := &event.Event{Name: tt.name, Shape: tt.shape, Kind: tt.kind}
			d := decision.Decision{Kind: k, PolicyIDs: []string{"r/1"}, Reason: "no", Guidance: []string{"tip"}}
			got := Dialect{}.Encode(ev, d)
			if strings.TrimSpace(string(got.Stdout)) != want || got.Stderr != "" || got.Exit != 0 {
				t.Errorf("%s %s %s:\n got %s (%q, exit %d)\nwant %s", tt.name, tt.shape, k, got.Stdout, got.Stderr, got.Exit, want)
			}
			checkKeys(t, got.Stdout)
			if got := (Dialect{}).Encode(ev, decision.Decision{Kind: min(k, decision.Guidance)}); len(got.Stdout) != 0 || got.Exit != 0 {
				t.Errorf("%s %s %s: an answer without anything to say: %s", tt.name, tt.shape, k, got.Stdout)
			}
		}
	}
}

// Another client's payload is blocked by the status and its text alone.
func TestEncodeForeign(t *testing.T) {
	for _, k := range kinds {
		want := harness.Answer{}
		if k >= decision.Ask {
			want = harness.Answer{Stderr: "Tempa: no", Exit: 2}
		}
		got := Dialect{}.Encode(&event.Event{Name: "BeforeTool", Shape: shapeForeign, Kind: event.ToolPre}, decision.Decision{Kind: k, Reason: "no"})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", k, got, want)
		}
	}
}

func TestSessionStart(t *testing.T) {
	tests := []struct {
		shape, warning, summary string
		want                    harness.Answer
	}{
		{shapeCamel, "", "summary", harness.Answer{Stdout: []byte(`{"additionalContext":"summary"}`)}},
		{shapeCamel, "", "", harness.Answer{}},
		{shapeCamel, "offline", "summary", harness.Answer{Stdout: []byte(`{"additionalContext":"offline\n\nsummary"}`), Stderr: "offline", Exit: 2}},
		{shapePascal, "offline", "", harness.Answer{Stdout: []byte(`{"additionalContext":"offline","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"offline"}}`), Stderr: "offline", Exit: 2}},
		{shapeVSCode, "offline", "s", harness.Answer{Stdout: []byte(`{"additionalContext":"offline\n\ns","systemMessage":"offline","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"offline\n\ns"}}`)}},
	}
	for _, tt := range tests {
		d := decision.Decision{Reason: tt.warning}
		if tt.summary != "" {
			d.Guidance = []string{tt.summary}
		}
		got := Dialect{}.Encode(&event.Event{Kind: event.SessionStart, Name: "sessionStart", Shape: tt.shape}, d)
		if strings.TrimSpace(string(got.Stdout)) != string(tt.want.Stdout) || got.Stderr != tt.want.Stderr || got.Exit != tt.want.Exit {
			t.Errorf("%s %q:\n got %s %q %d\nwant %s", tt.shape, tt.warning, got.Stdout, got.Stderr, got.Exit, tt.want.Stdout)
		}
		checkKeys(t, got.Stdout)
	}
}

// checkKeys checks an answer against the keys that a client was measured or
// documented to read.
func checkKeys(t *testing.T, out []byte) {
	t.Helper()
	if len(out) == 0 {
		return
	}
	var answer map[string]json.RawMessage
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	top := []string{"permissionDecision", "permissionDecisionReason", "decision", "reason", "additionalContext", "continue", "stopReason", "systemMessage", "hookSpecificOutput"}
	nested := []string{"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext"}
	for key := range answer {
		if !slices.Contains(top, key) {
			t.Errorf("unknown key %q: %s", key, out)
		}
	}
	var specific map[string]json.RawMessage
	json.Unmarshal(answer["hookSpecificOutput"], &specific)
	for key := range specific {
		if !slices.Contains(nested, key) {
			t.Errorf("unknown key %q in hookSpecificOutput: %s", key, out)
		}
	}
}

func TestContextLimit(t *testing.T) {
	tests := []struct {
		in   string
		want int
	}{
		{"short", 5},
		{strings.Repeat("a", 10_000), 10_000},
		{strings.Repeat("a", 10_001), 10_000},
		{strings.Repeat("é", 10_000), 9_999},
	}
	for _, tt := range tests {
		got := shorten(tt.in)
		if len(got) != tt.want || !utf8.ValidString(got) {
			t.Errorf("%d bytes are cut to %d, want %d", len(tt.in), len(got), tt.want)
		}
	}
}

func TestInfo(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range (Dialect{}).Info().Events {
		if seen[e.Name] {
			t.Errorf("event %s is listed twice", e.Name)
		}
		seen[e.Name] = true
		if !e.Foreign && e.Kind == event.Other {
			t.Errorf("event %s is subscribed to and does nothing", e.Name)
		}
	}
	for i, tool := range tools {
		if slices.ContainsFunc(tools[:i], func(other toolset.Tool) bool { return other.Name == tool.Name }) {
			t.Errorf("tool %s is listed twice", tool.Name)
		}
	}
	for _, k := range []event.Kind{event.ToolPre, event.PromptSubmit, event.ToolPost} {
		if got := (Dialect{}).CanAsk(&event.Event{Kind: k}, harness.Client{}); got != (k == event.ToolPre) {
			t.Errorf("CanAsk(%s) = %t", k, got)
		}
	}
}
