package guard

import (
	"testing"

	"github.com/tempahq/tempa/core/event"
)

// Every tool call pays for this: a read looks at the state folder only, a
// write at every hook file.
func BenchmarkTool(b *testing.B) {
	for _, access := range []event.Access{event.AccessRead, event.AccessWrite} {
		b.Run(string(access), func(b *testing.B) {
			dir := b.TempDir()
			call := &event.Tool{Paths: []event.Path{{Path: "src/main.go", Access: access}}}
			for b.Loop() {
				guardOf(dir).Tool(call)
			}
		})
	}
}
