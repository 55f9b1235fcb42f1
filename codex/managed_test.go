package codex

import "testing"

func TestRequirements(t *testing.T) {
	tests := []struct {
		name, old string
		only      bool
		want      string
	}{
		{"new", "", false, "[features]\nhooks = true\n"},
		{"new, no other hooks", "", true, "allow_managed_hooks_only = true\n\n[features]\nhooks = true\n"},
		{
			"an administrator's own", "# ours\nallowed_approval_policies = [\"on-request\"]\n\n[features]\nother = false\n", true,
			"allow_managed_hooks_only = true\n# ours\nallowed_approval_policies = [\"on-request\"]\n\n[features]\nhooks = true\nother = false\n",
		},
		{"hooks switched off", "[features]\nhooks = false\n", false, "[features]\nhooks = true\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := requirements([]byte(tt.old), tt.only)
			if err != nil || string(got) != tt.want {
				t.Fatalf("got  %q, %v\nwant %q", got, err, tt.want)
			}
			if again, err := requirements(got, tt.only); err != nil || string(again) != tt.want {
				t.Errorf("a second run gives %q, %v", again, err)
			}
		})
	}
	if got, err := requirements([]byte("features = { hooks = false }\n"), false); err == nil {
		t.Errorf("a table in one line became %q", got)
	}
}
