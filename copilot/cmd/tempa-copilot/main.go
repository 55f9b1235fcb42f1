// Command tempa-copilot answers the hooks of GitHub Copilot CLI.
package main

import (
	"os"

	"github.com/tempahq/tempa/copilot"
	"github.com/tempahq/tempa/core/cli"
)

func main() { os.Exit(cli.Main(copilot.Dialect{}, cli.InRepository())) }
