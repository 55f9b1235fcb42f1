// Package compile turns one policy of a source into what machines hold: the
// profile and the rule table.
//
// A policy may have several layers (company, tenant, repository). Each layer
// can only make the others stricter: what one denies stays denied, what one
// asks is asked, an allow or an exception counts only where no other layer
// objects. What a layer wanted and does not get is told as a note.
package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// Options are what a compiled policy holds besides its source.
type Options struct {
	Version   string    // of the profile
	ExpiresAt time.Time // zero never ends
}

// Policy is a compiled policy.
type Policy struct {
	Profile *profile.Profile
	Rows    []Row
	Table   []byte
	Notes   source.Errors // what has no effect, for people
}

// Row is a row and the place that it was written at.
type Row struct {
	rule.Row
	File string
	Line int
}

// Compile compiles one policy of a source.
func Compile(t *source.Target, o Options) (*Policy, error) {
	c := &compiler{target: t}
	for _, l := range t.Layers {
		c.check(l)
		c.layers = append(c.layers, c.layer(l))
	}
	c.selfProtection()
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	rows := c.rows()
	p := c.merge(rows, o)
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	data, err := table.Build(header(p), plain(rows))
	if err != nil {
		return nil, source.Errors{{File: t.Layers[0].File, Text: err.Error()}}
	}
	sum := sha256.Sum256(data)
	p.Policies.Table = &profile.Table{SHA256: hex.EncodeToString(sum[:])}
	if err := p.Validate(); err != nil {
		return nil, source.Errors{{File: t.Layers[0].File, Text: err.Error()}}
	}
	slices.SortFunc(c.notes, source.ByPlace)
	return &Policy{p, rows, data, c.notes}, nil
}

type compiler struct {
	target *source.Target
	layers []*layer
	errs   source.Errors
	notes  source.Errors
}

func plain(rows []Row) []rule.Row {
	out := make([]rule.Row, len(rows))
	for i, r := range rows {
		out[i] = r.Row
	}
	return out
}

// header is the part of the profile that a decision reads.
func header(p *profile.Profile) table.Header {
	h := table.Header{
		Tenant:           p.Tenant.ID,
		Repo:             p.Repo,
		Version:          p.Version,
		ExpiresAt:        p.ExpiresAt,
		DefaultDecision:  p.Policies.DefaultDecision,
		LocalEvaluation:  p.LocalEvaluation,
		Remote:           p.Policies.Remote,
		Offline:          table.Offline{DefaultDecision: p.Offline.DefaultDecision, AllowTools: p.Offline.AllowTools},
		AllowExternalMCP: p.AllowExternalMCP,
		ClientPrompts:    p.Settings[clientPrompts] == true,
		Telemetry:        table.Telemetry{Prompts: p.Telemetry.Prompts, ToolResponses: p.Telemetry.ToolResponses, Commands: p.Telemetry.Commands},
	}
	if a := p.Account; len(a.AllowedKinds) > 0 || a.RequireTrainingAttestation {
		h.AccountPolicy = &table.Account{AllowedKinds: a.AllowedKinds, OnViolation: a.OnViolation, RequireTrainingAttestation: a.RequireTrainingAttestation, Guidance: a.Guidance}
	}
	for _, e := range p.MCP {
		endpoint := table.Endpoint{Endpoint: e.Endpoint, URL: e.URL}
		if e.Tools != nil {
			endpoint.Tools = &e.Tools
		}
		h.MCP = append(h.MCP, endpoint)
	}
	for _, e := range p.Exceptions {
		h.Exceptions = append(h.Exceptions, table.Exception{Rule: e.Rule, Scope: e.Scope, Until: e.Until})
	}
	return h
}
