module github.com/tempahq/tempa/controlplane

go 1.26.0

require (
	github.com/spf13/pflag v1.1.0
	github.com/tempahq/tempa/core v0.1.0
	go.yaml.in/yaml/v3 v3.0.6
)

require (
	golang.org/x/mod v0.43.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)

// Tests only.
require github.com/rogpeppe/go-internal v1.16.0
