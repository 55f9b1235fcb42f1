// Command tempa-antigravity answers the hooks of Antigravity.
package main

import (
	"os"

	"github.com/tempahq/tempa/antigravity"
	"github.com/tempahq/tempa/core/hook"
)

func main() { os.Exit(hook.Main(antigravity.Dialect{})) }
