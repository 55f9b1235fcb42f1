//go:build !race

package command

const slowdown = 1
