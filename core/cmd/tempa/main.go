// Command tempa is the companion: what a person asks about all clients at once.
package main

import (
	"os"

	"github.com/tempahq/tempa/core/companion"
)

func main() { os.Exit(companion.Main(os.Args[1:], os.Stdout, os.Stderr)) }
