package prove

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/diagnosis"
)

// compare reports an answer that is none of those wanted.
func compare(p *diagnosis.Probe, got *child.Result) error {
	said := string(got.Stdout) + string(got.Stderr)
	for _, want := range p.Answers {
		if got.Exit == want.Exit && sameText(want.Stderr, string(got.Stderr)) && sameOutput(want.Stdout, string(got.Stdout)) {
			if !strings.Contains(said, p.Mark) {
				return fmt.Errorf("it was denied for another reason than wanted (%s): %s", p.Mark, short(said))
			}
			return nil
		}
	}
	return fmt.Errorf("status %d and another answer than wanted: %s", got.Exit, short(said))
}

// short is the beginning of what a hook said, on one line.
func short(s string) string {
	const most = 300
	s = strings.Join(strings.Fields(s), " ")
	switch {
	case s == "":
		return "nothing"
	case len(s) > most:
		return s[:most] + "…"
	}
	return s
}

// sameText compares two texts; one that was wanted with any content has to
// have some.
func sameText(want, got string) bool {
	if strings.Contains(want, diagnosis.Any) {
		return strings.TrimSpace(got) != ""
	}
	return strings.TrimSpace(want) == strings.TrimSpace(got)
}

func sameOutput(want, got string) bool {
	if strings.TrimSpace(want) == "" {
		return strings.TrimSpace(got) == ""
	}
	var w, g any
	if json.Unmarshal([]byte(want), &w) != nil {
		return sameText(want, got)
	}
	// A text around the object voids it for most clients.
	return json.Unmarshal([]byte(got), &g) == nil && sameValue(w, g)
}

func sameValue(want, got any) bool {
	switch w := want.(type) {
	case string:
		g, ok := got.(string)
		return ok && sameText(w, g)
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(w) != len(g) {
			return false
		}
		for k, v := range w {
			if !sameValue(v, g[k]) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) != len(g) {
			return false
		}
		for i := range w {
			if !sameValue(w[i], g[i]) {
				return false
			}
		}
		return true
	}
	return want == got
}
