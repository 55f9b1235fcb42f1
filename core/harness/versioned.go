package harness

// Versioned is a dialect that answers some versions of its client in another
// form.
type Versioned interface {
	// For returns the dialect for that version, "" being an unknown one.
	For(version string) Dialect
}
