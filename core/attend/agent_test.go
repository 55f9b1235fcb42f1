package attend

import "testing"

func TestAgent(t *testing.T) {
	for _, m := range markers {
		if got := Agent(func(name string) string { return map[string]string{m: "1"}[name] }); got != m {
			t.Errorf("%s: %q", m, got)
		}
	}
	if got := Agent(func(string) string { return "" }); got != "" {
		t.Errorf("nothing is set: %q", got)
	}
}
