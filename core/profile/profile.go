// Package profile is the contract between the control plane and a machine:
// profile.json, what one tenant wants in one repository.
//
// The contract is published as schema.json beside this file. A profile that
// holds more than this version knows is read, and what it does not know is
// kept when it is written again; one of another schema version is refused.
package profile

// Schema names the version of the contract that this code reads and writes.
const Schema = "tempa.profile/1"

// Profile is one tenant's policy for one repository.
type Profile struct {
	Schema    string `json:"schema"`
	Version   string `json:"version"` // as texts quote it; any change of the profile changes it
	Tenant    Tenant `json:"tenant"`
	Repo      string `json:"repo"`       // repo key; empty for every repository
	ExpiresAt string `json:"expires_at"` // RFC 3339; not valid from then on; empty never ends (a local policy)

	SyncIntervalS int `json:"sync_interval_s"`
	// LocalEvaluation false sends shell calls to the server; absent is true.
	LocalEvaluation *bool `json:"local_evaluation"`

	Policies    Policies    `json:"policies"`
	Permissions Permissions `json:"permissions"`
	Exceptions  []Exception `json:"exceptions"`
	Offline     Offline     `json:"offline"`
	Account     Account     `json:"account_policy"`

	MCP []Endpoint `json:"mcp"`
	// AllowExternalMCP false denies the tools of other MCP servers; absent is
	// true.
	AllowExternalMCP *bool `json:"allow_external_mcp"`

	Telemetry Telemetry `json:"telemetry"`

	Standards  []Document `json:"standards"`
	Skills     []Document `json:"skills"`
	Commands   []Document `json:"commands"`
	Agents     []Document `json:"agents"`
	Guardrails []string   `json:"guardrails"` // sentences for the model, most important first

	Settings map[string]any `json:"settings"`

	Unknown Unknown `json:",unknown"`
}

// Tenant is whose policy it is.
type Tenant struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Notice  string  `json:"notice"` // one neutral line for the session start; changes no decision
	Unknown Unknown `json:",unknown"`
}

// Policies says what decides.
type Policies struct {
	Module          *Module  `json:"module"` // custom rules; null when there are none
	Table           *Table   `json:"table"`  // the compiled rules; null when the server decides
	DefaultDecision string   `json:"default_decision"`
	Bundles         []Bundle `json:"bundles"`
	// Remote lists the kinds of tool that the server is asked about. Null is
	// every kind that the machine does not decide, an empty list is none.
	Remote  []string `json:"remote"`
	Observe []string `json:"observe"` // policy ids or bundles that are only recorded
	Unknown Unknown  `json:",unknown"`
}

// Module is the compiled custom policy.
type Module struct {
	SHA256  string  `json:"sha256"`
	URL     string  `json:"url"`
	ABI     string  `json:"abi"`
	Unknown Unknown `json:",unknown"`
}

// Table is the compiled rule table.
type Table struct {
	SHA256  string  `json:"sha256"`
	URL     string  `json:"url"`
	Unknown Unknown `json:",unknown"`
}

// Bundle turns a built-in bundle of rules on.
type Bundle struct {
	ID      string         `json:"id"`
	With    map[string]any `json:"with"`
	Unknown Unknown        `json:",unknown"`
}

// Permissions are rule strings in Claude Code's spelling.
type Permissions struct {
	Deny    []string `json:"deny"`
	Ask     []string `json:"ask"`
	Allow   []string `json:"allow"`
	Unknown Unknown  `json:",unknown"`
}

// Exception takes a rule out of force somewhere, for some time.
type Exception struct {
	Rule    string  `json:"rule"`  // rule string, policy id, or id/* for a bundle
	Scope   string  `json:"scope"` // a command or path as in a rule's parentheses; empty for all
	Until   string  `json:"until"` // RFC 3339, or a date whose end counts; empty has no end
	Unknown Unknown `json:",unknown"`
}

// Offline answers what the machine cannot decide and the server does not.
type Offline struct {
	DefaultDecision string   `json:"default_decision"`
	AllowTools      []string `json:"allow_tools"`
	Unknown         Unknown  `json:",unknown"`
}

// Account says which accounts of the client may be used.
type Account struct {
	AllowedKinds               []string `json:"allowed_kinds"` // empty allows every kind
	OnViolation                string   `json:"on_violation"`
	RequireTrainingAttestation bool     `json:"require_training_attestation"`
	Guidance                   string   `json:"guidance"`
	Unknown                    Unknown  `json:",unknown"`
}

// Endpoint is an MCP server that the tenant offers through Tempa's own.
type Endpoint struct {
	Endpoint string   `json:"endpoint"`
	URL      string   `json:"url"`
	Tools    []string `json:"tools"` // null is all of them, an empty list is none
	Unknown  Unknown  `json:",unknown"`
}

// Telemetry says what may leave the machine besides decisions.
type Telemetry struct {
	Prompts       bool    `json:"prompts"`
	ToolResponses bool    `json:"tool_responses"`
	Commands      bool    `json:"commands"`
	Unknown       Unknown `json:",unknown"`
}

// Document is a text that is rendered into the repository.
type Document struct {
	Name        string  `json:"name"`
	Description string  `json:"description"` // one line for the summary
	Content     string  `json:"content"`     // the file as the author wrote it
	Unknown     Unknown `json:",unknown"`
}

// EvaluatesLocally reports whether the machine decides shell calls itself.
func (p *Profile) EvaluatesLocally() bool { return p.LocalEvaluation == nil || *p.LocalEvaluation }

// AllowsExternalMCP reports whether tools of other MCP servers may be used.
func (p *Profile) AllowsExternalMCP() bool {
	return p.AllowExternalMCP == nil || *p.AllowExternalMCP
}
