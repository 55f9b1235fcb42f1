// Package spelling finds the word that was probably meant.
package spelling

import "strings"

// Bounds of what counts as a slip.
const (
	most    = 2  // single-letter changes
	longest = 40 // bytes of a word
)

// Nearest is the first of the known words that is a slip or two away, without
// regard to case; empty when none is.
func Nearest(word string, known []string) string {
	if len(word) > longest {
		return ""
	}
	best, least := "", most+1
	for _, k := range known {
		if d := distance(strings.ToLower(k), strings.ToLower(word)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the single-letter changes between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
