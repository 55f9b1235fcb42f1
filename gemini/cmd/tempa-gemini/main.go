// Command tempa-gemini answers the hooks of the Gemini CLI.
package main

import (
	"os"

	"github.com/tempahq/tempa/core/cli"
	"github.com/tempahq/tempa/gemini"
)

func main() { os.Exit(cli.Main(gemini.Dialect{})) }
