//go:build race

package command

// slowdown is what the race detector costs.
const slowdown = 10
