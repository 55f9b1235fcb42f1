package profile

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/json"
)

func good() *Profile {
	yes := true
	return &Profile{
		Schema: Schema, Version: "7", Tenant: Tenant{ID: "acme", Name: "Acme", Notice: "n"}, Repo: "github.com/acme/app",
		ExpiresAt: "2027-02-28T09:00:00Z", SyncIntervalS: 300, LocalEvaluation: &yes, AllowExternalMCP: &yes,
		Policies: Policies{
			Module:          &Module{SHA256: strings.Repeat("a", 64), URL: "u", ABI: "1.3"},
			Table:           &Table{SHA256: strings.Repeat("b", 64), URL: "u"},
			DefaultDecision: "ask",
			Bundles:         []Bundle{{ID: "network", With: map[string]any{"allow_hosts": []any{"example.com"}}}},
			Remote:          []string{"fetch"},
			Observe:         []string{"tempa/git"},
		},
		Permissions: Permissions{Deny: []string{"Bash(rm:*)"}, Ask: []string{"Bash(git push:*)"}, Allow: []string{"Read"}},
		Exceptions:  []Exception{{Rule: "tempa/git/*", Scope: "github.com/acme/*", Until: "2027-01-31"}},
		Offline:     Offline{DefaultDecision: "ask", AllowTools: []string{"Read"}},
		Account:     Account{AllowedKinds: []string{"organisation"}, OnViolation: "block", RequireTrainingAttestation: true, Guidance: "g"},
		MCP:         []Endpoint{{Endpoint: "brain", URL: "https://mcp.example.com/brain", Tools: []string{"list"}}},
		Telemetry:   Telemetry{Prompts: true, ToolResponses: true, Commands: true},
		Standards:   []Document{{Name: "go", Description: "d", Content: "c"}},
		Skills:      []Document{{Name: "tdd", Description: "d", Content: "c"}},
		Commands:    []Document{{Name: "ship", Description: "d", Content: "c"}},
		Agents:      []Document{{Name: "reviewer", Description: "d", Content: "c"}},
		Guardrails:  []string{"be careful & <kind>"},
		Settings:    map[string]any{"decide_timeout_ms": json.Number("500")},
	}
}

func TestRoundTrip(t *testing.T) {
	want := good()
	data, err := want.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !strings.Contains(string(data), "careful & <kind>") {
		t.Error("text is escaped as for HTML")
	}
}

// Every field of the contract is written, empty ones too.
func TestMarshalWritesEveryField(t *testing.T) {
	data, err := (&Profile{Policies: Policies{Module: &Module{}, Table: &Table{}}}).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	fields := func(m map[string]any, typ reflect.Type) {
		for i := range typ.NumField() {
			name := typ.Field(i).Tag.Get("json")
			if name == ",unknown" {
				continue
			}
			v, ok := m[name]
			if !ok {
				t.Errorf("%s.%s is not written", typ.Name(), name)
			}
			if typ.Field(i).Type.Kind() == reflect.Slice && name != "remote" && v == nil {
				t.Errorf("%s.%s is null, want an empty list", typ.Name(), name)
			}
		}
	}
	fields(m, reflect.TypeFor[Profile]())
	fields(m["policies"].(map[string]any), reflect.TypeFor[Policies]())
	fields(m["permissions"].(map[string]any), reflect.TypeFor[Permissions]())
	if m["local_evaluation"] != true || m["allow_external_mcp"] != true {
		t.Error("what is absent is not written as its default")
	}
}

