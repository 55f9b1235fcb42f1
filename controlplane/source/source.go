// Package source reads a policy source: the folder in which people write what
// coding agents may do.
//
//	tempa.yaml                    the policy
//	standards/*.md                how things are done here
//	skills/<name>/SKILL.md  commands/*.md  agents/*.md
//
// A source may hold layers. Each folder of the chain source, tenant,
// repository can have a tempa.yaml, and documents beside it:
//
//	SRC/tempa.yaml
//	SRC/<tenant>/tempa.yaml
//	SRC/<tenant>/repos/<repo key>/tempa.yaml
//
// Reading is strict: a word that is not known is an error, because a policy
// with a typing mistake protects less than its author believes. As many errors
// as can be found are told at once, each with file, line and the way out.
package source

import "github.com/tempahq/tempa/core/profile"

// FileName is the name of the policy in each layer.
const FileName = "tempa.yaml"

// Target is one policy of a source: a tenant, in one repository or in all.
type Target struct {
	Tenant string
	Repo   string // empty for every repository
	Layers []*Layer
}

// Layer is one folder's policy. What it does not set it leaves to the others.
type Layer struct {
	File string `yaml:"-"`

	Tenant          Tenant      `yaml:"tenant"`
	Permissions     Permissions `yaml:"permissions"`
	DefaultDecision *Text       `yaml:"default_decision"`
	Bundles         []Bundle    `yaml:"bundles"`
	Observe         []Text      `yaml:"observe"`
	Exceptions      []Exception `yaml:"exceptions"`
	Offline         Offline     `yaml:"offline"`
	Account         Account     `yaml:"account_policy"`

	MCP              *[]Endpoint    `yaml:"mcp"`
	AllowExternalMCP *bool          `yaml:"allow_external_mcp"`
	LocalEvaluation  *bool          `yaml:"local_evaluation"`
	Remote           *[]Text        `yaml:"remote"`
	SyncIntervalS    *int           `yaml:"sync_interval_s"`
	Telemetry        Telemetry      `yaml:"telemetry"`
	Settings         map[string]any `yaml:"settings"`
	Guardrails       []Text         `yaml:"guardrails"`

	Standards []profile.Document `yaml:"-"`
	Skills    []profile.Document `yaml:"-"`
	Commands  []profile.Document `yaml:"-"`
	Agents    []profile.Document `yaml:"-"`
}

// Tenant names the tenant to people.
type Tenant struct {
	ID     *Text `yaml:"id"`
	Name   *Text `yaml:"name"`
	Notice *Text `yaml:"notice"`
}

// Permissions are rule strings.
type Permissions struct {
	Deny  []Text `yaml:"deny"`
	Ask   []Text `yaml:"ask"`
	Allow []Text `yaml:"allow"`
}

// Bundle turns a built-in bundle on. It may be written as its id alone.
type Bundle struct {
	ID   Text           `yaml:"id"`
	With map[string]any `yaml:"with"`
	Line int            `yaml:"-"`
}

// Exception takes a rule out of force.
type Exception struct {
	Rule  Text  `yaml:"rule"`
	Scope Text  `yaml:"scope"`
	Until *Text `yaml:"until"`
}

// Offline answers what the machine cannot decide and the server does not.
type Offline struct {
	DefaultDecision *Text   `yaml:"default_decision"`
	AllowTools      *[]Text `yaml:"allow_tools"`
}

// Account says which accounts of the client may be used.
type Account struct {
	AllowedKinds               []Text `yaml:"allowed_kinds"`
	OnViolation                *Text  `yaml:"on_violation"`
	RequireTrainingAttestation bool   `yaml:"require_training_attestation"`
	Guidance                   *Text  `yaml:"guidance"`
}

// Endpoint is an MCP server that is offered.
type Endpoint struct {
	Endpoint Text    `yaml:"endpoint"`
	URL      Text    `yaml:"url"`
	Tools    *[]Text `yaml:"tools"`
}

// Telemetry says what may leave the machine besides decisions.
type Telemetry struct {
	Prompts       *bool `yaml:"prompts"`
	ToolResponses *bool `yaml:"tool_responses"`
	Commands      *bool `yaml:"commands"`
}

// Text is a text and the line it stands on.
type Text struct {
	Value string
	Line  int
}

// Values returns the texts without their lines.
func Values(list []Text) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.Value
	}
	return out
}
