//go:build !unix

package run

const systemPath = `C:\Windows\System32;C:\Windows`
