package conformance

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// members are the members of a payload that stories damage, in every client's
// own words, as paths.
var members = map[string][]string{
	"event":   {"hook_event_name"},
	"tool":    {"tool_name", "toolName", "toolCall.name"},
	"input":   {"tool_input", "toolArgs", "toolCall.args"},
	"command": {"tool_input.command", "toolArgs.command", "toolCall.args.CommandLine"},
	"path":    {"tool_input.file_path", "tool_input.path", "toolArgs.path", "toolCall.args.AbsolutePath"},
	"prompt":  {"prompt", "lastUserInput"},
	"session": {"session_id", "sessionId", "conversationId"},
	"dir":     {"cwd", "workspacePaths"},
}

// damage lets all clients make a call (the command is rm -r ./cache, the path
// notes.txt, the prompt hello) whose payload has one member changed: another
// value, gone, its key in upper case, or a second key in upper case beside it.
func (s *story) damage(args []string) {
	const usage = "usage: damage KIND MEMBER is JSON | gone | upper | beside JSON\nmembers: event, tool, input, command, path, prompt, session, dir"
	if len(args) < 3 || members[args[1]] == nil {
		s.ts.Fatalf(usage)
	}
	change, ok := changes(args[2:])
	if !ok {
		s.ts.Fatalf(usage)
	}
	s.begin()
	for _, c := range columns {
		t, ok := c.template(args[0])
		text := t.fill(map[string]string{"home": s.home, "cwd": s.dir, "command": "rm -r ./cache", "path": "notes.txt", "prompt": "hello"})
		var payload map[string]any
		if ok {
			s.ts.Check(json.Unmarshal([]byte(text), &payload))
			ok = changeAt(payload, members[args[1]], change)
		}
		if !ok {
			s.none(c, args[1])
			continue
		}
		data, err := json.Marshal(payload)
		s.ts.Check(err)
		s.run(c, t.event, data, []string{"--event", t.event})
	}
}

// changes reads what happens to a member.
func changes(args []string) (change func(object map[string]any, key string), ok bool) {
	var value json.RawMessage
	if len(args) == 2 {
		value = json.RawMessage(args[1])
	}
	switch {
	case args[0] == "is" && value != nil:
		return func(o map[string]any, key string) { o[key] = value }, true
	case args[0] == "gone":
		return func(o map[string]any, key string) { delete(o, key) }, true
	case args[0] == "upper":
		return func(o map[string]any, key string) { o[strings.ToUpper(key)] = o[key]; delete(o, key) }, true
	case args[0] == "beside" && value != nil:
		return func(o map[string]any, key string) { o[strings.ToUpper(key)] = value }, true
	}
	return nil, false
}

// changeAt changes the first of the paths that the payload has.
func changeAt(payload map[string]any, paths []string, change func(map[string]any, string)) bool {
	for _, path := range paths {
		object, names := payload, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			object, _ = object[name].(map[string]any)
		}
		key := names[len(names)-1]
		if _, has := object[key]; has {
			change(object, key)
			return true
		}
	}
	return false
}

var escaped = regexp.MustCompile(`\\x[0-9a-f]{2}`)

// unescape replaces \xNN in a file by the byte, because a story is text.
func (s *story) unescape(args []string) {
	if len(args) != 1 {
		s.ts.Fatalf("usage: unescape FILE")
	}
	text := escaped.ReplaceAllStringFunc(s.ts.ReadFile(args[0]), func(x string) string {
		n, _ := strconv.ParseUint(x[2:], 16, 8)
		return string([]byte{byte(n)})
	})
	s.ts.Check(os.WriteFile(s.ts.MkAbs(args[0]), []byte(text), 0o644))
}
