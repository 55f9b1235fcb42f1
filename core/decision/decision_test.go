package decision

import (
	"reflect"
	"testing"
)

func TestStrictest(t *testing.T) {
	deny := Decision{Kind: Deny, PolicyIDs: []string{"d"}, Reason: "no", Guidance: []string{"g1"}}
	ask := Decision{Kind: Ask, PolicyIDs: []string{"a"}, Reason: "sure?", Guidance: []string{"g2"}}
	tests := []struct {
		name string
		a, b Decision
		want Decision
	}{
		{"deny over ask", ask, deny, Decision{Kind: Deny, PolicyIDs: []string{"d"}, Reason: "no", Guidance: []string{"g1", "g2"}}},
		{"order does not matter", deny, ask, Decision{Kind: Deny, PolicyIDs: []string{"d"}, Reason: "no", Guidance: []string{"g1", "g2"}}},
		{"both ids, first reason", deny, Because(Deny, "e", "never"), Decision{Kind: Deny, PolicyIDs: []string{"d", "e"}, Reason: "no", Guidance: []string{"g1"}}},
		{"same id once", deny, deny, deny},
		{"ask over allow", Decision{Kind: Allow}, ask, ask},
		{"allow over defer", Decision{}, Decision{Kind: Allow}, Decision{Kind: Allow}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Strictest(tt.a, tt.b); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Strictest = %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestStrictestKeepsItsArguments(t *testing.T) {
	ids := make([]string, 1, 4)
	ids[0] = "a"
	a := Decision{Kind: Deny, PolicyIDs: ids}
	Strictest(a, Because(Deny, "b", ""))
	if got := ids[:2][1]; got != "" {
		t.Errorf("the caller's array was written: %q", got)
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		d    Decision
		want string
	}{
		{Because(Deny, "x", "no"), "Tempa (x): no"},
		{Decision{PolicyIDs: []string{"x", "y"}, Reason: "no"}, "Tempa (x, y): no"},
		{Decision{Reason: "no"}, "Tempa: no"},
		{Decision{PolicyIDs: []string{"x"}, Reason: "Tempa blocked this.", Verbatim: true}, "Tempa blocked this."},
	}
	for _, tt := range tests {
		if got := tt.d.Text(); got != tt.want {
			t.Errorf("Text = %q, want %q", got, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	for k := Defer; k <= Deny; k++ {
		if got, ok := Parse(k.String()); got != k || !ok {
			t.Errorf("Parse(%q) = %v, %v", k, got, ok)
		}
	}
	if _, ok := Parse("maybe"); ok {
		t.Error(`Parse("maybe") is no kind`)
	}
}
