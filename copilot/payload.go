package copilot

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// The payload forms, as event.Event.Shape; empty when none could be told.
const (
	shapeCamel  = "camel"
	shapePascal = "pascal" // hook_event_name
	shapeVSCode = "vscode" // hookEventName
	// shapeForeign is another client's payload. It is blocked by the status and
	// its text alone: with an object on stdout that it does not know,
	// gemini-cli 0.61.0 runs the tool.
	shapeForeign = "foreign"
)

// keys says under which keys a payload form has what.
type keys struct {
	shape                              string
	session, agent, parent, transcript string
	tool, args, result, call           string
}

var (
	camel = keys{
		shape: shapeCamel, session: "sessionId", agent: "agentId", parent: "parentAgentId", transcript: "transcriptPath",
		tool: "toolName", args: "toolArgs", result: "toolResult", call: "toolCallId",
	}
	pascal = keys{
		shape: shapePascal, session: "session_id", agent: "agent_id", parent: "parent_agent_id", transcript: "transcript_path",
		tool: "tool_name", args: "tool_input", result: "tool_result", call: "tool_use_id",
	}
	vscode = keys{
		shape: shapeVSCode, session: "sessionId", agent: "agent_id", parent: "parent_agent_id", transcript: "transcript_path",
		tool: "tool_name", args: "tool_input", result: "tool_response", call: "tool_use_id",
	}
)

// Decode reads one payload in any of its forms.
func (d Answers) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev := &event.Event{Kind: d.Info().Unreadable(name), Name: name, Harness: d.Info().Name}
	k, err := d.identify(ev, in)
	if err != nil {
		return ev, err
	}
	f := fields{payload.Fields{Object: in}}
	ev.Time = strings.Trim(string(in.Get("timestamp").Raw()), `"`)
	ev.Dir = f.dir("cwd", ev.Kind.Judged())
	ev.CallID = f.Text(k.call)
	ev.Session = event.Session{
		ID: f.Text(k.session), Agent: f.Text(k.agent), Parent: f.Text(k.parent), Transcript: f.Text(k.transcript),
	}
	if ev.Session.ID == "" {
		ev.Session.ID = sessionOf(f.Text("cwd"))
	}
	switch ev.Kind {
	case event.SessionStart:
		ev.Source = f.Text("source")
	case event.SessionEnd:
		ev.Source = f.Text("reason")
	case event.PromptSubmit:
		ev.Prompt = f.Needed("prompt")
	case event.ToolPre, event.ToolPost:
		f.tool(ev, k)
	}
	return ev, f.Err
}

// identify tells the form of a payload and names its event. A name in the
// payload wins over the hook line's.
func (d Answers) identify(ev *event.Event, in *payload.Object) (k keys, err error) {
	k = camel
	switch {
	case in.Get("hook_event_name").Exists():
		// Notification alone has this name in a camelCase body.
		if !in.Get("sessionId").Exists() {
			k = pascal
		}
		err = nameEvent(ev, in, "hook_event_name")
	case in.Get("hookEventName").Exists():
		k = vscode
		err = nameEvent(ev, in, "hookEventName")
	case !listed(ev.Name):
		err = guess(ev, in)
	}
	if err != nil {
		return k, err
	}
	ev.Shape = k.shape
	if ev.Kind, err = d.Info().KindOf(ev.Name); err == nil {
		err = foreign(in)
	}
	if err != nil && ev.Kind.Judged() {
		ev.Kind, ev.Shape = event.ToolPre, shapeForeign
	}
	return k, err
}

func nameEvent(ev *event.Event, in *payload.Object, key string) error {
	name, ok := in.Get(key).Str()
	if !ok || name == "" {
		return fmt.Errorf("the payload has a %s that is no name", key)
	}
	ev.Name = name
	return nil
}

func listed(name string) bool {
	for _, e := range events {
		if e.Name == name {
			return true
		}
	}
	return false
}

// guess tells a camelCase event by its keys when the hook line does not name
// one that Copilot has.
func guess(ev *event.Event, in *payload.Object) error {
	if in.Get("hookName").Exists() {
		return nameEvent(ev, in, "hookName")
	}
	name := nameByKeys(func(key string) bool { return in.Get(key).Exists() })
	switch {
	case name != "":
		ev.Name = name
	case ev.Name == "" || !in.Get("sessionId").Exists():
		return errors.New("the payload names no event and the hook line has no --event of Copilot's")
	}
	return nil
}

func nameByKeys(has func(key string) bool) string {
	switch {
	case has("serverName"):
		return "preMcpToolCall"
	case has("toolResult"):
		return "postToolUse"
	case has("toolName") && has("error"):
		return "postToolUseFailure"
	case has("toolName"):
		return "preToolUse"
	case has("transformedPrompt"):
		return "userPromptTransformed"
	case has("prompt"):
		return "userPromptSubmitted"
	case has("initialPrompt") || has("source"):
		return "sessionStart"
	case has("stopReason") && has("agentName"):
		return "subagentStop"
	case has("stopReason"):
		return "agentStop"
	case has("agentName"):
		return "subagentStart"
	case has("trigger"):
		return "preCompact"
	case has("errorContext"):
		return "errorOccurred"
	case has("reason"):
		return "sessionEnd"
	}
	return ""
}

// foreign tells another client's payload by keys that Copilot never sends.
func foreign(in *payload.Object) error {
	for _, key := range [...]string{"turn_id", "prompt_id", "permission_mode", "conversationId", "toolCall"} {
		if in.Get(key).Exists() {
			return fmt.Errorf("the payload is not Copilot's: it has a %q", key)
		}
	}
	return nil
}

// sessionOf stands in for a session id: one session per working directory.
func sessionOf(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return "dir-" + hex.EncodeToString(sum[:16])
}

// fields are those of one payload.
type fields struct{ payload.Fields }

// dir is a directory; Copilot sends one with every event.
func (f *fields) dir(key string, needed bool) string {
	dir := f.Text(key)
	switch {
	case filepath.IsAbs(dir):
		return dir
	case needed && f.Err == nil:
		f.Err = fmt.Errorf("the payload has no absolute %q", key)
	}
	return ""
}

// tool reads a tool call and, behind it, what it ended with.
func (f *fields) tool(ev *event.Event, k keys) {
	name := f.Needed(k.tool)
	if f.Err == nil && name == "" {
		f.Err = fmt.Errorf("the payload has an empty %q", k.tool)
	}
	if f.Err != nil {
		return
	}
	ev.Tool, f.Err = call(k.shape, name, f.Get(k.args))
	if ev.Kind != event.ToolPost {
		return
	}
	if result := f.Get(k.result); result.Exists() {
		ev.Result = &event.Result{Text: string(result.Raw())}
	} else {
		ev.Result = &event.Result{Failed: true, Text: string(f.Get("error").Raw())}
	}
}
