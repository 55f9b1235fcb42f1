package harness

import (
	"os"

	"github.com/tempahq/tempa/core/json"
)

// Plugged is a dialect that knows where its client keeps plugins.
type Plugged interface {
	// Plugins reads the client's own records below a home directory.
	Plugins(home string) []Plugin
}

// ReadRecord reads a JSON file that the client keeps. One that is not there, or
// cannot be read, leaves v as it is: what a client records is no promise.
func ReadRecord(file string, v any) {
	if data, err := os.ReadFile(file); err == nil {
		_ = json.Unmarshal(data, v)
	}
}

// Plugin is an installed plugin of ours.
type Plugin struct {
	Name     string // as the client calls it
	Folder   string // where the client runs it from
	Manifest string // its manifest, slashed, in the folder
	Off      string // why the client does not load it; empty when it does
}

// Trusting is a dialect whose client skips hooks that a person has not
// approved.
type Trusting interface {
	// TrustFile is where approvals stand; slashed, from the home directory.
	TrustFile() string
	// Distrust says why the client would skip hooks of a file, empty when
	// nothing is known against them. trust is the content of TrustFile and
	// hooks that of the file; plugin is its name, empty for the person's own.
	Distrust(trust, hooks []byte, file, plugin string) string
}

// Provable is a dialect whose hook line can be tried without the client.
type Provable interface {
	// Canary is the payload of a call of the shell, as the client sends it,
	// and the event of the line that gets it.
	Canary(command, dir string) (event string, payload []byte)
	// Start is how the client starts the line of an event: a program and its
	// arguments. A shell stands there by its name.
	Start(e Event, l Line) []string
	// Try is a command that makes the client send a prompt to its hooks.
	Try(prompt string) []string
}
