package profile

import (
	"reflect"
	"testing"
)

func TestCombine(t *testing.T) {
	if Combine() != nil {
		t.Error("nothing combines to something")
	}
	first, no := good(), false
	second := &Profile{
		Version: "2", Tenant: Tenant{ID: "dev"}, AllowExternalMCP: &no,
		Policies:    Policies{DefaultDecision: "deny", Bundles: []Bundle{{ID: "network"}, {ID: "git"}}},
		Permissions: Permissions{Deny: []string{"Bash(rm:*)", "Bash(dd:*)"}},
		MCP:         []Endpoint{{Endpoint: "brain", URL: "elsewhere"}},
		Skills:      []Document{{Name: "tdd", Content: "other"}, {Name: "more", Content: "m"}},
		Guardrails:  []string{"be brief"},
	}
	got := Combine(first, second)
	want := good()
	want.Version, want.AllowExternalMCP = "7 + 2", &no
	want.Policies.DefaultDecision = "deny"
	want.Policies.Bundles = append(want.Policies.Bundles, Bundle{ID: "git"})
	want.Permissions.Deny = append(want.Permissions.Deny, "Bash(dd:*)")
	want.Skills = append(want.Skills, Document{Name: "more", Content: "m"})
	want.Guardrails = append(want.Guardrails, "be brief")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if !reflect.DeepEqual(first, good()) {
		t.Error("the first profile was changed")
	}
}
