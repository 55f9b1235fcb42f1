package conformance

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/controlplane/admin"
	"github.com/tempahq/tempa/core/cli"
)

// TestMain makes this test binary the five hook binaries and tempa-admin as
// well: a story runs their real main, so that status, stdout and stderr are a
// process's own.
func TestMain(m *testing.M) {
	programs := map[string]func(){}
	for _, h := range harnesses.All() {
		programs[h.Dialect.Info().Program] = func() { os.Exit(cli.Main(h.Dialect, cli.InRepository())) }
	}
	programs["tempa-admin"] = func() { os.Exit(admin.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
	testscript.Main(m, programs)
}