func TestUnknownIsKept(t *testing.T) {
	const in = `{"schema":"tempa.profile/1","version":"1","expires_at":"2027-02-28T09:00:00Z","future":{"a":[1,2.50]},"Version":"not the version",
		"tenant":{"id":"acme","plan":"gold"},"policies":{"default_decision":"ask","module":{"sha256":"` + "0000000000000000000000000000000000000000000000000000000000000000" + `","abi":"1","size":9},"bundles":[{"id":"git","since":1}]},
		"offline":{"default_decision":"ask"},"account_policy":{"on_violation":"inform"},"skills":[{"name":"x","content":"","hash":"h"}]}`
	p, err := Read([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if p.Version != "1" {
		t.Errorf("version %q", p.Version)
	}
	out, err := p.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(string(out)), "")
	for _, want := range []string{`"future":{"a":[1,2.50]}`, `"Version":"nottheversion"`, `"plan":"gold"`, `"size":9`, `"since":1`, `"hash":"h"`} {
		if !strings.Contains(flat, want) {
			t.Errorf("%s is lost in %s", want, flat)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	base, _ := good().Marshal()
	edit := func(old, new string) string {
		if !strings.Contains(string(base), old) {
			t.Fatalf("%q is not in the profile", old)
		}
		return strings.Replace(string(base), old, new, 1)
	}
	tests := []struct{ name, in, want string }{
		{"newer schema", edit("tempa.profile/1", "tempa.profile/2"), "update Tempa"},
		{"no schema", `{}`, "schema is missing"},
		{"other schema", `{"schema":"x"}`, "not a Tempa profile"},
		{"no object", `[]`, "not a JSON object"},
		{"torn", string(base[:100]), "not a JSON object"},
		{"wrong type", edit(`"version": "7"`, `"version": 7`), "version: want a string, got number"},
		{"wrong type below", edit(`"id": "acme"`, `"id": []`), "tenant: id: want a string"},
		{"wrong type in a list", edit(`"endpoint": "brain"`, `"endpoint": 1`), "mcp: endpoint: want a string"},
		{"not an object", edit(`"offline": {`, `"offline": "ask", "x": {`), "offline: want an object"},
		{"null for an object", edit(`"permissions": {`, `"permissions": null, "x": {`), "permissions: want an object, got null"},
		{"default decision", edit(`"default_decision": "ask"`, `"default_decision": "maybe"`), "policies.default_decision is \"maybe\"; write one of: allow, ask, deny, defer"},
		{"expiry", edit("2027-02-28T09:00:00Z", "soon"), "expires_at"},
		{"account kind", edit(`"organisation"`, `"org"`), "account_policy.allowed_kinds[0]"},
		{"digest", edit(strings.Repeat("b", 64), "B"), "policies.table.sha256"},
		{"exception without end", edit("2027-01-31", "never"), "exceptions[0].until"},
		{"plain http", edit("https://", "http://"), "mcp[0].url"},
		{"name leaves the folder", edit(`"name": "go"`, `"name": "../go"`), "standards[0].name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read([]byte(tt.in))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestValidateReportsEverything(t *testing.T) {
	p := good()
	p.Version, p.Tenant.ID, p.Offline.DefaultDecision = "", "", "defer"
	p.MCP = append(p.MCP, p.MCP[0])
	p.Skills = append(p.Skills, p.Skills[0])
	err := p.Validate()
	if err == nil || strings.Count(err.Error(), "\n") != 4 {
		t.Errorf("got %v, want five errors", err)
	}
}

func TestEnds(t *testing.T) {
	p := good()
	end := time.Date(2027, 2, 28, 9, 0, 0, 0, time.UTC)
	if !p.Valid(end.Add(-time.Second)) || p.Valid(end) {
		t.Error("the profile does not end at expires_at")
	}
	if !(&Profile{}).Valid(end) || (&Profile{ExpiresAt: "soon"}).Valid(end) {
		t.Error("a profile without end ends, or one with a damaged end does not")
	}
	if got, err := (Exception{Until: "2027-01-31"}).End(); err != nil || !got.Equal(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("an exception until a day ends %v, %v", got, err)
	}
}

func TestSafeURL(t *testing.T) {
	tests := map[string]bool{
		"https://example.com/x": true, "http://localhost:80/x": true, "http://127.0.0.1": true,
		"": false, "https://": false, "https:///x": false, "http://example.com": false, "http://localhost.evil": false,
		"ftp://x": false, "https://a b": false, "https://a\n": false, "http://localhost@evil": false, "http://localhost:1@evil": false,
	}
	for u, want := range tests {
		if got := SafeURL(u); got != want {
			t.Errorf("%q: got %v", u, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	data, _ := good().Marshal()
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(data)
		if err != nil {
			return
		}
		out, err := p.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(out); err != nil {
			t.Errorf("written and not readable: %v", err)
		}
	})
}
