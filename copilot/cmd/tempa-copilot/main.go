// Tempa-copilot is the hook binary of GitHub Copilot.
package main

import (
	"os"

	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/cli"
)

func main() { os.Exit(cli.Main(copilot.Dialect{})) }
