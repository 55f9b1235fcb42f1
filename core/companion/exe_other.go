//go:build !windows

package companion

const exeSuffix = ""
