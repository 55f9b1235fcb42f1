package claudecode

import (
	"errors"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/tempahq/tempa/codex"
	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/gemini"
)

// Decode reads one payload.
func (d Dialect) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev, err := d.Info().NewEvent(in, name)
	if err != nil {
		return ev, err
	}
	f := fields{payload.Fields{Object: in}}
	ev.Session = event.Session{
		ID: f.Text("session_id"), Agent: f.Text("agent_id"), Transcript: f.Text("transcript_path"), Mode: f.Text("permission_mode"),
	}
	if dir := f.Text("cwd"); filepath.IsAbs(dir) {
		ev.Dir = dir
	}
	ev.Turn = f.Text("prompt_id")
	ev.CallID = f.Text("tool_use_id")
	f.body(ev)
	return ev, f.Err
}

// body reads what only this kind of event has.
func (f *fields) body(ev *event.Event) {
	switch ev.Kind {
	case event.SessionStart:
		ev.Source = f.Text("source")
	case event.SessionEnd:
		ev.Source = f.Text("reason")
	case event.PromptSubmit:
		ev.Prompt = f.Needed("prompt")
		ev.Files = mentions(ev.Prompt)
	case event.ToolPre:
		f.tool(ev)
	case event.ToolPost:
		f.tool(ev)
		f.result(ev)
	case event.SettingsChange:
		f.settings(ev)
	}
}

func (f *fields) tool(ev *event.Event) {
	name := f.Needed("tool_name")
	if f.Err == nil && name == "" {
		f.Err = errors.New("the payload has an empty tool_name")
	}
	if f.Err == nil {
		ev.Tool, f.Err = call(name, f.Get("tool_input"), f.Get("mcp_server"))
	}
}

func (f *fields) result(ev *event.Event) {
	if response := f.Get("tool_response"); response.Exists() {
		ev.Result = &event.Result{Text: string(response.Raw())}
		return
	}
	ev.Result = &event.Result{Failed: true, Text: f.Text("error")}
}

// settings reads a change of configuration. Skills are reported by the same
// event and cannot switch a hook off.
func (f *fields) settings(ev *event.Event) {
	ev.Source = f.Text("source")
	if ev.Source == "skills" && f.Err == nil {
		ev.Kind = event.Other
		return
	}
	ev.Settings = f.Needed("file_path")
}

// mentions are the files that the client puts in front of the model because
// the prompt names them: @path, @path#L1-9 and @"a path" at the beginning of a
// word (claude-code 2.1.332, which drops signs behind a path). What the client
// may cut off is read with and without.
func mentions(prompt string) []event.Path {
	var files []event.Path
	add := func(path string) {
		if path != "" {
			files = append(files, event.Path{Path: path, Access: event.AccessRead})
		}
	}
	for word := range strings.FieldsFuncSeq(prompt, unicode.IsSpace) {
		path, found := strings.CutPrefix(word, "@")
		if !found || strings.HasPrefix(path, `"`) {
			continue
		}
		add(path)
		file, _, lines := strings.Cut(path, "#")
		if lines {
			add(file)
		}
		if bare := strings.TrimRightFunc(file, notWord); bare != file {
			add(bare)
		}
	}
	for i, text := range strings.Split(prompt, `@"`) {
		if path, _, closed := strings.Cut(text, `"`); closed && i > 0 {
			add(path)
		}
	}
	return files
}

func notWord(r rune) bool { return r >= 0x80 || !wordByte(byte(r)) }

// wordByte reports whether a byte is a letter, a digit or _.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Recognize returns whose payload this is. Claude Code's hook lines are also
// run by Copilot, and taken over by people into Codex and Gemini. A turn_id is
// Codex's, except in MessageDisplay (claude-code 2.1.332).
func (d Dialect) Recognize(in *payload.Object, _ string) harness.Dialect {
	has := func(key string) bool { return in.Get(key).Exists() }
	name, _ := in.Get("hook_event_name").Str()
	transcript, _ := in.Get("transcript_path").Str()
	transcript = strings.ReplaceAll(transcript, `\`, "/")
	switch {
	case has("conversationId") || has("conversation_id"):
		return nil // Antigravity, Cursor
	case has("turn_id") && !has("prompt_id"), strings.Contains(transcript, "/.codex/"):
		return codex.Answers{}
	case geminiOnly(name):
		return gemini.Answers{}
	case has("sessionId") || has("hookEventName"):
		return copilot.Answers{}
	case ownTranscript(transcript) || !has("timestamp"):
		return d
	case strings.Contains(transcript, "/.gemini/"):
		return gemini.Answers{}
	}
	return copilot.Answers{}
}

// geminiOnly reports whether a name is one of Gemini's events and nobody
// else's.
func geminiOnly(name string) bool {
	switch name {
	case "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress":
		return true
	}
	return false
}

// ownTranscript reports whether a transcript is where Claude Code keeps them:
// <home>/projects/<project>/<session>.jsonl.
func ownTranscript(path string) bool {
	parts := strings.Split(path, "/")
	n := len(parts)
	return n > 3 && parts[n-3] == "projects" && strings.HasSuffix(parts[n-1], ".jsonl")
}

// fields are those of one payload.
type fields struct{ payload.Fields }
