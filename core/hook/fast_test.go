package hook

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/table"
)

// looking is a client with a tool that searches and one for the session.
type looking struct{ fake }

func (l looking) Decode(in *payload.Object, name string) (*event.Event, error) {
	ev, err := l.fake.Decode(in, name)
	if p, ok := in.Get("search").Str(); ok {
		ev.Tool = &event.Tool{Name: "find", Rule: "Grep", Kind: event.ToolSearch, Paths: []event.Path{{Path: p, Access: event.AccessRead, Tree: true}}}
	}
	if _, ok := in.Get("todo").Str(); ok {
		ev.Tool = &event.Tool{Name: "todo", Rule: "TodoWrite", Kind: event.ToolSession}
	}
	return ev, err
}

// Looking at the workspace is answered well within 30 ms. The quickest of
// several runs counts: this machine may have other work.
func TestLookingIsAnsweredAtOnce(t *testing.T) {
	const most = 30 * time.Millisecond
	env, _, _ := process(t, "")
	dir := project(t, env)
	withHeader(t, env, table.Header{Version: "1", DefaultDecision: "deny"})
	put(t, filepath.Join(dir, "a.go"), nil)
	for _, call := range []string{`"read":"a.go"`, `"search":"."`, `"todo":"x"`} {
		quickest := time.Hour
		for range 10 {
			began := time.Now()
			if out := said(t, env, looking{}, `{"dir":"`+dir+`",`+call+`}`); out != "" {
				t.Fatalf("%s: %q", call, out)
			}
			quickest = min(quickest, time.Since(began))
		}
		if quickest > most {
			t.Errorf("%s took %v, want at most %v", call, quickest, most)
		}
	}
}
