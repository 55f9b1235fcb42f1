package install

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

func lines() Lines {
	entry := map[string]any{"command": "/home/dev/.tempa/bin/tempa-x hook"}
	return Lines{
		Table:   harness.HookTable{Path: []string{"hooks"}, Fixed: []harness.Member{{Key: "version", Value: 1}}},
		Entries: []Entry{{"Pre", entry}, {"Stop", entry}},
		Mark:    "tempa-x",
	}
}

func flat(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }

const ours = `{"command":"/home/dev/.tempa/bin/tempa-xhook"}`

func TestAddAndRemove(t *testing.T) {
	tests := []struct{ name, old, added, removed string }{
		{"new file", "", `{"version":1,"hooks":{"Pre":[` + ours + `],"Stop":[` + ours + `]}}`, `{"version":1}`},
		{
			"a person's own settings stay in order", `{"z":1,"hooks":{"Other":[{"command":"mine"}]},"a":[2]}`,
			`{"version":1,"z":1,"hooks":{"Other":[{"command":"mine"}],"Pre":[` + ours + `],"Stop":[` + ours + `]},"a":[2]}`,
			`{"version":1,"z":1,"hooks":{"Other":[{"command":"mine"}]},"a":[2]}`,
		},
		{
			"a person's hook of the same event comes first", `{"version":2,"hooks":{"Pre":[{"command":"mine"}]}}`,
			`{"version":2,"hooks":{"Pre":[{"command":"mine"},` + ours + `],"Stop":[` + ours + `]}}`,
			`{"version":2,"hooks":{"Pre":[{"command":"mine"}]}}`,
		},
		{
			"an older line of ours is replaced", `{"version":1,"hooks":{"Gone":[{"command":"/old/tempa-x hook"}],"Pre":[{"command":"/old/tempa-x hook"}]}}`,
			`{"version":1,"hooks":{"Pre":[` + ours + `],"Stop":[` + ours + `]}}`, `{"version":1}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			added, err := lines().Add([]byte(tt.old))
			if err != nil || flat(added) != tt.added {
				t.Fatalf("Add = %s, %v\nwant  %s", flat(added), err, tt.added)
			}
			again, err := lines().Add(added)
			if err != nil || string(again) != string(added) {
				t.Errorf("a second Add changes the file:\n%s", again)
			}
			removed, err := lines().Remove(added)
			if err != nil || flat(removed) != tt.removed {
				t.Errorf("Remove = %s, %v\nwant     %s", flat(removed), err, tt.removed)
			}
		})
	}
}

func TestAddRefuses(t *testing.T) {
	for name, old := range map[string]string{
		"not JSON":         `{"hooks":`,
		"comments":         "{\n// mine\n}",
		"a list":           `[]`,
		"hooks no object":  `{"hooks":[]}`,
		"event no list":    `{"hooks":{"Pre":{}}}`,
		"a key twice":      `{"a":1,"a":2}`,
		"byte order mark":  "\ufeff{}",
		"something behind": "{} x",
	} {
		if out, err := lines().Add([]byte(old)); err == nil {
			t.Errorf("%s: Add = %s, want an error", name, out)
		}
	}
}

func TestRemoveFromNothing(t *testing.T) {
	out, err := lines().Remove([]byte(`{"a":1}`))
	if err != nil || flat(out) != `{"a":1}` {
		t.Errorf("Remove = %s, %v", out, err)
	}
}
