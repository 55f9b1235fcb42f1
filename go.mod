module github.com/tempahq/tempa

go 1.26.0

// This module is never released, so it may replace: it builds and tidies
// before anything of the repository is published.
replace (
	github.com/tempahq/tempa/antigravity => ./antigravity
	github.com/tempahq/tempa/claudecode => ./claudecode
	github.com/tempahq/tempa/codex => ./codex
	github.com/tempahq/tempa/copilot => ./copilot
	github.com/tempahq/tempa/core => ./core
	github.com/tempahq/tempa/gemini => ./gemini
)

require (
	github.com/rogpeppe/go-internal v1.16.0
	github.com/tempahq/tempa/antigravity v0.1.0
	github.com/tempahq/tempa/claudecode v0.1.0
	github.com/tempahq/tempa/codex v0.1.0
	github.com/tempahq/tempa/copilot v0.1.0
	github.com/tempahq/tempa/core v0.1.0
	github.com/tempahq/tempa/gemini v0.1.0
	golang.org/x/sys v0.50.0
)

require golang.org/x/mod v0.43.0 // indirect
