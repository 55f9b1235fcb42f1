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
		{"fits", "ab\ncd", Limit{Max: 5}, "ab\ncd"},
		{"no limit", "abcdef", Limit{}, "abcdef"},
		{"whole lines", "aaaa\nbbbb\ncccc", Limit{Max: 12}, "aaaa\nbbbb\n!"},
		{"a long line", "aaaaaaaaaaaa", Limit{Max: 6}, "aaaa\n!"},
		{"a pair counts two", "😀😀😀😀", Limit{Max: 7, Unit: UTF16}, "😀😀\n!"},
		{"bytes", "ééééé", Limit{Max: 7, Unit: Bytes}, "éé\n!"},
		{"no room for the note", "abc", Limit{Max: 1}, "a"},
	}
	for _, tt := range tests {
		if got := tt.limit.Cut(tt.in, "!"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	tests := []struct {
		in    string
		limit Limit
		want  string
	}{
		{"abcd", Limit{Max: 4}, "abcd"},
		{"abcde", Limit{Max: 4}, "abc…"},
		{"abcde", Limit{}, "abcde"},
		{"😀😀", Limit{Max: 4, Unit: UTF16}, "😀😀"},
		{"😀😀😀", Limit{Max: 4, Unit: UTF16}, "😀…"},
		{"ééé", Limit{Max: 6, Unit: Bytes}, "ééé"},
		{"éééé", Limit{Max: 6, Unit: Bytes}, "é…"},
		{"\xff\xff\xff\xff\xff\xff\xff", Limit{Max: 6, Unit: Bytes}, "\xff…"},
	}
	for _, tt := range tests {
		if got := tt.limit.Shorten(tt.in); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestShared(t *testing.T) {
	in := Input{Profile: sample(), Limit: Limit{Max: 600, Unit: Bytes, Shared: true}, Now: now, MoreWarning: []string{strings.Repeat("w", 200)}}
	model, warning := Text(in)
	if got := warning + "\n\n" + model; len(warning) != 200 || !in.Limit.Fits(got) || !strings.HasSuffix(got, cutNote) {
		t.Errorf("%d bytes: %q", len(got), got)
	}
	in.MoreWarning[0] = strings.Repeat("w", 2000)
	if model, warning = Text(in); !in.Limit.Fits(warning) || len(model) > 1 {
		t.Errorf("%q, %q", model, warning)
	}
}

func FuzzCut(f *testing.F) {
	f.Add("a\nb😀é", 3, uint8(1))
	f.Fuzz(func(t *testing.T, s string, max int, unit uint8) {
		s = strings.ToValidUTF8(s, "?")
		l := Limit{Max: max, Unit: Unit(unit % 3)}
		if max < 0 {
			return
		}
		got := l.Cut(s, "[cut]")
		if !utf8.ValidString(got) || !l.Fits(got) {
			t.Fatalf("%q", got)
		}
	})
}
