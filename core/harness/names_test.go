package harness

import (
	"testing"

	"github.com/tempahq/tempa/core/event"
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
