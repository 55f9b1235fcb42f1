package prove

import (
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// writePolicy puts a policy without rules into a home: what is denied under it
// is what Tempa denies by itself.
func writePolicy(home string) error {
	data, err := table.Build(table.Header{Version: "canary", DefaultDecision: "allow"}, nil)
	if err != nil {
		return err
	}
	file := state.InHome(home).Path(sources.LocalFolder, bundle.TableFile)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}
