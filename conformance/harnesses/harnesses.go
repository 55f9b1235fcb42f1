// Package harnesses lists the dialects. A sixth client is one line here.
package harnesses

import (
	"github.com/tempahq/tempa/antigravity"
	"github.com/tempahq/tempa/claudecode"
	"github.com/tempahq/tempa/codex"
	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/gemini"
)

// Harness is one client and the folder that its module and its plugin are
// named by.
type Harness struct {
	Folder  string
	Dialect harness.Dialect
}

// All are the harnesses, in the order that documents name them.
func All() []Harness {
	return []Harness{
		{"claudecode", claudecode.Dialect{}},
		{"copilot", copilot.Dialect{}},
		{"codex", codex.Dialect{}},
		{"gemini", gemini.Dialect{}},
		{"antigravity", antigravity.Dialect{}},
	}
}
