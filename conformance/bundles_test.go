package conformance

import (
	"regexp"
	"testing"

	"github.com/tempahq/tempa/core/bundles"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// The examples of every rule are its tests.
func TestBundleExamples(t *testing.T) {
	for _, b := range bundles.All() {
		j := newJudge(t, bundleRows(t, []string{b.ID}, nil), table.Header{DefaultDecision: "allow"})
		for _, r := range b.Rules {
			for _, line := range r.Matches {
				x := j.explain(line)
				if !matched(x)[r.ID] {
					t.Errorf("%s does not match %s\n\tgot %s %v, commands %s", r.ID, line, x.Decision, x.PolicyIDs, programs(x))
				} else if r.Effect == rule.Deny && x.Decision != "deny" {
					t.Errorf("%s: %s for %s, want deny", r.ID, x.Decision, line)
				}
			}
			for _, line := range r.Passes {
				if x := j.explain(line); matched(x)[r.ID] {
					t.Errorf("%s matches %s\n\tcommands %s", r.ID, line, programs(x))
				}
			}
		}
	}
}

var quoted = regexp.MustCompile("`([^`]+)`")

// What a rule advises must not be refused by another one.
func TestBundleAdvice(t *testing.T) {
	j := newJudge(t, bundleRows(t, allBundles(), nil), table.Header{DefaultDecision: "allow"})
	for _, b := range bundles.All() {
		for _, r := range b.Rules {
			for _, m := range quoted.FindAllStringSubmatch(r.Instead, -1) {
				if x := j.explain(m[1]); x.Decision == "deny" || x.Decision == "ask" {
					t.Errorf("%s advises %q, which ends in %s by %v", r.ID, m[1], x.Decision, x.PolicyIDs)
				}
			}
		}
	}
}
