//go:build !unix

package attend

func hasTerminal() bool { return false }
