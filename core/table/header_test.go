package table

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestHeaderReadsWhatWasWritten holds the reading by hand to encoding/json:
// a member that is added to Header is added there as well.
func TestHeaderReadsWhatWasWritten(t *testing.T) {
	yes, no, tools, none := true, false, []string{"a", "b"}, []string{}
	full := Header{
		Tenant: "acme", Repo: "host/o/r", Version: "7", ExpiresAt: "2027-01-01T00:00:00Z", DefaultDecision: "allow",
		LocalEvaluation: &no, Remote: []string{"mcp"}, Offline: Offline{"deny", []string{"Read"}},
		AccountPolicy: &Account{[]string{"api_key"}, "deny", true, "Log in \"again\"\n."},
		MCP:           []Endpoint{{"a", "https://a.example", &tools}, {"b", "", &none}, {Endpoint: "c"}}, AllowExternalMCP: &yes, ClientPrompts: true,
		Telemetry: Telemetry{true, false, true}, Guidance: []string{"é <b>"},
		Exceptions: []Exception{{"permissions/deny/1", "git push", "2027-01-01"}}, Observe: []string{"git"}, Module: &Module{"00", "1"},
	}
	{
		v := reflect.ValueOf(full)
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("the test leaves %s out", v.Type().Field(i).Name)
			}
		}
	}
	for _, h := range []Header{full, {}, {Remote: []string{}, Observe: []string{}, MCP: []Endpoint{{}}}} {
		text, err := h.encode()
		if err != nil {
			t.Fatal(err)
		}
		var want Header
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		data, err := Build(h, nil)
		if err != nil {
			t.Fatal(err)
		}
		tab, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tab.Header()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("got  %+v\nwant %+v", *got, want)
		}
	}
}

func TestHeaderOfTheWrongType(t *testing.T) {
	for _, text := range []string{
		`{"version":7}`, `{"default_decision":["allow"]}`, `{"remote":"mcp"}`, `{"remote":[1]}`, `{"local_evaluation":"no"}`,
		`{"offline":[]}`, `{"offline":{"default_decision":1}}`, `{"account_policy":true}`, `{"mcp":{}}`, `{"mcp":[1]}`,
		`{"mcp":[{"tools":"*"}]}`, `{"telemetry":{"prompts":1}}`, `{"exceptions":[{"rule":1}]}`, `{"exceptions":[null]}`, `{"module":"x"}`, `[]`, `{`, ``,
	} {
		tab := &Table{data: text, header: span{0, uint32(len(text))}}
		if h, err := tab.Header(); err == nil {
			t.Errorf("%s: %+v", text, *h)
		}
	}
}
