package changes

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/profile"
)

// Snapshot is what of a profile is told; it is kept as announced.json beside
// the cached profile.
type Snapshot struct {
	Version string `json:"version"`

	Deny  []string `json:"deny"`
	Ask   []string `json:"ask"`
	Allow []string `json:"allow"`

	Default    string            `json:"default_decision"`
	Offline    string            `json:"offline_default"`
	Bundles    map[string]string `json:"bundles"` // id to digest of its configuration
	Module     string            `json:"module"`  // digest; empty without one
	Exceptions []string          `json:"exceptions"`
	Observe    []string          `json:"observe"`

	Skills   map[string]string `json:"skills"` // name to digest
	Commands map[string]string `json:"commands"`
	Agents   map[string]string `json:"agents"`

	MCP         map[string]Endpoint `json:"mcp"`
	ExternalMCP bool                `json:"external_mcp"`
}

// Endpoint is an MCP endpoint as it is told.
type Endpoint struct {
	URL   string   `json:"url"`
	Tools []string `json:"tools"` // null is all of them
}

// Of takes the snapshot of a profile.
func Of(p *profile.Profile) Snapshot {
	s := Snapshot{
		Version: p.Version,
		Deny:    p.Permissions.Deny, Ask: p.Permissions.Ask, Allow: p.Permissions.Allow,
		Default: p.Policies.DefaultDecision, Offline: p.Offline.DefaultDecision,
		Bundles: map[string]string{}, Observe: p.Policies.Observe,
		Skills: documents(p.Skills), Commands: documents(p.Commands), Agents: documents(p.Agents),
		MCP: map[string]Endpoint{}, ExternalMCP: p.AllowsExternalMCP(),
	}
	for _, b := range p.Policies.Bundles {
		with, err := json.Marshal(b.With)
		if err != nil || len(b.With) == 0 {
			with = nil
		}
		s.Bundles[b.ID] = digest(string(with))
	}
	if p.Policies.Module != nil {
		s.Module = p.Policies.Module.SHA256
	}
	for _, e := range p.Exceptions {
		s.Exceptions = append(s.Exceptions, spell(e))
	}
	for _, e := range p.MCP {
		s.MCP[e.Endpoint] = Endpoint{e.URL, e.Tools}
	}
	return s
}

// spell is an exception on one line.
func spell(e profile.Exception) string {
	text := e.Rule
	if e.Scope != "" {
		text += " in " + e.Scope
	}
	if e.Until != "" {
		text += " until " + e.Until
	}
	return text
}

func documents(docs []profile.Document) map[string]string {
	sums := make(map[string]string, len(docs))
	for _, d := range docs {
		sums[d.Name] = digest(d.Description + "\x00" + d.Content)
	}
	return sums
}

// digest is short: it only has to tell two texts of one author apart.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}
