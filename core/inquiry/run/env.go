package run

import (
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/inquiry"
)

// environment is what the client needs to find its own login.
func environment(home, program string) []string {
	return append(inquiry.Environment(os.Getenv, home),
		// A script of the client finds its interpreter beside itself.
		"PATH="+filepath.Dir(program)+string(filepath.ListSeparator)+systemPath,
		"LANG=C.UTF-8",
		// This is no time for an update (claude-code 2.1.332).
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1")
}
