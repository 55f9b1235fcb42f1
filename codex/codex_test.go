package codex

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/harnesstest"
)

func TestGolden(t *testing.T) { harnesstest.Golden(t, Dialect{}, nil) }

func FuzzDecode(f *testing.F) { harnesstest.FuzzDecode(f, Dialect{}, nil) }

func FuzzEncode(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{}) }

const turn = `"session_id":"s","turn_id":"t","cwd":"/home/dev/project",`

func TestDecode(t *testing.T) {
	tests := []struct{ name, line, in, want string }{
		{"no name", "", `{}`, `tool.pre  refused: the payload has no hook_event_name`},
		{
			"name of the hook line", "PreToolUse", `{` + turn + `"tool_name":"get_goal","tool_input":{}}`,
			`tool.pre PreToolUse session=s dir=/home/dev/project turn=t | get_goal session get_goal input={}`,
		},
		{"name is no text", "Stop", `{"hook_event_name":7}`, `tool.pre Stop refused: the payload's hook_event_name is no text`},
		{"name is null", "Stop", `{"hook_event_name":null}`, `tool.pre Stop refused: the payload's hook_event_name is no text`},
		{"gemini's tool call", "", `{"hook_event_name":"BeforeTool"}`, `tool.pre BeforeTool refused: the event "BeforeTool" is not one of Codex`},
		{"a new event", "", `{"hook_event_name":"Brandnew"}`, `other Brandnew`},
		{
			"claude code's tool call", "", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Write","tool_input":{}}`,
			`tool.pre PreToolUse refused: the payload has no turn_id, so it is not from Codex`,
		},
		{
			"claude code's prompt", "", `{"hook_event_name":"UserPromptSubmit","prompt":"x"}`,
			`prompt.submit UserPromptSubmit refused: the payload has no turn_id, so it is not from Codex`,
		},
		{"no tool", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_input":{}}`, `tool.pre PreToolUse refused: the payload has no tool_name`},
		{"no prompt", "", `{"hook_event_name":"UserPromptSubmit",` + turn + `"prompt":null}`, `prompt.submit UserPromptSubmit refused: the payload has no prompt`},
		{"no input", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"Bash"}`, `tool.pre PreToolUse refused: the input of tool "Bash" is not an object`},
		{"no command", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"Bash","tool_input":{"cmd":"ls"}}`, `tool.pre PreToolUse refused: the input of tool "Bash" has no "command"`},
		{"relative cwd", "", `{"hook_event_name":"Stop","cwd":"project"}`, `turn.stop Stop`},
		{
			"patch that is none", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"apply_patch","tool_input":{"command":"ls"}}`,
			`tool.pre PreToolUse refused: the input of tool "apply_patch" is no patch that can be read`,
		},
		{
			"patch in a shell call", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"Bash","tool_input":{"command":"apply_patch <<E"}}`,
			`tool.pre PreToolUse session=s dir=/home/dev/project turn=t | Bash shell Bash language=bash command="apply_patch <<E" cd=unknown input={"command":"apply_patch <<E"}`,
		},
		{
			"resource of a server", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"read_mcp_resource","tool_input":{"server":"docs","uri":"a:b"}}`,
			`tool.pre PreToolUse session=s dir=/home/dev/project turn=t | read_mcp_resource mcp mcp__docs__read_mcp_resource mcp={Server:docs Tool:read_mcp_resource Ambiguous:false Name: Sanitised:false Source: Command: URL:} input={"server":"docs","uri":"a:b"}`,
		},
		{
			"unknown tool", "", `{"hook_event_name":"PreToolUse",` + turn + `"tool_name":"brand_new","tool_input":[1]}`,
			`tool.pre PreToolUse session=s dir=/home/dev/project turn=t | brand_new unknown brand_new input=[1]`,
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

func TestServer(t *testing.T) {
	tests := []struct {
		name string
		want event.MCPRef
	}{
		{"tempa__echo", event.MCPRef{Server: "tempa", Tool: "echo"}},
		{"tempa__second_brain__list", event.MCPRef{Server: "tempa", Tool: "second_brain__list", Ambiguous: true, Sanitised: true}},
		{"my_srv__echo", event.MCPRef{Server: "my_srv", Tool: "echo", Sanitised: true}},
		{"a___b", event.MCPRef{Server: "a", Tool: "_b", Ambiguous: true, Sanitised: true}},
		{"alone", event.MCPRef{Server: "alone"}},
	}
	for _, tt := range tests {
		tt.want.Name = tt.name
		if got := server(tt.name); got != tt.want {
			t.Errorf("server(%q) = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// answers are every decision for every event of this client.
var answers = []struct {
	event    string
	decision decision.Decision
	want     string
}{
	{"PreToolUse", decision.Decision{}, ""},
	{"PreToolUse", decision.Because(decision.Allow, "a/b", "fine"), ""},
	{
		"PreToolUse",
		decision.Decision{Kind: decision.Allow, Guidance: []string{"use <make>"}},
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"use <make>"}}`,
	},
	{
		"PreToolUse",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"one", "two"}},
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"one\n\ntwo"}}`,
	},
	{
		"PreToolUse", decision.Because(decision.Deny, "a/b", "no & never"),
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Tempa (a/b): no & never"}}`,
	},
	{
		"PreToolUse",
		decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"use make"}},
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Tempa: no","additionalContext":"use make"}}`,
	},
	{
		"PreToolUse", decision.Because(decision.Ask, "a/b", "sure?\r\n"),
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Tempa (a/b): sure?\r\n"}}`,
	},

	{"UserPromptSubmit", decision.Decision{}, ""},
	{"UserPromptSubmit", decision.Decision{Kind: decision.Allow}, ""},
	{
		"UserPromptSubmit",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}},
		`{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"g"}}`,
	},
	{"UserPromptSubmit", decision.Because(decision.Ask, "a/b", "x"), `{"decision":"block","reason":"Tempa (a/b): x"}`},
	{
		"UserPromptSubmit",
		decision.Decision{Kind: decision.Deny, Reason: "Tempa blocked this prompt", Verbatim: true},
		`{"decision":"block","reason":"Tempa blocked this prompt"}`,
	},

	{"PostToolUse", decision.Decision{}, ""},
	{"PostToolUse", decision.Decision{Kind: decision.Allow}, ""},
	{
		"PostToolUse",
		decision.Decision{Kind: decision.Guidance, Guidance: []string{"g"}},
		`{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"g"}}`,
	},
	{"PostToolUse", decision.Because(decision.Ask, "a/b", "flagged"), `{"decision":"block","reason":"Tempa (a/b): flagged"}`},
	{
		"PostToolUse",
		decision.Decision{Kind: decision.Deny, Reason: "flagged", Guidance: []string{"g"}},
		`{"decision":"block","reason":"Tempa: flagged","hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"g"}}`,
	},

	{"SessionStart", decision.Decision{}, ""},
	{
		"SessionStart",
		decision.Decision{Kind: decision.Guidance, Reason: "offline", Guidance: []string{"summary"}},
		`{"systemMessage":"offline","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"summary"}}`,
	},
	{"SessionStart", decision.Decision{Kind: decision.Guidance, Reason: "offline"}, `{"systemMessage":"offline"}`},

	{"Stop", decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"g"}}, ""},
	{"SessionEnd", decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"g"}}, ""},
	{"PermissionRequest", decision.Decision{Kind: decision.Deny, Reason: "no", Guidance: []string{"g"}}, ""},
}

