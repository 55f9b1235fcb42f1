module github.com/tempahq/tempa

go 1.26.0

// This module is never released, so it may replace: it builds and tidies
// before anything of the repository is published.
replace (
	github.com/tempahq/tempa/antigravity => ./antigravity
	github.com/tempahq/tempa/claudecode => ./claudecode
	github.com/tempahq/tempa/codex => ./codex
	github.com/tempahq/tempa/controlplane => ./controlplane
	github.com/tempahq/tempa/copilot => ./copilot
	github.com/tempahq/tempa/core => ./core
	github.com/tempahq/tempa/gemini => ./gemini
)

require (
	github.com/rogpeppe/go-internal v1.16.0
	github.com/tempahq/tempa/antigravity v0.1.0
	github.com/tempahq/tempa/claudecode v0.1.0
	github.com/tempahq/tempa/codex v0.1.0
	github.com/tempahq/tempa/controlplane v0.1.0
	github.com/tempahq/tempa/copilot v0.1.0
	github.com/tempahq/tempa/core v0.1.0
	github.com/tempahq/tempa/gemini v0.1.0
	golang.org/x/mod v0.43.0
	golang.org/x/sys v0.50.0
)

require (
	github.com/spf13/pflag v1.1.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/tools v0.52.0 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)
