package antigravity

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/payload"
)

// foreign is the shape of a payload that another client sent.
const foreign = "foreign"

// Decode reads one payload, whose event is named by the hook line.
func (d Dialect) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev := &event.Event{Kind: event.ToolPre, Name: name, Harness: d.Info().Name}
	if other, ok := named(in); ok {
		ev.Shape = foreign
		if other != "" {
			ev.Kind, _ = d.Info().KindOf(other)
		}
		return ev, errors.New("the payload has keys of another client, so it is not from Antigravity")
	}
	if name == "" {
		ev.Kind = guess(in)
		return ev, errors.New("the hook line has no --event")
	}
	var err error
	if ev.Kind, err = d.Info().KindOf(name); err != nil {
		return ev, err
	}
	base(ev, in)
	switch {
	case name == "PreInvocation":
		err = invocation(ev, in)
	case ev.Kind == event.ToolPre:
		err = call(ev, in)
	case ev.Kind == event.ToolPost:
		if in.Get("toolCall").Exists() {
			err = call(ev, in)
		}
		failure, _ := in.Get("error").Str()
		ev.Result = &event.Result{Failed: failure != "", Text: failure}
	}
	return ev, err
}

// named is the event name that other clients put into their payloads, empty
// where one is told by its keys alone (camelCase of copilot 1.0.102).
func named(in *payload.Object) (name string, ok bool) {
	for _, key := range [...]string{"hook_event_name", "hookEventName"} {
		if v := in.Get(key); v.Exists() {
			name, _ = v.Str()
			return name, true
		}
	}
	for _, key := range [...]string{"sessionId", "session_id", "toolName", "tool_name"} {
		if in.Get(key).Exists() {
			return "", true
		}
	}
	return "", false
}

// guess tells the kind of a payload by the fields that only one kind has.
func guess(in *payload.Object) event.Kind {
	switch {
	case in.Get("stepIdx").Exists() && in.Get("error").Exists():
		return event.ToolPost
	case in.Get("toolCall").Exists():
		return event.ToolPre
	case in.Get("executionNum").Exists():
		return event.TurnStop
	case in.Get("invocationNum").Exists():
		return event.PromptSubmit // PostInvocation looks the same
	}
	return event.ToolPre
}

func base(ev *event.Event, in *payload.Object) {
	ev.Session.ID, _ = in.Get("conversationId").Str()
	ev.Session.Transcript, _ = in.Get("transcriptPath").Str()
	ev.CallID = number(in.Get("stepIdx"))
	if n := number(in.Get("executionNum")); n != "" {
		ev.Turn = n
	}
	workspaces, _ := in.Get("workspacePaths").Array()
	for _, w := range workspaces {
		dir, _ := w.Str()
		switch {
		case !filepath.IsAbs(dir):
		case ev.Dir == "":
			ev.Dir = dir
		default:
			ev.Roots = append(ev.Roots, dir)
		}
	}
}

// invocation reads the event before a model call. Only the first call of a
// turn has a new prompt; a version that does not tell it has nothing to judge.
func invocation(ev *event.Event, in *payload.Object) error {
	n := number(in.Get("invocationNum"))
	ev.CallID = n
	v := in.Get("lastUserInput")
	text, ok := v.Str()
	ev.Turn = digest(number(in.Get("initialNumSteps")), text)
	if n != "" && n != "0" {
		ev.Kind = event.Other
		return nil
	}
	if v.Exists() && !v.IsNull() && !ok {
		return errors.New("the payload's lastUserInput is no text")
	}
	ev.Prompt = text
	return nil
}

// number reads an integer, which JSON written by protobuf may hold as text.
func number(v payload.Value) string {
	if n, ok := v.Number(); ok {
		return n
	}
	s, _ := v.Str()
	return s
}

func digest(steps, text string) string {
	sum := sha256.Sum256([]byte(steps + "\x00" + text))
	return hex.EncodeToString(sum[:8])
}

func call(ev *event.Event, in *payload.Object) (err error) {
	o, ok := in.Get("toolCall").Object()
	if !ok {
		return errors.New("the payload has no toolCall")
	}
	name, _ := o.Get("name").Str()
	if name == "" {
		return errors.New("the payload's toolCall has no name")
	}
	ev.Tool, err = tool(name, o.Get("args"))
	return err
}

// decoded reads arguments that are JSON text inside strings: the whole object
// as one string, or every value on its own. Values are taken for encoded only
// when all of them are JSON text and one of those is a text: a plain call has
// an argument that is not.
func decoded(args payload.Value) (inner payload.Value, encoded bool, err error) {
	if text, ok := args.Str(); ok {
		inner, err = wrap(text)
		return inner, true, err
	}
	in, ok := args.Object()
	if !ok {
		return args, false, nil
	}
	var out bytes.Buffer
	texts := false
	for i, key := range in.Keys() {
		inner, ok := in.Get(key).Str()
		if !ok || !json.Valid([]byte(inner)) {
			return args, false, nil
		}
		texts = texts || strings.HasPrefix(strings.TrimSpace(inner), `"`)
		out.WriteByte("{,"[min(i, 1)])
		name, _ := json.Marshal(key)
		out.Write(name)
		out.WriteByte(':')
		out.WriteString(inner)
	}
	if !texts {
		return args, false, nil
	}
	out.WriteByte('}')
	inner, err = wrap(out.String())
	return inner, true, err
}

// wrap reads JSON text by the same strict rules as a payload.
func wrap(text string) (payload.Value, error) {
	o, err := payload.Parse([]byte(`{"args":` + text + `}`))
	if err != nil || len(o.Keys()) != 1 {
		return payload.Value{}, errors.New("the arguments of the toolCall cannot be decoded")
	}
	return o.Get("args"), nil
}

// addReading adds what a call does if its arguments are not decoded. A command
// is then one quoted word, which runs something only through an expansion in
// it. It stands first, so that nothing in the other reading can swallow it.
func addReading(call, plain *event.Tool) {
	if strings.ContainsAny(plain.Command, "$`") {
		call.Command = plain.Command + "\n" + call.Command
	}
	call.Paths = append(call.Paths, plain.Paths...)
}
