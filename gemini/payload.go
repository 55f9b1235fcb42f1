package gemini

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// Decode reads one payload.
func (d Answers) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev, err := d.Info().NewEvent(in, name)
	if err != nil {
		return ev, err
	}
	if ev.Kind.Judged() && in.Get("sessionId").Exists() {
		return ev, errors.New(`the payload is not Gemini CLI's: it has a "sessionId"`)
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
	ev.Session.Transcript, _ = in.Get("transcript_path").Str()
	ev.Time, _ = in.Get("timestamp").Str()
	if dir, _ := in.Get("cwd").Str(); filepath.IsAbs(dir) {
		ev.Dir = dir
	}
}

func prompt(ev *event.Event, in *payload.Object) error {
	text, ok := in.Get("prompt").Str()
	if !ok {
		return errors.New("the payload has no prompt")
	}
	ev.Prompt = typed(text)
	ev.Files = files(ev.Prompt)
	return nil
}

// files are those whose content the client has put behind the prompt because
// it names them by @ (gemini-cli 0.61.0).
func files(prompt string) []event.Path {
	_, contents, found := strings.Cut(prompt, "\n--- Content from referenced files ---\n")
	if !found {
		return nil
	}
	var list []event.Path
	for line := range strings.Lines(contents) {
		path, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "Content from @")
		name, closed := strings.CutSuffix(path, ":")
		if ok && closed {
			list = append(list, event.Path{Path: name, Access: event.AccessRead})
		}
	}
	return list
}

// typed cuts the context of a SessionStart hook off the front of a prompt. The
// client escapes < and > in such a context, so a block that holds either is
// something else and stays.
func typed(prompt string) string {
	rest, found := strings.CutPrefix(prompt, "<hook_context>")
	context, rest, closed := strings.Cut(rest, "</hook_context>\n\n")
	if !found || !closed || strings.ContainsAny(context, "<>") {
		return prompt
	}
	return rest
}

func call(ev *event.Event, in *payload.Object) (err error) {
	name, _ := in.Get("tool_name").Str()
	if name == "" {
		return errors.New("the payload has no tool_name")
	}
	context, _ := in.Get("mcp_context").Object()
	ev.Tool, err = tool(name, in.Get("tool_input"), context)
	return err
}

// result reads tool_response. Its text is what the model reads.
func result(v payload.Value) *event.Result {
	o, _ := v.Object()
	failed := o.Get("error")
	return &event.Result{
		Failed: failed.Exists() && !failed.IsNull(),
		Text:   content(o.Get("llmContent")),
	}
}

// content is a text or a list of parts.
func content(v payload.Value) string {
	if text, ok := v.Str(); ok {
		return text
	}
	var out strings.Builder
	parts, _ := v.Array()
	for _, part := range parts {
		o, _ := part.Object()
		text, _ := o.Get("text").Str()
		out.WriteString(text)
	}
	return out.String()
}
