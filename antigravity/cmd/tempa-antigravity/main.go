// Command tempa-antigravity answers the hooks of Antigravity.
package main

import (
	"os"

	"github.com/tempahq/tempa/antigravity"
	"github.com/tempahq/tempa/core/cli"
)

func main() { os.Exit(cli.Main(antigravity.Dialect{})) }
