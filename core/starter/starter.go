// Package starter holds the policy that `init` writes on a machine without a
// server: its source for people to copy, and the profile and rule table that
// were compiled from it.
//
// A hook links the two compiled files and nothing of the compiler. A test in
// controlplane/compile fails when they are older than the source or the
// built-in bundles.
package starter

import _ "embed"

//go:generate go test ../../controlplane/compile -run TestStarter -update

//go:embed source/tempa.yaml
var source string

//go:embed profile.json
var profile string

//go:embed rules.table.lz4
var table string

// Source returns the policy as people write it.
func Source() string { return source }

// Profile returns profile.json.
func Profile() []byte { return []byte(profile) }

// Table returns the rule table.
func Table() []byte {
	data, err := unpack(table)
	if err != nil {
		panic(err) // it was packed by Pack
	}
	return data
}
