module github.com/tempahq/tempa/core

go 1.26
