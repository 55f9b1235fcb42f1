package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const templateDir = "testdata/payloads"

// payload is what the client sends for a call, and the name of its event: a
// recorded payload, filled in, with members that tell it from the others of its
// session.
func (m *machine) payload(c call) (event string, data []byte, err error) {
	files, _ := filepath.Glob(filepath.Join(templateDir, c.harness.Folder, "*."+c.deed.template()+".json"))
	if len(files) != 1 {
		return "", nil, fmt.Errorf("%s has %d payloads for %s, want one", c.harness.Folder, len(files), c.deed)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return "", nil, err
	}
	var top map[string]any
	if err := json.Unmarshal([]byte(fill(string(text), c.values(m))), &top); err != nil {
		return "", nil, fmt.Errorf("%s: %v", files[0], err)
	}
	for key, value := range top {
		top[key] = c.own(key, value)
	}
	event, _, _ = strings.Cut(filepath.Base(files[0]), ".")
	data, err = json.Marshal(top)
	return event, data, err
}

// has reports whether a client has such an event at all.
func has(folder string, d deed) bool {
	files, _ := filepath.Glob(filepath.Join(templateDir, folder, "*."+d.template()+".json"))
	return len(files) == 1
}

// own is a member of the payload as this call has it: its session, and what its
// client tells two events of a session apart by.
func (c call) own(key string, value any) any {
	switch {
	case slices.Contains([]string{"session_id", "sessionId", "conversationId"}, key):
		return c.session
	case !slices.Contains([]string{"prompt_id", "turn_id", "tool_use_id", "timestamp", "stepIdx", "executionNum", "initialNumSteps"}, key):
		return value
	}
	if n, ok := value.(float64); ok {
		return n + float64(c.n)
	}
	return fmt.Sprintf("%v-%d", value, c.n)
}

// fill puts values in, escaped as JSON text.
func fill(text string, values map[string]string) string {
	var marks []string
	for name, value := range values {
		quoted, _ := json.Marshal(value)
		marks = append(marks, "{{"+name+"}}", string(quoted[1:len(quoted)-1]))
	}
	return strings.NewReplacer(marks...).Replace(text)
}
