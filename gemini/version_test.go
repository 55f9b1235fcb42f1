package gemini

import "testing"

func TestVersion(t *testing.T) {
	d := Dialect{}
	for printed, want := range map[string]string{"0.61.0\n": "0.61.0", "gemini 0.61.0": "", "": ""} {
		if got := d.ParseVersion(printed); got != want {
			t.Errorf("ParseVersion(%q) = %q, want %q", printed, got, want)
		}
	}
	set := func(string) string { return "1.2.3" }
	if got := d.VersionFromEnv(set, "s"); got != "" {
		t.Errorf("the environment tells %q; this client sets nothing", got)
	}
}
