package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"Bash", "Read", "WebFetch"}
	tests := []struct{ word, want string }{
		{"bash", "Bash"},
		{"Reda", "Read"},
		{"WebFecth", "WebFetch"},
		{"Webetc", "WebFetch"},
		{"Glob", ""},
		{"", ""},
		{strings.Repeat("Bash", 20), ""},
	}
	for _, tt := range tests {
		if got := Nearest(tt.word, known); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}
