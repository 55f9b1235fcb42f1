package claudecode

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/account"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/harnesstest"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/toolset"
)

func TestGolden(t *testing.T) { harnesstest.Golden(t, Dialect{}, nil) }

func FuzzDecode(f *testing.F) { harnesstest.FuzzDecode(f, Dialect{}, nil) }

func FuzzEncode(f *testing.F) { harnesstest.FuzzEncode(f, Dialect{}) }

const base = `"session_id":"s","cwd":"/p","hook_event_name":`

func TestDecode(t *testing.T) {
	const pre = `{` + base + `"PreToolUse","tool_name":`
	tests := []struct{ name, line, in, want string }{
		{"nothing", "", `{}`, `tool.pre  refused: the payload has no hook_event_name`},
		{"name of the hook line", "Stop", `{"session_id":"s"}`, `turn.stop Stop session=s`},
		{"the payload's name wins", "Stop", pre + `"TodoWrite","tool_input":{}}`, `tool.pre PreToolUse session=s dir=/p | TodoWrite session TodoWrite input={}`},
		{"name of the wrong type", "Stop", `{"hook_event_name":7}`, `tool.pre Stop refused: the payload's hook_event_name is no text`},
		{"name that is null", "Stop", `{"hook_event_name":null}`, `tool.pre Stop refused: the payload's hook_event_name is no text`},
		{"a new event", "", `{` + base + `"BrandNew","session_id2":1}`, `other BrandNew session=s dir=/p`},
		{"another client's tool call", "", `{` + base + `"preToolUse"}`, `tool.pre preToolUse refused: the event "preToolUse" is not one of Claude Code`},
		{"another client's prompt", "", `{` + base + `"userPromptSubmitted"}`, `prompt.submit userPromptSubmitted refused: the event "userPromptSubmitted" is not one of Claude Code`},
		{"session of the wrong type", "", `{"session_id":1,"hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{}}`, `tool.pre PreToolUse refused: the payload has no text as "session_id"`},
		{"no cwd", "", `{"hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{}}`, `tool.pre PreToolUse | TodoWrite session TodoWrite input={}`},
		{"relative cwd", "", `{"cwd":"p","hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{}}`, `tool.pre PreToolUse | TodoWrite session TodoWrite input={}`},
		{"no tool", "", `{` + base + `"PreToolUse"}`, `tool.pre PreToolUse refused: the payload has no text as "tool_name"`},
		{"empty tool", "", pre + `"","tool_input":{}}`, `tool.pre PreToolUse refused: the payload has an empty tool_name`},
		{"no input", "", pre + `"Bash"}`, `tool.pre PreToolUse refused: the input of tool "Bash" is not an object`},
		{"command of the wrong case", "", pre + `"Bash","tool_input":{"Command":"ls"}}`, `tool.pre PreToolUse refused: the input of tool "Bash" has no "command"`},
		{"command that is a list", "", pre + `"Bash","tool_input":{"command":["ls"]}}`, `tool.pre PreToolUse refused: the input of tool "Bash" has no "command"`},
		{"file that is null", "", pre + `"Write","tool_input":{"file_path":null}}`, `tool.pre PreToolUse refused: the input of tool "Write" has no "file_path"`},
		{"powershell", "", pre + `"PowerShell","tool_input":{"command":"ls"}}`, `tool.pre PreToolUse session=s dir=/p | PowerShell shell PowerShell language=powershell command="ls" input={"command":"ls"}`},
		{"monitor", "", pre + `"Monitor","tool_input":{"command":"tail -f x"}}`, `tool.pre PreToolUse session=s dir=/p | Monitor shell Bash language=bash command="tail -f x" input={"command":"tail -f x"}`},
		{"glob elsewhere", "", pre + `"Glob","tool_input":{"pattern":"*.md","path":"/etc"}}`, `tool.pre PreToolUse session=s dir=/p | Glob search Glob list-glob="/etc/*.md" input={"pattern":"*.md","path":"/etc"}`},
		{"grep with filter", "", pre + `"Grep","tool_input":{"pattern":"x","path":"a","glob":".env"}}`, `tool.pre PreToolUse session=s dir=/p | Grep search Grep read-tree="a" read-glob="a/.env" input={"pattern":"x","path":"a","glob":".env"}`},
		{
			"resource of a server", "", pre + `"ReadMcpResourceTool","tool_input":{"server":"docs"}}`,
			`tool.pre PreToolUse session=s dir=/p | ReadMcpResourceTool mcp mcp__docs__ReadMcpResourceTool mcp={Server:docs Tool:ReadMcpResourceTool Ambiguous:false Name: Sanitised:false Source: Command: URL:} input={"server":"docs"}`,
		},
		{"unknown tool", "", pre + `"RunAnything","tool_input":{"script":"rm"}}`, `tool.pre PreToolUse session=s dir=/p | RunAnything unknown RunAnything input={"script":"rm"}`},
		{"unknown tool without input", "", pre + `"RunAnything","tool_input":"rm"}`, `tool.pre PreToolUse refused: the input of tool "RunAnything" is not an object`},
		{"a server's tool without its prefix", "", pre + `"send","tool_input":{},"mcp_server":{"name":"mail"}}`, `tool.pre PreToolUse refused: the name "send" does not tell an MCP server and its tool`},
		{"a server that is null", "", pre + `"mcp__a__b","tool_input":{},"mcp_server":null}`, `tool.pre PreToolUse refused: the payload has an "mcp_server" that is not an object`},
		{"half a name", "", pre + `"mcp__a","tool_input":{}}`, `tool.pre PreToolUse refused: the name "a" does not tell an MCP server and its tool`},
		{"no prompt", "", `{` + base + `"UserPromptSubmit"}`, `prompt.submit UserPromptSubmit refused: the payload has no text as "prompt"`},
		{"prompt with a file", "", `{` + base + `"UserPromptSubmit","prompt":"explain @~/.ssh/id_rsa"}`, `prompt.submit UserPromptSubmit session=s dir=/p prompt="explain @~/.ssh/id_rsa" file="~/.ssh/id_rsa"`},
		{"settings without a file", "", `{` + base + `"ConfigChange","source":"user_settings"}`, `settings.change ConfigChange refused: the payload has no text as "file_path"`},
		{"skills are no settings", "", `{` + base + `"ConfigChange","source":"skills"}`, `other ConfigChange session=s dir=/p source=skills`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := harnesstest.Describe(Dialect{}.Decode(harnesstest.Payload(t, tt.in), tt.line)); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestMCPName(t *testing.T) {
	tests := []struct {
		name, server string // server: the payload's mcp_server
		want         event.MCPRef
	}{
		{"rig__echo", "", event.MCPRef{Server: "rig", Tool: "echo"}},
		{"rig__echo", `{"name":"rig","source":"dynamic"}`, event.MCPRef{Server: "rig", Tool: "echo", Source: "dynamic"}},
		{"rig__second-brain__list", "", event.MCPRef{Server: "rig", Tool: "second-brain__list", Ambiguous: true}},
		{"rig__second-brain__list", `{"name":"rig"}`, event.MCPRef{Server: "rig", Tool: "second-brain__list"}},
		{"a__b__c", `{"name":"a__b"}`, event.MCPRef{Server: "a__b", Tool: "c"}},
		{"a___b", "", event.MCPRef{Server: "a", Tool: "_b", Ambiguous: true}},
		{"my_server__x", `{"name":"my server"}`, event.MCPRef{Server: "my server", Tool: "x"}},
		{"mail__send", `{"name":"other"}`, event.MCPRef{Server: "other", Tool: "send", Ambiguous: true}},
		{"plugin_tempa_tempa__docs__read", "", event.MCPRef{Server: "plugin_tempa_tempa", Tool: "docs__read", Ambiguous: true}},
		{"plugin_tempa_tempa__x", "", event.MCPRef{Server: "plugin_tempa_tempa", Tool: "x"}},
		{"plugin_my-plug_my_srv__echo", `{"name":"plugin:my-plug:my.srv","source":"plugin"}`, event.MCPRef{Server: "plugin_my-plug_my_srv", Tool: "echo", Source: "plugin"}},
		{"plugin_tempa_tempa__docs__read", `{"name":"plugin:tempa:tempa"}`, event.MCPRef{Server: "plugin_tempa_tempa", Tool: "docs__read"}},
	}
	for _, tt := range tests {
		server := payload.Value{}
		if tt.server != "" {
			server = harnesstest.Payload(t, `{"s":`+tt.server+`}`).Get("s")
		}
		tt.want.Name = tt.name
		if got, err := mcpRef(tt.name, server); err != nil || got != tt.want {
			t.Errorf("mcpRef(%q, %s):\n got %+v, %v\nwant %+v", tt.name, tt.server, got, err, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	tests := []struct {
		prompt string
		want   []string
	}{
		{"no file", nil},
		{"@a.go", []string{"a.go"}},
		{"see @src/a.go and @/etc/passwd", []string{"src/a.go", "/etc/passwd"}},
		{"read\t@a\n@b", []string{"a", "b"}},
		{"what is @a.go?", []string{"a.go?", "a.go"}},
		{"(@a.go) x,@a.go `@a.go`", nil},
		{"@a.go#L1-9", []string{"a.go#L1-9", "a.go"}},
		{"@a.go#L1, and", []string{"a.go#L1,", "a.go"}},
		{`@"my file.txt" please`, []string{"my file.txt"}},
		{`@"open`, nil},
		{"@~/.ssh/id_rsa", []string{"~/.ssh/id_rsa"}},
		{"dev@example.com", nil},
		{"@", nil},
		{"@@x", []string{"@x"}},
		{"@é.txt\u00a0@x…", []string{"é.txt", "x…", "x"}},
		{"@sub/", []string{"sub/", "sub"}},
		{"@…", []string{"…"}},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range mentions(tt.prompt) {
			got = append(got, p.Path)
			if p.Access != event.AccessRead {
				t.Errorf("mentions(%q): access %s", tt.prompt, p.Access)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("mentions(%q) = %q, want %q", tt.prompt, got, tt.want)
		}
	}
}

func TestRecognize(t *testing.T) {
	const claude = `"session_id":"s","transcript_path":"/home/dev/.claude/projects/p/s.jsonl","cwd":"/p"`
	tests := []struct{ name, in, want string }{
		{"own", `{` + claude + `,"hook_event_name":"PreToolUse"}`, "claude-code"},
		{"own on windows", `{"transcript_path":"C:\\Users\\dev\\.claude\\projects\\p\\s.jsonl","timestamp":"x","hook_event_name":"Stop"}`, "claude-code"},
		{"own with a time", `{` + claude + `,"timestamp":"2026-01-01T10:00:00.000Z","hook_event_name":"PreToolUse"}`, "claude-code"},
		{"own without a transcript", `{"session_id":"s","hook_event_name":"PreToolUse"}`, "claude-code"},
		{"nothing", `{}`, "claude-code"},
		{"copilot", `{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-09-21T13:46:40.000Z","cwd":"/p"}`, "copilot"},
		{"copilot's stop", `{"hook_event_name":"Stop","session_id":"s","timestamp":"2026-09-21T13:46:40.000Z","transcript_path":"/home/dev/.copilot/session-state/s/events.jsonl"}`, "copilot"},
		{"copilot in camel case", `{"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"bash","toolArgs":{}}`, "copilot"},
		{"vs code", `{"sessionId":"s","timestamp":"x","hookEventName":"PreToolUse","transcript_path":"/t.json"}`, "copilot"},
		{"codex", `{` + claude + `,"turn_id":"t","hook_event_name":"PreToolUse"}`, "codex"},
		{"gemini", `{"session_id":"s","transcript_path":"","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"x"}`, "gemini-cli"},
		{"gemini's prompt", `{"session_id":"s","hook_event_name":"BeforeAgent"}`, "gemini-cli"},
		{"gemini's start", `{"session_id":"s","transcript_path":"/home/dev/.gemini/tmp/p/chats/c.jsonl","hook_event_name":"SessionStart","timestamp":"x"}`, "gemini-cli"},
		{"antigravity", `{"conversationId":"c","toolCall":{}}`, ""},
		{"cursor", `{"conversation_id":"c","hook_event_name":"beforeShellExecution"}`, ""},
	}
	for _, tt := range tests {
		got := ""
		if d := (Dialect{}).Recognize(harnesstest.Payload(t, tt.in), "PreToolUse"); d != nil {
			got = d.Info().Name
		}
		if got != tt.want {
			t.Errorf("%s: recognised as %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The siblings' recorded payloads go to their dialects.
func TestRecognizeRecorded(t *testing.T) {
	for dir, want := range map[string]string{
		"testdata/payloads/2.1.332":            "claude-code",
		"../copilot/testdata/payloads/1.0.102": "copilot",
		"../codex/testdata/payloads/0.171.0":   "codex",
		"../gemini/testdata/payloads/0.61.0":   "gemini-cli",
	} {
		files, err := os.ReadDir(dir)
		if os.IsNotExist(err) && want != "claude-code" {
			continue // the module alone, without its siblings' folders
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(dir + "/" + file.Name())
			if err != nil {
				t.Fatal(err)
			}
			d := Dialect{}.Recognize(harnesstest.Payload(t, string(data)), "")
			if d == nil || d.Info().Name != want {
				t.Errorf("%s: recognised as %v, want %s", file.Name(), d, want)
			}
		}
	}
}

func TestEncode(t *testing.T) {
	specific := func(event, rest string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `",` + rest + `}}`
	}
	const tip, no = `"additionalContext":"tip"`, "Tempa (r/1): a <b> & c"
	tests := []struct {
		name       string
		kind       event.Kind
		soft, hard string // for defer, allow and guidance; for ask and deny
		exit       int    // of ask and deny
	}{
		{
			"PreToolUse", event.ToolPre, specific("PreToolUse", tip),
			specific("PreToolUse", `"permissionDecision":"%","permissionDecisionReason":"`+no+`",`+tip), 0,
		},
		{
			"UserPromptSubmit", event.PromptSubmit, specific("UserPromptSubmit", tip),
			`{"decision":"block","reason":"` + no + `","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","suppressOriginalPrompt":true}}`, 0,
		},
		{
			"PostToolUse", event.ToolPost, specific("PostToolUse", tip),
			`{"decision":"block","reason":"` + no + `","hookSpecificOutput":{"hookEventName":"PostToolUse",` + tip + `}}`, 0,
		},
		{
			"PostToolUseFailure", event.ToolPost, specific("PostToolUseFailure", tip),
			specific("PostToolUseFailure", `"additionalContext":"`+no+`\n\ntip"`), 0,
		},
		{
			"PreSkillShellCommand", event.ToolPre, specific("PreSkillShellCommand", tip),
			specific("PreSkillShellCommand", `"permissionDecision":"%","permissionDecisionReason":"`+no+`",`+tip), 0,
		},
		{"ConfigChange", event.SettingsChange, "", `{"decision":"block","reason":"` + no + `"}`, 0},
		{"", event.ToolPre, "", "", 2},
		{"Stop", event.TurnStop, "", "", 0},
		{"SessionEnd", event.SessionEnd, "", "", 0},
		{"PermissionRequest", event.Other, "", "", 0},
	}
	for _, tt := range tests {
		for k := decision.Defer; k <= decision.Deny; k++ {
			want, exit := tt.soft, 0
			if k >= decision.Ask {
				want, exit = strings.ReplaceAll(tt.hard, "%", k.String()), tt.exit
			}
			ev := &event.Event{Name: tt.name, Kind: tt.kind}
			d := decision.Decision{Kind: k, PolicyIDs: []string{"r/1"}, Reason: "a <b> & c", Guidance: []string{"tip"}}
			got := Dialect{}.Encode(ev, d)
			stderr := ""
			if exit == 2 {
				stderr = no
			}
			if strings.TrimSpace(string(got.Stdout)) != want || got.Stderr != stderr || got.Exit != exit {
				t.Errorf("%s %s:\n got %s (%q, exit %d)\nwant %s", tt.name, k, got.Stdout, got.Stderr, got.Exit, want)
			}
			checkKeys(t, got.Stdout)
			if got := (Dialect{}).Encode(ev, decision.Decision{Kind: min(k, decision.Guidance)}); len(got.Stdout) != 0 || got.Exit != 0 {
				t.Errorf("%s %s: an answer without anything to say: %s", tt.name, k, got.Stdout)
			}
		}
	}
}

func TestSessionStart(t *testing.T) {
	tests := []struct {
		warning, summary string
		want             string
	}{
		{"", "", ""},
		{"", "sum", `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"sum"}}`},
		{"offline", "", `{"systemMessage":"offline"}`},
		{"offline", "sum", `{"systemMessage":"offline","hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"sum"}}`},
	}
	for _, tt := range tests {
		d := decision.Decision{Reason: tt.warning}
		if tt.summary != "" {
			d.Guidance = []string{tt.summary}
		}
		got := Dialect{}.Encode(&event.Event{Kind: event.SessionStart, Name: "SessionStart"}, d)
		if strings.TrimSpace(string(got.Stdout)) != tt.want || got.Stderr != "" || got.Exit != 0 {
			t.Errorf("got %s %q %d, want %s", got.Stdout, got.Stderr, got.Exit, tt.want)
		}
		checkKeys(t, got.Stdout)
	}
}

// checkKeys checks an answer against the keys that claude-code 2.1.332 reads,
// and against the decisions that must never be printed.
func checkKeys(t *testing.T, out []byte) {
	t.Helper()
	if len(out) == 0 {
		return
	}
	var answer map[string]any
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatal(err)
	}
	for key := range answer {
		if !slices.Contains([]string{"decision", "reason", "systemMessage", "hookSpecificOutput"}, key) {
			t.Errorf("unknown key %q: %s", key, out)
		}
	}
	specific, _ := answer["hookSpecificOutput"].(map[string]any)
	nested := []string{"hookEventName", "permissionDecision", "permissionDecisionReason", "additionalContext", "suppressOriginalPrompt"}
	for key := range specific {
		if !slices.Contains(nested, key) {
			t.Errorf("unknown key %q in hookSpecificOutput: %s", key, out)
		}
	}
	if p := fmt.Sprint(specific["permissionDecision"]); p == "allow" || p == "defer" {
		t.Errorf("printed %s: %s", p, out)
	}
}

func TestContextLimit(t *testing.T) {
	tests := []struct {
		in    string
		units int
	}{
		{"short", 5},
		{strings.Repeat("a", 10_000), 10_000},
		{strings.Repeat("a", 10_000+1), 10_000},
		{strings.Repeat("é", 10_000+1), 10_000},
		{strings.Repeat("😀", 10_000/2), 10_000},
		{strings.Repeat("😀", 10_000), 10_000 - 1},
	}
	for _, tt := range tests {
		got := Dialect{}.ContextLimit().Shorten(tt.in)
		if units := len(utf16.Encode([]rune(got))); units != tt.units || !utf8.ValidString(got) {
			t.Errorf("cut of %d bytes has %d units, want %d", len(tt.in), units, tt.units)
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
		if e.Foreign != (e.Kind == event.Other) {
			t.Errorf("event %s: subscribed to exactly when it does something", e.Name)
		}
	}
	if len(seen) != 34 {
		t.Errorf("%d events, claude-code 2.1.332 has 34", len(seen))
	}
	for i, tool := range tools {
		if slices.ContainsFunc(tools[:i], func(other toolset.Tool) bool { return other.Name == tool.Name }) {
			t.Errorf("tool %s is listed twice", tool.Name)
		}
	}
	for _, name := range []string{"PreToolUse", "PreSkillShellCommand", "UserPromptSubmit", "ConfigChange"} {
		if got := (Dialect{}).CanAsk(&event.Event{Name: name}, harness.Client{}); got != (name == "PreToolUse") {
			t.Errorf("CanAsk(%s) = %t", name, got)
		}
	}
}

// A hook that is killed, late or missing blocks where it judges, and nowhere
// else.
func TestEntry(t *testing.T) {
	want := map[string]string{
		"UserPromptSubmit": `,"onFailure":"block"`, "PreToolUse": `,"onFailure":"block"`,
		"PreSkillShellCommand": `,"onFailure":"block"`, "ConfigChange": `,"onFailure":"block"`,
		"SessionStart": "", "PostToolUse": "", "PostToolUseFailure": "", "Stop": "", "SessionEnd": "",
	}
	for _, e := range (Dialect{}).Info().Events {
		if e.Foreign {
			continue
		}
		block, known := want[e.Name]
		delete(want, e.Name)
		got, err := json.Marshal(Dialect{}.Entry(e, harness.Line{Program: "/x", Args: []string{"hook"}, GOOS: "linux"}))
		line := `{"hooks":[{"type":"command","command":"/x","args":["hook","--event","` + e.Name + `"],"timeout":10` + block + `}]}`
		if err != nil || !known || string(got) != line {
			t.Errorf("%s: %s, %v\nwant %s", e.Name, got, err, line)
		}
	}
	for name := range want {
		t.Errorf("there is no line for %s", name)
	}
}

// The account is told by what is set, what "claude auth status" says and what
// the administrator pins.
func TestAccount(t *testing.T) {
	client := Dialect{}.Account()
	const settings = "/etc/claude-code/managed-settings.json"
	tests := []struct {
		set, method, pin string
		want             account.Verdict
	}{
		{"", "", "", account.Verdict{Kind: account.Unknown, Signal: "none"}},
		{"CLAUDE_CODE_USE_BEDROCK", "", "", account.Verdict{Kind: account.CloudProvider, Signal: "CLAUDE_CODE_USE_BEDROCK"}},
		{"CLAUDE_CODE_USE_VERTEX", "", "", account.Verdict{Kind: account.CloudProvider, Signal: "CLAUDE_CODE_USE_VERTEX"}},
		{"CLAUDE_CODE_USE_FOUNDRY", "", "", account.Verdict{Kind: account.CloudProvider, Signal: "CLAUDE_CODE_USE_FOUNDRY"}},
		{"ANTHROPIC_API_KEY", "claude.ai", "", account.Verdict{Kind: account.APIKey, Signal: "ANTHROPIC_API_KEY"}},
		{"ANTHROPIC_AUTH_TOKEN", "", "", account.Verdict{Kind: account.Token, Signal: "ANTHROPIC_AUTH_TOKEN"}},
		{"CLAUDE_CODE_OAUTH_TOKEN", "", "", account.Verdict{Kind: account.Token, Signal: "CLAUDE_CODE_OAUTH_TOKEN"}},
		{"", "claude.ai", "", account.Verdict{Kind: account.Personal, Signal: "auth_status:claude.ai"}},
		{"", "claude.ai", `{"forceLoginOrgUUID":"0-1"}`, account.Verdict{Kind: account.Organisation, Signal: "managed_settings"}},
		{"", "api_key", "", account.Verdict{Kind: account.APIKey, Signal: "auth_status:api_key"}},
		{"", "api_key_helper", "", account.Verdict{Kind: account.APIKey, Signal: "auth_status:api_key_helper"}},
		{"", "oauth_token", "", account.Verdict{Kind: account.Token, Signal: "auth_status:oauth_token"}},
		{"", "third_party", "", account.Verdict{Kind: account.CloudProvider, Signal: "auth_status:third_party"}},
		{"", "none", "", account.Verdict{Kind: account.Unknown, Signal: "auth_status:none"}},
	}
	for _, tt := range tests {
		getenv := func(name string) string {
			if name == tt.set {
				return "1"
			}
			return ""
		}
		read := func(file string) ([]byte, error) {
			if file != settings || tt.pin == "" {
				return nil, os.ErrNotExist
			}
			return []byte(tt.pin), nil
		}
		in := account.In{Client: client, Getenv: getenv, Method: tt.method, Pinned: account.Pinned(client, "linux", read)}
		if got := account.Classify(in); got != tt.want {
			t.Errorf("%s %s %s: %v, want %v", tt.set, tt.method, tt.pin, got, tt.want)
		}
	}
}
