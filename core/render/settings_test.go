package render

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func flat(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }

func TestMerge(t *testing.T) {
	tests := []struct {
		name, old string
		deny, ask []string // wanted
		had       ours
		want      string // "-" for no file
		now       string // ours then
	}{
		{"no file, no rules", "-", nil, nil, ours{}, "-", ""},
		{"new file", "-", []string{"a"}, nil, ours{}, `{"permissions":{"deny":["a"]}}`, "a"},
		{
			"a person's settings stay in order", `{"z":1,"permissions":{"allow":["x"],"deny":["mine"]},"b":2}`,
			[]string{"a"},
			[]string{"q"},
			ours{},
			`{"z":1,"permissions":{"allow":["x"],"deny":["mine","a"],"ask":["q"]},"b":2}`, "a q",
		},
		{"an entry of the person is never ours", `{"permissions":{"deny":["a"]}}`, []string{"a"}, nil, ours{}, `{"permissions":{"deny":["a"]}}`, ""},
		{"ours stays", `{"permissions":{"deny":["mine","a"]}}`, []string{"a"}, nil, ours{Deny: []string{"a"}}, `{"permissions":{"deny":["mine","a"]}}`, "a"},
		{"ours goes", `{"permissions":{"deny":["mine","a"]}}`, nil, nil, ours{Deny: []string{"a"}}, `{"permissions":{"deny":["mine"]}}`, ""},
		{"ours moves to ask", `{"permissions":{"deny":["a"]},"x":1}`, nil, []string{"a"}, ours{Deny: []string{"a"}}, `{"permissions":{"ask":["a"]},"x":1}`, "a"},
		{"the last goes, a file we made", `{"permissions":{"deny":["a"]}}`, nil, nil, ours{Deny: []string{"a"}, Created: true}, "-", ""},
		{"the last goes, a person's file", `{"permissions":{"deny":["a"]}}`, nil, nil, ours{Deny: []string{"a"}}, `{}`, ""},
		{"the last goes, the person wrote into our file", `{"permissions":{"allow":["x"],"deny":["a"]}}`, nil, nil, ours{Deny: []string{"a"}, Created: true}, `{"permissions":{"allow":["x"]}}`, ""},
		{"taken out by hand it comes back", `{"permissions":{"deny":[]}}`, []string{"a"}, nil, ours{Deny: []string{"a"}}, `{"permissions":{"deny":["a"]}}`, "a"},
		{"entries that are no text stay", `{"permissions":{"deny":[1,null,"a"]}}`, nil, nil, ours{Deny: []string{"a", ""}}, `{"permissions":{"deny":[1,null]}}`, ""},
		{"an empty file", "", []string{"a"}, nil, ours{}, `{"permissions":{"deny":["a"]}}`, "a"},
		{"signs stay readable", "-", []string{"Bash(a > b && c:*)"}, nil, ours{}, `{"permissions":{"deny":["Bash(a>b&&c:*)"]}}`, "Bash(a > b && c:*)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old := []byte(tt.old)
			if tt.old == "-" {
				old = nil
			}
			out, now, err := merge(old, Rules{Deny: tt.deny, Ask: tt.ask}, tt.had)
			got := flat(out)
			if out == nil {
				got = "-"
			}
			if err != nil || got != tt.want {
				t.Fatalf("got %s, %v, want %s", got, err, tt.want)
			}
			if mine := strings.Join(slices.Concat(now.Deny, now.Ask), " "); mine != tt.now {
				t.Errorf("ours is %q, want %q", mine, tt.now)
			}
			again, _, err := merge(out, Rules{Deny: tt.deny, Ask: tt.ask}, now)
			if err != nil || string(again) != string(out) {
				t.Errorf("a second run changes it: %s, %v", again, err)
			}
		})
	}
}

func TestMergeRefuses(t *testing.T) {
	for _, old := range []string{"{", "[]", "{\n// c\n}", `{"permissions":[]}`, `{"permissions":{"deny":{}}}`, `{"permissions":{"ask":"x"}}`, `{"a":1,"a":2}`, "\ufeff{}", "\x00"} {
		if out, _, err := merge([]byte(old), Rules{Deny: []string{"a"}}, ours{}); err == nil {
			t.Errorf("%q: %s", old, out)
		}
	}
}

// Whatever the person's file is: nothing of theirs is lost, ours is in it and
// goes again.
func FuzzMerge(f *testing.F) {
	f.Add(`{"permissions":{"allow":["x"],"deny":["mine",1]},"hooks":{}}`, "Bash(a:*)", "b")
	f.Add(`{"permissions":{"deny":[null]}}`, "", "b")
	f.Fuzz(func(t *testing.T, old, deny, ask string) {
		if !json.Valid([]byte(old)) || !utf8.ValidString(deny) || !utf8.ValidString(ask) {
			return
		}
		want := Rules{Deny: []string{deny}, Ask: []string{ask}}
		out, now, err := merge([]byte(old), want, ours{})
		if err != nil {
			return
		}
		var was, is map[string]any
		if json.Unmarshal([]byte(old), &was) != nil || json.Unmarshal(out, &is) != nil {
			t.Fatalf("%s", out)
		}
		for key := range was {
			if _, ok := is[key]; !ok {
				t.Fatalf("%q is lost: %s", key, out)
			}
		}
		again, _, err := merge(out, want, now)
		if err != nil || string(again) != string(out) {
			t.Fatalf("not stable: %s, then %s, %v", out, again, err)
		}
		back, left, err := merge(out, Rules{}, now)
		if err != nil || len(left.Deny)+len(left.Ask) != 0 {
			t.Fatalf("not removed: %s, %+v, %v", back, left, err)
		}
	})
}

// No name, description or content makes a file outside of its place, or two
// different files of one profile.
func FuzzPlan(f *testing.F) {
	f.Add("go", "desc", "---\nname: x\n---\nbody", "Bash(git push:*)")
	f.Add("../x", "a\nb: c", "--->", "Bash(\")")
	f.Fuzz(func(t *testing.T, name, description, content, r string) {
		p := sample()
		p.Tenant.Name = description
		d := sample().Standards[0]
		d.Name, d.Description, d.Content = name, description, content
		p.Standards, p.Skills, p.Commands, p.Agents = append(p.Standards, d), append(p.Skills, d), append(p.Commands, d), append(p.Agents, d)
		p.Permissions.Deny = append(p.Permissions.Deny, r)
		for _, l := range []Layout{one, two} {
			seen := map[string]bool{}
			for _, file := range New(p, l, now).Files {
				if !safePath(file.Path) || seen[file.Path] {
					t.Fatalf("path %q", file.Path)
				}
				seen[file.Path] = true
				if first, _, _ := strings.Cut(string(file.Content), "\n"); strings.HasPrefix(first, "<!--") && !strings.HasSuffix(first, " -->") || strings.HasPrefix(first, "#") && strings.Contains(first, "\r") {
					t.Fatalf("the origin line %q", first)
				}
			}
		}
	})
}
