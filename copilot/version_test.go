package copilot

import "testing"

func TestVersion(t *testing.T) {
	d := Dialect{}
	for printed, want := range map[string]string{
		"GitHub Copilot CLI 1.0.105.\nRun 'copilot update' to check for updates.\n": "1.0.105",
		"GitHub Copilot CLI 1.0.105": "", "1.0.105": "", "": "",
	} {
		if got := d.ParseVersion(printed); got != want {
			t.Errorf("ParseVersion(%q) = %q, want %q", printed, got, want)
		}
	}
	tests := []struct{ cli, version, want string }{
		{"1", "1.0.102", "1.0.102"},
		{"", "1.0.102", ""},
		{"1", "", ""},
		{"1", "new", ""},
	}
	for _, tt := range tests {
		getenv := func(name string) string {
			return map[string]string{"COPILOT_CLI": tt.cli, "COPILOT_CLI_BINARY_VERSION": tt.version}[name]
		}
		if got := d.VersionFromEnv(getenv, "s"); got != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.cli, tt.version, got, tt.want)
		}
	}
}
