// Tempa-claudecode is the hook binary of Claude Code.
package main

import (
	"os"

	"github.com/tempahq/tempa/claudecode"
	"github.com/tempahq/tempa/core/hook"
)

func main() { os.Exit(hook.Main(claudecode.Dialect{})) }