func TestEncode(t *testing.T) {
	info := Dialect{}.Info()
	schemas := readSchemas(t)
	for _, tt := range answers {
		kind, err := info.KindOf(tt.event)
		if err != nil {
			t.Fatal(err)
		}
		a := Dialect{}.Encode(&event.Event{Kind: kind, Name: tt.event}, tt.decision)
		harnesstest.CheckAnswer(t, a)
		if got := strings.TrimSuffix(string(a.Stdout), "\n"); got != tt.want || a.Exit != 0 || a.Stderr != "" {
			t.Errorf("%s %s:\n got %s, exit %d, stderr %q\nwant %s", tt.event, tt.decision.Kind, got, a.Exit, a.Stderr, tt.want)
		}
		if len(a.Stdout) > 0 {
			schemas.check(t, tt.event, a.Stdout)
		}
	}
}

func TestContextLimit(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{strings.Repeat("x", 10_000), 10_000},
		{strings.Repeat("x", 10_001), 10_000},
		{strings.Repeat("é", 5_001), 9_999},
	} {
		got := Dialect{}.ContextLimit().Shorten(tt.text)
		if len(got) != tt.want || !utf8.ValidString(got) {
			t.Errorf("%d bytes are cut to %d, valid %v; want %d", len(tt.text), len(got), utf8.ValidString(got), tt.want)
		}
	}
}

