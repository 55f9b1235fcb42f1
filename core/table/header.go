package table

import (
	"fmt"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/payload"
)

// Header is everything a decision needs besides the rows, so that a tool call
// reads no other file. It is a JSON object of its own inside the table.
type Header struct {
	Tenant    string `json:"tenant,omitempty"`
	Repo      string `json:"repo,omitempty"`
	Version   string `json:"version"`              // of the profile
	ExpiresAt string `json:"expires_at,omitempty"` // RFC 3339; empty means never

	DefaultDecision string   `json:"default_decision"`
	LocalEvaluation *bool    `json:"local_evaluation,omitempty"` // nil means yes
	Remote          []string `json:"remote"`                     // tool kinds that the server decides; nil means all
	Offline         Offline  `json:"offline"`
	AccountPolicy   *Account `json:"account_policy,omitempty"`

	MCP              []Endpoint `json:"mcp,omitempty"`
	AllowExternalMCP *bool      `json:"allow_external_mcp,omitempty"` // only false closes

	// ClientPrompts leaves an ask to the client's own prompt rules where those
	// are certain to put it to a person.
	ClientPrompts bool `json:"client_prompts,omitempty"`

	Telemetry  Telemetry   `json:"telemetry"`
	Guidance   []string    `json:"guidance,omitempty"` // texts that go with every prompt
	Exceptions []Exception `json:"exceptions,omitempty"`
	Observe    []string    `json:"observe,omitempty"` // ids, or globs of ids, that only record
	Module     *Module     `json:"module,omitempty"`  // custom rules beside the table
}

// Offline is what holds where the server should decide and cannot be asked.
type Offline struct {
	DefaultDecision string   `json:"default_decision,omitempty"`
	AllowTools      []string `json:"allow_tools,omitempty"`
}

// Account is what the tenant asks of the client's login.
type Account struct {
	AllowedKinds               []string `json:"allowed_kinds,omitempty"`
	OnViolation                string   `json:"on_violation,omitempty"`
	RequireTrainingAttestation bool     `json:"require_training_attestation,omitempty"`
	Guidance                   string   `json:"guidance,omitempty"`
}

// Endpoint is an MCP endpoint of the profile.
type Endpoint struct {
	Endpoint string    `json:"endpoint"`
	URL      string    `json:"url,omitempty"`
	Tools    *[]string `json:"tools"` // nil means all
}

// Telemetry says what may be reported beyond the fact of a decision.
type Telemetry struct {
	Prompts       bool `json:"prompts,omitempty"`
	ToolResponses bool `json:"tool_responses,omitempty"`
	Commands      bool `json:"commands,omitempty"`
}

// Exception lifts a rule for what the scope names, until a time.
type Exception struct {
	Rule  string `json:"rule"`            // a policy id, a glob of ids, or a rule string
	Scope string `json:"scope,omitempty"` // a command or a path as in a rule's parentheses; empty means everything
	Until string `json:"until,omitempty"` // RFC 3339 or a date (its end); empty means no end
}

// Module is the policy module that the table goes with.
type Module struct {
	SHA256 string `json:"sha256"`
	ABI    string `json:"abi,omitempty"`
}

// Header decodes the header. An unknown member is an error only where it can
// change a decision: then the table's semantics version is raised instead.
func (t *Table) Header() (*Header, error) {
	h := new(Header)
	if t.outdated {
		h.DefaultDecision = "ask"
		return h, nil
	}
	raw := t.data[t.header.off : uint64(t.header.off)+uint64(t.header.len)]
	o, err := payload.Parse([]byte(raw))
	if err != nil {
		return nil, fmt.Errorf("the header of the rule table %v", err)
	}
	r := headerReader{}
	r.header(h, o)
	if r.wrong != "" {
		return nil, fmt.Errorf("the header of the rule table cannot be read: %s has the wrong type", r.wrong)
	}
	return h, nil
}

func (h *Header) encode() ([]byte, error) {
	text, err := json.Marshal(h)
	return append(text, '\n'), err
}
