package command

import "slices"

// chooser walks through all combinations of the choices that an expansion
// meets: a variable with two possible values, a default that may apply.
type chooser struct {
	path  []int
	sizes []int
	names []string
	next  int
	runs  int
	blind bool // too many combinations: every choice is unknown
}

// pick returns the branch to take of n, or -1 when it must be treated as
// unknown. The same name gives the same branch within one run.
func (c *chooser) pick(name string, n int) int {
	if c.blind {
		return -1
	}
	if n == 1 {
		return 0
	}
	if name != "" {
		if i := slices.Index(c.names[:min(c.next, len(c.names))], name); i >= 0 && c.sizes[i] == n {
			return c.path[i]
		}
	}
	if c.next == len(c.path) {
		c.path, c.sizes, c.names = append(c.path, 0), append(c.sizes, n), append(c.names, name)
	}
	c.next++
	return min(c.path[c.next-1], n-1)
}

// each calls run once for every combination, and a last time blindly when
// there are more than the bound.
func (c *chooser) each(run func()) {
	for {
		c.next = 0
		run()
		if c.runs++; c.runs >= maxChoices {
			c.blind = true
			run()
			return
		}
		for len(c.path) > 0 && c.path[len(c.path)-1]+1 >= c.sizes[len(c.path)-1] {
			k := len(c.path) - 1
			c.path, c.sizes, c.names = c.path[:k], c.sizes[:k], c.names[:k]
		}
		if len(c.path) == 0 {
			return
		}
		c.path[len(c.path)-1]++
	}
}
