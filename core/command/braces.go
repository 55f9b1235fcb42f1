package command

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds the opening braces of a word; the splitting is quadratic.
const maxBraces = 100

// openBraces counts the braces of a word that may begin a brace expansion.
func openBraces(w *syntax.Word) int {
	n := 0
	for _, p := range w.Parts {
		if lit, isLit := p.(*syntax.Lit); isLit {
			n += strings.Count(lit.Value, "{")
		}
	}
	return n
}

// braces returns the words that the brace expansion of w gives, as lists of
// parts; !ok means more than the bound. n counts its open braces.
func braces(w *syntax.Word, n int) (words [][]syntax.WordPart, ok bool) {
	if n > maxBraces || len(w.Parts) > 10*maxBraces {
		return nil, false
	}
	split := &syntax.Word{Parts: w.Parts}
	if !syntax.SplitBraces(split) {
		return [][]syntax.WordPart{w.Parts}, true
	}
	return expandBraces(split.Parts)
}

func expandBraces(parts []syntax.WordPart) ([][]syntax.WordPart, bool) {
	words := [][]syntax.WordPart{nil}
	for _, p := range parts {
		br, isBrace := p.(*syntax.BraceExp)
		if !isBrace {
			for i := range words {
				words[i] = append(words[i], p)
			}
			continue
		}
		elems, ok := braceElems(br)
		if !ok || len(elems)*len(words) > maxWords {
			return nil, false
		}
		var next [][]syntax.WordPart
		for _, head := range words {
			for _, elem := range elems {
				next = append(next, append(head[:len(head):len(head)], elem...))
			}
		}
		words = next
	}
	return words, true
}

func braceElems(br *syntax.BraceExp) ([][]syntax.WordPart, bool) {
	if br.Sequence {
		return braceSequence(br)
	}
	var all [][]syntax.WordPart
	for _, elem := range br.Elems {
		words, ok := expandBraces(elem.Parts)
		if !ok || len(all)+len(words) > maxWords {
			return nil, false
		}
		all = append(all, words...)
	}
	return all, true
}

func braceSequence(br *syntax.BraceExp) ([][]syntax.WordPart, bool) {
	from, to := br.Elems[0].Lit(), br.Elems[1].Lit()
	step := 1
	if len(br.Elems) > 2 {
		step, _ = strconv.Atoi(br.Elems[2].Lit())
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	format := func(n int) string { return pad(n, from, to) }
	if errA != nil || errB != nil {
		if len(from) != 1 || len(to) != 1 {
			return nil, false
		}
		a, b = int(from[0]), int(to[0])
		format = func(n int) string { return string(rune(n)) }
	}
	return countWords(a, b, max(step, -step, 1), format)
}

func countWords(a, b, step int, format func(int) string) ([][]syntax.WordPart, bool) {
	count := max(b-a, a-b)/step + 1
	if count > maxWords || count < 1 || step < 1 {
		return nil, false
	}
	if b < a {
		step = -step
	}
	words := make([][]syntax.WordPart, 0, count)
	for i := range count {
		// The result is literal text: {Z..a} passes through quote characters.
		lit := &syntax.SglQuoted{Value: format(a + i*step)}
		words = append(words, []syntax.WordPart{lit})
	}
	return words, true
}

// pad gives n the width that a leading zero in from or to asks for.
func pad(n int, from, to string) string {
	zero := func(s string) bool { s = strings.TrimPrefix(s, "-"); return len(s) > 1 && s[0] == '0' }
	s := strconv.Itoa(n)
	if !zero(from) && !zero(to) {
		return s
	}
	width := max(len(from), len(to))
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	return sign + strings.Repeat("0", max(0, width-len(sign)-len(s))) + s
}
