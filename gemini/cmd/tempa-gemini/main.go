// Command tempa-gemini answers the hooks of the Gemini CLI.
package main

import (
	"os"

	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/gemini"
)

func main() { os.Exit(hook.Main(gemini.Dialect{})) }
