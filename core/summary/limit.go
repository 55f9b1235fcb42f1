// Package summary says at the start of a session what the policy is: to the
// model, and where there is something to say, to the person.
package summary

import (
	"strings"
	"unicode/utf8"
)

// Limit is how much text a client hands to the model.
type Limit struct {
	Max  int // 0 has no limit
	Unit Unit
	// Shared says that what the person reads stands in front of it, with a
	// blank line between.
	Shared bool
}

// Unit is what a client counts.
type Unit uint8

// The units.
const (
	Runes Unit = iota
	UTF16
	Bytes
)

// Limiter is a dialect whose client takes a certain amount of context.
type Limiter interface{ ContextLimit() Limit }

// behind is what is left of the limit behind a text for the person.
func (l Limit) behind(warning string) Limit {
	if l.Shared && l.Max > 0 && warning != "" {
		l.Max = max(1, l.Max-l.Len(warning+"\n\n"))
	}
	return l
}

// Len is the length of a text in the limit's unit.
func (l Limit) Len(s string) int {
	switch l.Unit {
	case Bytes:
		return len(s)
	case UTF16:
		n := 0
		for _, r := range s {
			n += unitsOf(r)
		}
		return n
	}
	return utf8.RuneCountInString(s)
}

// unitsOf is 2 for what UTF-16 writes as a pair.
func unitsOf(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// Fits reports whether the client hands on the whole text.
func (l Limit) Fits(s string) bool {
	return l.Max == 0 || len(s) <= l.Max || l.Len(s) <= l.Max
}

// Cut is the text when it fits, else as many of its lines as fit with the
// note behind them. Only a line that is too long by itself is cut inside, and
// never inside a character.
func (l Limit) Cut(s, note string) string {
	if l.Fits(s) {
		return s
	}
	room := l.Max - l.Len("\n"+note)
	if room <= 0 {
		return s[:l.bytes(s, l.Max)]
	}
	head := s[:l.bytes(s, room)]
	if i := strings.LastIndexByte(head, '\n'); i > len(head)/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, "\n ") + "\n" + note
}

// Shorten is the text when it fits, else as many of its characters as fit with
// "…" behind them.
func (l Limit) Shorten(s string) string {
	if l.Fits(s) {
		return s
	}
	const end = "…"
	return s[:l.bytes(s, l.Max-l.Len(end))] + end
}

// bytes is how many bytes of s make at most max units, in whole runes.
func (l Limit) bytes(s string, max int) int {
	n := 0
	for i, r := range s {
		size := 1
		switch l.Unit {
		case Bytes:
			size = utf8.RuneLen(r)
		case UTF16:
			size = unitsOf(r)
		}
		if n+size > max {
			return i
		}
		n += size
	}
	return len(s)
}
