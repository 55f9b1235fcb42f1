// Package conformance proves that one policy gives the same decision in every
// client, and that the repository keeps its own rules: which package may import
// which, what a hook may link, that the harness modules are siblings, that
// generated files are fresh, and that documents name what there is.
//
// The behaviour of the hooks stands in testdata/script: a file is a story, the
// same call in every client's own payload, run through the real binaries. The
// package lies in the root module because a test there is run again when
// testdata changes.
package conformance
