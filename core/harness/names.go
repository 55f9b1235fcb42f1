package harness

import (
	"errors"
	"fmt"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
)

// NewEvent begins the event of a payload that tells its name itself, under
// hook_event_name; the hook line's name is used only where it does not. With an
// error the event still holds what could be told, as Decode has to.
func (i *Info) NewEvent(in *payload.Object, name string) (*event.Event, error) {
	ev := &event.Event{Kind: i.Unreadable(name), Name: name, Harness: i.Name}
	if v := in.Get("hook_event_name"); v.Exists() {
		own, ok := v.Str()
		if !ok {
			return ev, errors.New("the payload's hook_event_name is no text")
		}
		ev.Name = own
	}
	if ev.Name == "" {
		return ev, errors.New("the payload has no hook_event_name")
	}
	var err error
	ev.Kind, err = i.KindOf(ev.Name)
	return ev, err
}

// Unreadable is the kind of an event whose payload does not tell its name: the
// hook line's where that is judged, else a tool call.
func (i *Info) Unreadable(name string) event.Kind {
	if k, err := i.KindOf(name); err == nil && k.Judged() {
		return k
	}
	return event.ToolPre
}

// KindOf is what an event name means to this client. A name that no client
// judges is Other, so that a new event of the client does not block it. A name
// under which another client has a tool call or a prompt judged is an error
// with its kind: that payload must not pass as an unknown event.
func (i *Info) KindOf(name string) (event.Kind, error) {
	for _, e := range i.Events {
		if e.Name == name {
			return e.Kind, nil
		}
	}
	if k := judgedAs(name); k.Judged() {
		return k, fmt.Errorf("the event %q is not one of %s", name, i.Title)
	}
	return event.Other, nil
}

// judgedAs is the kind that any of the clients means by the name of an event
// that is judged, Other for every other name.
func judgedAs(name string) event.Kind {
	switch name {
	case "PreToolUse", "preToolUse", "BeforeTool", "PreSkillShellCommand":
		return event.ToolPre
	case "UserPromptSubmit", "userPromptSubmitted", "UserPromptSubmitted", "BeforeAgent", "PreInvocation":
		return event.PromptSubmit
	case "ConfigChange":
		return event.SettingsChange
	}
	return event.Other
}
