module github.com/tempahq/tempa

go 1.26.0
