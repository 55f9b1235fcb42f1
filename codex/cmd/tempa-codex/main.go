// Command tempa-codex answers the hooks of the Codex CLI.
package main

import (
	"os"

	"github.com/tempahq/tempa/codex"
	"github.com/tempahq/tempa/core/hook"
)

func main() { os.Exit(hook.Main(codex.Dialect{})) }
