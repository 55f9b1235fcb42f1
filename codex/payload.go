package codex

import (
	"errors"
	"path/filepath"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// Decode reads one payload.
func (d Answers) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev, err := d.Info().NewEvent(in, name)
	if err != nil {
		return ev, err
	}
	base(ev, in)
	switch ev.Kind {
	case event.SessionStart:
		ev.Source, _ = in.Get("source").Str()
	case event.SessionEnd:
		ev.Source, _ = in.Get("reason").Str()
	case event.PromptSubmit:
		err = prompt(ev, in)
	case event.ToolPre:
		err = call(ev, in)
	case event.ToolPost:
		err = call(ev, in)
		ev.Result = result(in.Get("tool_response"))
	}
	return ev, err
}

func base(ev *event.Event, in *payload.Object) {
	ev.Session.ID, _ = in.Get("session_id").Str()
	ev.Session.Agent, _ = in.Get("agent_id").Str()
	ev.Session.Transcript, _ = in.Get("transcript_path").Str()
	ev.Session.Mode, _ = in.Get("permission_mode").Str()
	ev.Turn, _ = in.Get("turn_id").Str()
	ev.CallID, _ = in.Get("tool_use_id").Str()
	if dir, _ := in.Get("cwd").Str(); filepath.IsAbs(dir) {
		ev.Dir = dir
	}
}

const noTurn = "the payload has no turn_id, so it is not from Codex"

func prompt(ev *event.Event, in *payload.Object) error {
	text, ok := in.Get("prompt").Str()
	switch {
	case !ok:
		return errors.New("the payload has no prompt")
	case ev.Turn == "":
		return errors.New(noTurn)
	}
	ev.Prompt = text
	return nil
}

func call(ev *event.Event, in *payload.Object) (err error) {
	name, _ := in.Get("tool_name").Str()
	switch {
	case name == "":
		return errors.New("the payload has no tool_name")
	case ev.Turn == "":
		return errors.New(noTurn)
	}
	ev.Tool, err = tool(name, in.Get("tool_input"))
	return err
}

// result reads tool_response: a text, or the object of an MCP server. A
// command that failed is not marked; a tool that failed fires no event.
func result(v payload.Value) *event.Result {
	if text, ok := v.Str(); ok {
		return &event.Result{Text: text}
	}
	o, _ := v.Object()
	failed, _ := o.Get("isError").Bool()
	return &event.Result{Failed: failed, Text: string(v.Raw())}
}
