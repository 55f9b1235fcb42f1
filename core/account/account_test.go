package account

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

var now = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// client is a client whose account can be told.
var client = harness.Account{
	Training:  "example.com, Settings",
	Providers: []string{"USE_CLOUD"},
	Variables: []harness.Method{{Name: "AUTH_TOKEN", Kind: Token}, {Name: "API_KEY", Kind: APIKey}, {Name: "OAUTH_TOKEN", Kind: Token}},
	Methods: []harness.Method{
		{Name: "example.com", Kind: Personal},
		{Name: "api_key", Kind: APIKey},
		{Name: "oauth_token", Kind: Token},
		{Name: "third_party", Kind: CloudProvider},
		{Name: "none", Kind: Unknown},
	},
	Settings: func(string) []string { return []string{"/etc/a.json", "/etc/b.json"} },
	Pins:     []string{"forceLoginOrgUUID"},
}

func environment(vars ...string) func(string) string {
	return func(name string) string {
		for _, v := range vars {
			if n, value, _ := strings.Cut(v, "="); n == name {
				return value
			}
		}
		return ""
	}
}

func TestClassify(t *testing.T) {
	tests := []struct {
		name   string
		env    []string
		method string
		pinned bool
		want   Verdict
	}{
		{"nothing known", nil, "", false, Verdict{Unknown, "none"}},
		{"cloud provider", []string{"USE_CLOUD=1"}, "", false, Verdict{CloudProvider, "USE_CLOUD"}},
		{"cloud provider switched off", []string{"USE_CLOUD=0"}, "", false, Verdict{Unknown, "none"}},
		{"cloud provider before a key", []string{"USE_CLOUD=true", "API_KEY=x"}, "example.com", true, Verdict{CloudProvider, "USE_CLOUD"}},
		{"token before a key", []string{"AUTH_TOKEN=x", "API_KEY=x"}, "", false, Verdict{Token, "AUTH_TOKEN"}},
		{"key before another token", []string{"OAUTH_TOKEN=x", "API_KEY=x"}, "", false, Verdict{APIKey, "API_KEY"}},
		{"an empty key is none", []string{"API_KEY="}, "example.com", false, Verdict{Personal, "auth_status:example.com"}},
		{"key before a login", []string{"API_KEY=x"}, "example.com", true, Verdict{APIKey, "API_KEY"}},
		{"login", nil, "example.com", false, Verdict{Personal, "auth_status:example.com"}},
		{"login of an organisation", nil, "example.com", true, Verdict{Organisation, "managed_settings"}},
		{"pinned and not asked", nil, "", true, Verdict{Organisation, "managed_settings"}},
		{"pinned and not logged in", nil, "none", true, Verdict{Unknown, "auth_status:none"}},
		{"pinned with a stored key", nil, "api_key", true, Verdict{APIKey, "auth_status:api_key"}},
		{"not logged in", nil, "none", false, Verdict{Unknown, "auth_status:none"}},
		{"stored key", nil, "api_key", false, Verdict{APIKey, "auth_status:api_key"}},
		{"token", nil, "oauth_token", false, Verdict{Token, "auth_status:oauth_token"}},
		{"third party", nil, "third_party", false, Verdict{CloudProvider, "auth_status:third_party"}},
		{"a word nobody knows", nil, "dev@example.com", false, Verdict{Unknown, "auth_status:other"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Classify(In{Client: client, Getenv: environment(tt.env...), Method: tt.method, Pinned: tt.pinned})
			if got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	other := In{Client: harness.Account{Training: "x"}, Getenv: environment("API_KEY=x"), Method: "api_key", Pinned: true}
	if got := Classify(other); got != (Verdict{Unknown, SignalOther}) {
		t.Errorf("another client: %v", got)
	}
}

func TestMethod(t *testing.T) {
	tests := []struct{ printed, want string }{
		{`{"loggedIn":true,"authMethod":"claude.ai","email":"dev@example.com"}`, "claude.ai"},
		{"\n{\n  \"authMethod\": \"none\"\n}\n", "none"},
		{`{"loggedIn":true}`, ""},
		{`{"authMethod":1}`, ""},
		{`{"authMethod":"a","authMethod":"b"}`, ""},
		{"Not logged in", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Method([]byte(tt.printed)); got != tt.want {
			t.Errorf("Method(%q) = %q, want %q", tt.printed, got, tt.want)
		}
	}
}

func TestPinned(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"", "", false},
		{`{"forceLoginOrgUUID":"0-1"}`, "", true},
		{"", `{"forceLoginOrgUUID":["0-1","0-2"]}`, true},
		{`{"forceLoginOrgUUID":""}`, `{"forceLoginOrgUUID":[]}`, false},
		{`{"forceLoginOrgUUID":true}`, `{"forceLoginOrgUUID":null}`, false},
		{`{"x":{"forceLoginOrgUUID":"0-1"}}`, `{ // comment`, false},
	}
	for _, tt := range tests {
		read := func(file string) ([]byte, error) {
			text := map[string]string{"/etc/a.json": tt.a, "/etc/b.json": tt.b}[file]
			if text == "" {
				return nil, errors.New("not there")
			}
			return []byte(text), nil
		}
		if got := Pinned(client, "linux", read); got != tt.want {
			t.Errorf("Pinned(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
	if Pinned(harness.Account{}, "linux", nil) {
		t.Error("a client without such files is pinned")
	}
}

func TestApply(t *testing.T) {
	own := Verdict{Personal, "auth_status:example.com"}
	org := &table.Account{AllowedKinds: []string{Organisation, APIKey}, OnViolation: Block}
	tests := []struct {
		name     string
		policy   *table.Account
		verdict  Verdict
		attested bool
		action   string
		says     []string
	}{
		{"no policy", nil, own, false, "", nil},
		{"the default policy", &table.Account{OnViolation: Inform}, own, false, "", nil},
		{"allowed", org, Verdict{Organisation, SignalManaged}, false, "", nil},
		{"not allowed", org, own, false, Block, []string{
			"Tempa (account policy): Your organisation allows an account of your organisation or an API key for Fake; this session uses a personal account.",
		}},
		{"the policy's own words", &table.Account{AllowedKinds: []string{Token}, OnViolation: Ask, Guidance: "Ask the platform team. "}, own, false, Ask, []string{
			"allows an access token for", "new session. Ask the platform team.",
		}},
		{"no word means inform", &table.Account{AllowedKinds: []string{Token}}, own, false, Inform, []string{"an access token"}},
		{"a word of a newer profile means ask", &table.Account{AllowedKinds: []string{Token}, OnViolation: "quarantine"}, own, false, Ask, nil},
		{"unknown kind", org, Verdict{Unknown, SignalNone}, false, Block, []string{"could not tell which account this session uses"}},
		{"another harness", org, Verdict{Unknown, SignalOther}, false, Block, []string{"cannot tell which account Fake uses; it can check that only in Claude Code. Make sure that you are logged in to Fake with"}},
		{"training not confirmed", &table.Account{RequireTrainingAttestation: true, OnViolation: Ask}, own, false, Ask, []string{
			"Tempa (account policy): Your organisation wants your confirmation", "in example.com, Settings, run `tempa attest --no-training`",
		}},
		{"training confirmed", &table.Account{RequireTrainingAttestation: true, OnViolation: Ask}, own, true, "", nil},
		{"training and unknown", &table.Account{RequireTrainingAttestation: true}, Verdict{Unknown, SignalOther}, false, Inform, []string{"confirmation"}},
		{"training does not matter to a key", &table.Account{RequireTrainingAttestation: true}, Verdict{APIKey, "API_KEY"}, false, "", nil},
		{"both", &table.Account{AllowedKinds: []string{APIKey}, RequireTrainingAttestation: true, OnViolation: Block}, own, false, Block, []string{
			"allows an API key", "confirmation",
		}},
		{"confirmed but not allowed", org, own, true, Block, []string{"personal"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Apply(tt.policy, tt.verdict, tt.attested, "Fake", client)
			if got.Kind != tt.verdict.Kind || got.Signal != tt.verdict.Signal || got.Action != tt.action {
				t.Errorf("got %+v, want action %q", got, tt.action)
			}
			if (got.Guidance == "") != (tt.action == "") {
				t.Errorf("guidance %q with action %q", got.Guidance, got.Action)
			}
			for _, want := range tt.says {
				if !strings.Contains(got.Guidance, want) {
					t.Errorf("guidance %q lacks %q", got.Guidance, want)
				}
			}
		})
	}
	const want = "that Fake does not use your data for training. Switch that off in the settings of Fake,"
	other := harness.Account{}
	got := Apply(&table.Account{RequireTrainingAttestation: true}, Classify(In{Client: other}), false, "Fake", other)
	if !strings.Contains(got.Guidance, want) {
		t.Errorf("another harness, training: guidance %q lacks %q", got.Guidance, want)
	}
}

func TestDecide(t *testing.T) {
	const text = "Tempa (account policy): log in."
	tests := []struct {
		action string
		asked  bool
		want   decision.Kind
	}{
		{"", false, decision.Defer},
		{Inform, false, decision.Defer},
		{Ask, false, decision.Ask},
		{Ask, true, decision.Defer},
		{Block, false, decision.Deny},
		{Block, true, decision.Deny},
	}
	for _, tt := range tests {
		d := Decide(&state.Account{Action: tt.action, Guidance: text}, tt.asked)
		if d.Kind != tt.want {
			t.Errorf("%q, asked %v: %v, want %v", tt.action, tt.asked, d.Kind, tt.want)
		}
		if d.Kind != decision.Defer && (d.Text() != text || d.PolicyIDs[0] != PolicyID) {
			t.Errorf("%q by %v", d.Text(), d.PolicyIDs)
		}
	}
	if d := Decide(nil, false); d.Kind != decision.Defer {
		t.Errorf("no verdict: %v", d.Kind)
	}
}

func TestStricter(t *testing.T) {
	order := []string{"", Inform, Ask, Block}
	for i, a := range order {
		for j, b := range order {
			if got := Stricter(state.Account{Action: a}, state.Account{Action: b}).Action; got != order[max(i, j)] {
				t.Errorf("%q and %q: %q", a, b, got)
			}
		}
	}
}

func TestWithoutRunning(t *testing.T) {
	tests := []struct {
		name       string
		remembered *Verdict
		env        []string
		pinned     bool
		want       Verdict
	}{
		{"nothing", nil, nil, false, Verdict{Unknown, SignalNone}},
		{"environment before memory", &Verdict{Personal, "auth_status:example.com"}, []string{"API_KEY=x"}, false, Verdict{APIKey, "API_KEY"}},
		{"memory of the client's word", &Verdict{Personal, "auth_status:example.com"}, nil, false, Verdict{Personal, "auth_status:example.com"}},
		{"the kind is worked out again", &Verdict{Organisation, "auth_status:example.com"}, nil, false, Verdict{Personal, "auth_status:example.com"}},
		{"memory of a variable that is gone", &Verdict{APIKey, "API_KEY"}, nil, false, Verdict{Unknown, SignalNone}},
		{"memory of a pin that is gone", &Verdict{Organisation, SignalManaged}, nil, false, Verdict{Unknown, SignalNone}},
		{"pinned", &Verdict{Personal, "auth_status:example.com"}, nil, true, Verdict{Organisation, SignalManaged}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := state.At(filepath.Join(t.TempDir(), state.Folder))
			if tt.remembered != nil {
				if err := Remember(d, *tt.remembered, now); err != nil {
					t.Fatal(err)
				}
			}
			in := In{Client: client, Getenv: environment(tt.env...), Method: "third_party", Pinned: tt.pinned}
			if got := WithoutRunning(in, d); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestWithoutRunningDamaged(t *testing.T) {
	d := state.At(filepath.Join(t.TempDir(), state.Folder))
	for _, text := range []string{"", "{", `{"kind":"organisation","signal":"auth_status:`, "[]", "null"} {
		d.Write(File, []byte(text))
		if got := WithoutRunning(In{Client: client, Getenv: environment()}, d); got != (Verdict{Unknown, SignalNone}) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestRemember(t *testing.T) {
	d := state.At(filepath.Join(t.TempDir(), state.Folder))
	if r, err := recall(d); r.Kind != "" || err != nil {
		t.Errorf("got %v, %v", r, err)
	}
	Remember(d, Verdict{Personal, "auth_status:example.com"}, now)
	Remember(d, Verdict{Unknown, SignalOther}, now.Add(time.Hour))
	if r, err := recall(d); r.Kind != Personal || !r.At.Equal(now) || err != nil {
		t.Errorf("got %v, %v: a client that tells nothing must not hide what is known", r, err)
	}
	data, _ := d.Read(File)
	if want := `{"kind":"personal","signal":"auth_status:example.com","at":"2026-12-01T09:00:00Z"}` + "\n"; string(data) != want {
		t.Errorf("the file is %s", data)
	}
}

func TestAttestation(t *testing.T) {
	d := state.At(filepath.Join(t.TempDir(), state.Folder))
	if Attested(d) {
		t.Error("attested without a file")
	}
	if err := SaveAttestation(d, Attestation{true, now, "v0.1.0"}); err != nil || !Attested(d) {
		t.Errorf("not attested: %v", err)
	}
	info, err := os.Stat(d.Path(AttestationFile))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	data, _ := d.Read(AttestationFile)
	if want := `{"no_training":true,"attested_at":"2026-12-01T09:00:00Z","cli_version":"v0.1.0"}` + "\n"; string(data) != want {
		t.Errorf("the file is %s", data)
	}
	d.Write(AttestationFile, []byte(`{"no_training":true`))
	if Attested(d) {
		t.Error("a damaged file attests")
	}
}

func FuzzMethod(f *testing.F) {
	f.Add([]byte(`{"authMethod":"claude.ai"}`), []byte(`{"forceLoginOrgUUID":["x"]}`))
	f.Fuzz(func(t *testing.T, printed, settings []byte) {
		v := Classify(In{Client: client, Getenv: environment(), Method: Method(printed), Pinned: pins(settings, client.Pins)})
		if v.Kind == "" || len(v.Signal) > 64 {
			t.Errorf("%v", v)
		}
	})
}
