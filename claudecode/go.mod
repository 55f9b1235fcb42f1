module github.com/tempahq/tempa/claudecode

go 1.26.0

require (
	github.com/tempahq/tempa/codex v0.1.0
	github.com/tempahq/tempa/copilot v0.1.0
	github.com/tempahq/tempa/core v0.1.0
	github.com/tempahq/tempa/gemini v0.1.0
)
