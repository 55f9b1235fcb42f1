package install

import (
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

func TestSet(t *testing.T) {
	pins := []harness.Pin{{Path: []string{"hooksConfig", "enabled"}, Value: true}, {Path: []string{"only"}, Value: true}}
	tests := []struct{ name, old, want string }{
		{"new", "", `{"hooksConfig":{"enabled":true},"only":true}`},
		{"in its place", `{"z":1,"hooksConfig":{"a":[],"enabled":false,"b":1},"only":null}`, `{"z":1,"hooksConfig":{"a":[],"enabled":true,"b":1},"only":true}`},
	}
	for _, tt := range tests {
		got, err := Set([]byte(tt.old), pins)
		if err != nil || flat(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, flat(got), err, tt.want)
		}
	}
	for _, old := range []string{`{"hooksConfig":1}`, `[]`, `{`} {
		if got, err := Set([]byte(old), pins); err == nil {
			t.Errorf("Set(%s) = %s", old, got)
		}
	}
}
