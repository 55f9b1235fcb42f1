// Command tempa-codex answers the hooks of the Codex CLI.
package main

import (
	"os"

	"github.com/tempahq/tempa/codex"
	"github.com/tempahq/tempa/core/cli"
)

func main() { os.Exit(cli.Main(codex.Dialect{})) }
