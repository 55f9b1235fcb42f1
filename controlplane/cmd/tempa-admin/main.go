// Command tempa-admin writes policies for coding agents: it checks and tests a policy
// source, and builds, signs and verifies bundles.
package main

import (
	"os"

	"github.com/tempahq/tempa/controlplane/admin"
)

func main() { os.Exit(admin.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
