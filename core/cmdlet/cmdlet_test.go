package cmdlet

import "testing"

func TestFull(t *testing.T) {
	tests := []struct{ name, want string }{
		{"rm", "Remove-Item"},
		{"CI", "Copy-Item"},
		{"%", "ForEach-Object"},
		{"Remove-Item", "Remove-Item"},
		{"Git", "Git"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Full(tt.name); got != tt.want {
			t.Errorf("Full(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}
