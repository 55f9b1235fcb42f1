package harness

import (
	"testing"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

func TestKindOf(t *testing.T) {
	info := &Info{Title: "Some Client", Events: []Event{{Name: "BeforeTool", Kind: event.ToolPre}, {Name: "Quiet", Kind: event.Other, Foreign: true}}}
	tests := []struct {
		name string
		kind event.Kind
		err  string
	}{
		{"BeforeTool", event.ToolPre, ""},
		{"Quiet", event.Other, ""},
		{"SomethingNew", event.Other, ""},
		{"beforetool", event.Other, ""},
		{"PreToolUse", event.ToolPre, `the event "PreToolUse" is not one of Some Client`},
		{"PreInvocation", event.PromptSubmit, `the event "PreInvocation" is not one of Some Client`},
		{"ConfigChange", event.SettingsChange, `the event "ConfigChange" is not one of Some Client`},
	}
	for _, tt := range tests {
		kind, err := info.KindOf(tt.name)
		if kind != tt.kind || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("KindOf(%q) = %q, %v", tt.name, kind, err)
		}
	}
}

func TestNewEvent(t *testing.T) {
	info := &Info{Name: "some", Title: "Some Client", Events: []Event{{Name: "Stop", Kind: event.TurnStop}}}
	tests := []struct{ line, in, name, err string }{
		{"", `{"hook_event_name":"Stop"}`, "Stop", ""},
		{"Stop", `{}`, "Stop", ""},
		{"Start", `{"hook_event_name":"Stop"}`, "Stop", ""},
		{"Stop", `{"hook_event_name":["Stop"]}`, "Stop", "the payload's hook_event_name is no text"},
		{"Stop", `{"hook_event_name":""}`, "", "the payload has no hook_event_name"},
	}
	for _, tt := range tests {
		in, err := payload.Parse([]byte(tt.in))
		if err != nil {
			t.Fatal(err)
		}
		ev, err := info.NewEvent(in, tt.line)
		kind := event.TurnStop
		if tt.err != "" {
			kind = event.ToolPre
		}
		if ev.Kind != kind || ev.Name != tt.name || ev.Harness != "some" || err == nil && tt.err != "" || err != nil && err.Error() != tt.err {
			t.Errorf("%s on the line %q = %+v, %v", tt.in, tt.line, ev, err)
		}
	}
}
