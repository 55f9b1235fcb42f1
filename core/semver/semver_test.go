package semver

import "testing"

func TestLess(t *testing.T) {
	ordered := []string{"", "0.9", "0.35.3", "0.36.0-preview.1", "0.36.0", "0.37.2", "0.38", "0.61.0", "1.0.0", "1.5.2", "1.10.0", "2", "10.0.0"}
	for i, a := range ordered {
		for j, b := range ordered {
			if got, want := Less(a, b), i < j; got != want {
				t.Errorf("Less(%q, %q) = %v, want %v", a, b, got, want)
			}
		}
	}
}

func TestLessForms(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"0.38", "0.38.0", false},
		{"0.38.0", "0.38", false},
		{"v1.2.3", "1.2.3", false},
		{"1.2.3+build", "1.2.3", false},
		{"unknown", "0.0.0", true},
		{"1.2.3.4", "0.0.1", true},
		{"1.x.3", "0.0.1", true},
		{"99999999999999999999.0.0", "0.0.1", true},
		{"unknown", "", false},
		{"1.2.3-rc.1", "1.2.3-rc.2", false},
	}
	for _, tt := range tests {
		if got := Less(tt.a, tt.b); got != tt.want {
			t.Errorf("Less(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func FuzzLess(f *testing.F) {
	f.Add("0.38.0", "0.36")
	f.Add("", "x-1+2")
	f.Fuzz(func(t *testing.T, a, b string) {
		if Less(a, a) || Less(a, b) && Less(b, a) {
			t.Errorf("%q and %q are not ordered", a, b)
		}
	})
}
