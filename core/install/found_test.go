package install

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/harness"
)

func wanted() Lines {
	type entry struct {
		Command string `json:"command"`
		Timeout int    `json:"timeout"`
	}
	type group struct {
		Matcher string  `json:"matcher"`
		Hooks   []entry `json:"hooks"`
	}
	return Lines{Table: harness.HookTable{Path: []string{"hooks"}}, Mark: "tempa-x", Entries: []Entry{
		{"Pre", group{"*", []entry{{"tempa-x hook", 10}}}},
		{"Stop", entry{"tempa-x hook", 3}},
	}}
}

func TestDifferences(t *testing.T) {
	whole, err := wanted().Add(nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, file, want string }{
		{"as written", string(whole), ""},
		{"another layout and other hooks", `{"a":1,"hooks":{"Stop":[{"timeout":3,"command":"tempa-x hook"},{"command":"mine"}],"Pre":[{"hooks":[{"command":"tempa-x hook","timeout":10}],"matcher":"*"}]}}`, ""},
		{"missing", `{"hooks":{"Pre":[{"matcher":"*","hooks":[{"command":"tempa-x hook","timeout":10}]}]}}`, "there is no line for Stop"},
		{"changed", strings.Replace(string(whole), "tempa-x hook", "tempa-x hook || true", 1), "the line for Pre is not what Tempa writes"},
		{"twice", `{"hooks":{"Pre":[{"matcher":"*","hooks":[{"command":"tempa-x hook","timeout":10}]}],"Stop":[{"command":"tempa-x hook","timeout":3},{"command":"tempa-x hook","timeout":3}]}}`, "Stop has 2 lines"},
		{"left over", strings.Replace(string(whole), `"Stop"`, `"Old": [{"command":"tempa-x hook"}], "Stop"`, 1), "an old line stands under Old"},
		{"nothing", "", "there is no line for Pre; there is no line for Stop"},
	}
	for _, tt := range tests {
		found, err := wanted().Find([]byte(tt.file))
		if got := strings.Join(wanted().Differences(found), "; "); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	if _, err := wanted().Find([]byte("{")); err == nil {
		t.Error("a broken file is read")
	}
}

func TestTimeouts(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"right", `{"hooks":{"Pre":[{"hooks":[{"command":"tempa-x","timeout":10}]}]}}`, ""},
		{"seconds for milliseconds", `{"hooks":{"Pre":[{"hooks":[{"command":"tempa-x","timeout":10000}]}]}}`, "Pre has timeout 10000, want timeout 10"},
		{"none", `{"hooks":{"Stop":[{"command":"tempa-x"}]}}`, "Stop has none, want timeout 3"},
		{"another key", `{"hooks":{"Stop":[{"command":"tempa-x","timeoutSec":3}]}}`, "Stop has timeoutSec 3, want timeout 3"},
		{"somebody else's", `{"hooks":{"Stop":[{"command":"mine","timeout":1}]}}`, ""},
	}
	for _, tt := range tests {
		found, err := wanted().Find([]byte(tt.file))
		if got := strings.Join(wanted().Timeouts(found), "; "); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
}
