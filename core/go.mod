module github.com/tempahq/tempa/core

go 1.26.0

require (
	github.com/spf13/pflag v1.1.0
	golang.org/x/mod v0.43.0
	golang.org/x/sys v0.50.0
	mvdan.cc/sh/v3 v3.14.1
)