func TestFail(t *testing.T) {
	for _, k := range []event.Kind{event.ToolPre, event.PromptSubmit} {
		if got := (Dialect{}).Info().Fail[k]; got != harness.FailExit {
			t.Errorf("a failure of %s is told by form %d", k, got)
		}
	}
	if _, asks := harness.Dialect(Dialect{}).(harness.Asker); asks {
		t.Error("this client cannot ask")
	}
}

// schema is a closed set of keys, in the form in which they were read out of
// the client.
type schema struct {
	Keys     map[string]json.RawMessage `json:"keys"`
	Required []string                   `json:"required"`
}

type schemas map[string]schema

func readSchemas(t *testing.T) schemas {
	t.Helper()
	data, err := os.ReadFile("testdata/output-schemas.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schemas
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// check holds an answer against the schema of its event.
func (s schemas) check(t *testing.T, name string, answer []byte) {
	t.Helper()
	file := map[string]string{"PreToolUse": "pre-tool-use", "PostToolUse": "post-tool-use", "UserPromptSubmit": "user-prompt-submit", "SessionStart": "session-start"}[name]
	top, ok := s[file+".command.output"]
	if !ok {
		t.Fatalf("no schema for %s", name)
	}
	top.object(t, name, answer)
}

func (s schema) object(t *testing.T, name string, text []byte) {
	t.Helper()
	var o map[string]json.RawMessage
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	for _, key := range s.Required {
		if o[key] == nil {
			t.Errorf("%s: %q is missing in %s", name, key, text)
		}
	}
	for key, value := range o {
		rule, known := s.Keys[key]
		if !known {
			t.Errorf("%s: the client does not know %q", name, key)
		}
		var words string
		if json.Unmarshal(rule, &words) == nil {
			checkWord(t, name+"."+key, words, value)
			continue
		}
		var inner schema
		if err := json.Unmarshal(rule, &inner); err != nil {
			t.Fatal(err)
		}
		inner.object(t, name+"."+key, value)
	}
}

// checkWord holds a value against "string", "enum a|b" or `const "A"`.
func checkWord(t *testing.T, where, rule string, value json.RawMessage) {
	t.Helper()
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		t.Errorf("%s is no text: %s", where, value)
	}
	if values, ok := strings.CutPrefix(rule, "enum "); ok && !strings.Contains("|"+values+"|", "|"+text+"|") {
		t.Errorf("%s = %q, the client takes %s", where, text, values)
	}
	if want, ok := strings.CutPrefix(rule, "const "); ok && string(value) != want {
		t.Errorf("%s = %s, the client takes %s", where, value, want)
	}
}

func TestRequirements(t *testing.T) {
	tests := []struct {
		name, old string
		only      bool
		want      string
	}{
		{"new", "", false, "[features]\nhooks = true\n"},
		{"new, no other hooks", "", true, "allow_managed_hooks_only = true\n\n[features]\nhooks = true\n"},
		{
			"an administrator's own", "# ours\nallowed_approval_policies = [\"on-request\"]\n\n[features]\nother = false\n", true,
			"allow_managed_hooks_only = true\n# ours\nallowed_approval_policies = [\"on-request\"]\n\n[features]\nhooks = true\nother = false\n",
		},
		{"hooks switched off", "[features]\nhooks = false\n", false, "[features]\nhooks = true\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := requirements([]byte(tt.old), tt.only)
			if err != nil || string(got) != tt.want {
				t.Fatalf("got  %q, %v\nwant %q", got, err, tt.want)
			}
			if again, err := requirements(got, tt.only); err != nil || string(again) != tt.want {
				t.Errorf("a second run gives %q, %v", again, err)
			}
		})
	}
	if got, err := requirements([]byte("features = { hooks = false }\n"), false); err == nil {
		t.Errorf("a table in one line became %q", got)
	}
}
