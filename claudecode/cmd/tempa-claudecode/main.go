// Command tempa-claudecode answers the hooks of Claude Code.
package main

import (
	"os"

	"github.com/tempahq/tempa/claudecode"
	"github.com/tempahq/tempa/core/cli"
)

func main() { os.Exit(cli.Main(claudecode.Dialect{})) }
