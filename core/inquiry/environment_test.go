package inquiry

import (
	"slices"
	"testing"
)

func TestEnvironment(t *testing.T) {
	vars := map[string]string{
		"USER": "dev", "API_KEY": "secret", "CLAUDE_CONFIG_DIR": "/repo/evil",
		"PATH": "/repo/bin", "HOME": "/repo", "LD_PRELOAD": "/repo/evil.so", "NODE_OPTIONS": "--require /repo/evil.js",
	}
	got := Environment(func(k string) string { return vars[k] }, "/home/dev")
	if want := []string{"HOME=/home/dev", "USERPROFILE=/home/dev", "USER=dev"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
