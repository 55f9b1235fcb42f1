module github.com/tempahq/tempa/core

go 1.26.0

require mvdan.cc/sh/v3 v3.14.1 // indirect
