package summary

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLimitLen(t *testing.T) {
	const s = "aé€😀"
	for unit, want := range map[Unit]int{Runes: 4, UTF16: 5, Bytes: 10} {
		if got := (Limit{Unit: unit}).Len(s); got != want {
			t.Errorf("unit %d: %d, want %d", unit, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		name, in string
		limit    Limit
		want     string
	}{
		{"fits", "ab\ncd", Limit{5, Runes}, "ab\ncd"},
		{"no limit", "abcdef", Limit{}, "abcdef"},
		{"whole lines", "aaaa\nbbbb\ncccc", Limit{12, Runes}, "aaaa\nbbbb\n!"},
		{"a long line", "aaaaaaaaaaaa", Limit{6, Runes}, "aaaa\n!"},
		{"a pair counts two", "😀😀😀😀", Limit{7, UTF16}, "😀😀\n!"},
		{"bytes", "ééééé", Limit{7, Bytes}, "éé\n!"},
		{"no room for the note", "abc", Limit{1, Runes}, "a"},
	}
	for _, tt := range tests {
		if got := tt.limit.Cut(tt.in, "!"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("a\nb😀é", 3, uint8(1))
	f.Fuzz(func(t *testing.T, s string, max int, unit uint8) {
		s = strings.ToValidUTF8(s, "?")
		l := Limit{max, Unit(unit % 3)}
		if max < 0 {
			return
		}
		got := l.Cut(s, "[cut]")
		if !utf8.ValidString(got) || !l.Fits(got) {
			t.Fatalf("%q", got)
		}
	})
}
