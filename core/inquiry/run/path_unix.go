//go:build unix

package run

const systemPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
