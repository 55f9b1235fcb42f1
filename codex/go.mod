module github.com/tempahq/tempa/codex

go 1.26.0

require github.com/tempahq/tempa/core v0.1.0
