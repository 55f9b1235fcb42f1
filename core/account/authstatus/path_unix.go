//go:build unix

package authstatus

const systemPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
