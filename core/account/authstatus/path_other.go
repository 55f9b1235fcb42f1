//go:build !unix

package authstatus

const systemPath = `C:\Windows\System32;C:\Windows`
