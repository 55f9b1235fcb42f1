// Package semver compares the versions that clients print. It is liberal in
// what it reads and says no whenever it cannot tell.
package semver

import (
	"cmp"
	"strconv"
	"strings"
)

// Less reports whether version a is older than b. A version that cannot be
// read, the empty one included, is older than any that can. A pre-release is
// older than its release; two pre-releases of one release are equal.
func Less(a, b string) bool {
	x, y := parse(a), parse(b)
	for i := range x {
		if c := cmp.Compare(x[i], y[i]); c != 0 {
			return c < 0
		}
	}
	return false
}

// parse reads major, minor, patch and whether it is a release, in the order in
// which they weigh; all -1 when that fails.
func parse(v string) [4]int {
	none := [4]int{-1, -1, -1, -1}
	v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "+")
	v, _, pre := strings.Cut(v, "-")
	out := [4]int{3: 1}
	if pre {
		out[3] = 0
	}
	for i := range 3 {
		var part string
		part, v, _ = strings.Cut(v, ".")
		if part == "" && i > 0 {
			part = "0"
		}
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return none
		}
		out[i] = int(n)
	}
	if v != "" {
		return none
	}
	return out
}
