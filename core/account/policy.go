package account

import (
	"slices"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/table"
)

// PolicyID is the policy id of everything the account policy decides.
const PolicyID = "tempa/account-policy"

// What a violation leads to.
const (
	Inform = "inform"
	Ask    = "ask"
	Block  = "block"
)

// Apply measures a verdict against the policy. attested says that a person has
// confirmed that no data is used for training. title and c are the client's
// words; c.Training may be empty.
func Apply(p *table.Account, v Verdict, attested bool, title string, c harness.Account) state.Account {
	a := state.Account{Kind: v.Kind, Signal: v.Signal}
	if p == nil {
		return a
	}
	n := notice{title: title, client: c, policy: p, verdict: v}
	n.kind = len(p.AllowedKinds) > 0 && !slices.Contains(p.AllowedKinds, v.Kind)
	n.training = p.RequireTrainingAttestation && !attested && mayBePersonal(v.Kind)
	if n.kind || n.training {
		a.Action, a.Guidance = action(p.OnViolation), n.text()
	}
	return a
}

// mayBePersonal reports whether data of such an account may be used for
// training unless a person has switched that off.
func mayBePersonal(kind string) bool { return kind == Personal || kind == Unknown }

// action reads on_violation. A word of a newer profile is not less than a
// question.
func action(word string) string {
	switch word {
	case "", Inform:
		return Inform
	case Block:
		return Block
	}
	return Ask
}

// Decide is what a verdict says to one tool call. asked says that the question
// was printed before in this session. The guidance is a sentence of its own.
func Decide(a *state.Account, asked bool) decision.Decision {
	if a == nil {
		return decision.Decision{}
	}
	kind := decision.Defer
	switch {
	case a.Action == Block:
		kind = decision.Deny
	case a.Action == Ask && !asked:
		kind = decision.Ask
	}
	if kind == decision.Defer {
		return decision.Decision{}
	}
	d := decision.Because(kind, PolicyID, a.Guidance)
	d.Verbatim = true
	return d
}

// Stricter joins the verdicts of several policies in force: the stricter
// action wins, of two equal ones the first.
func Stricter(a, b state.Account) state.Account {
	if rank(b.Action) > rank(a.Action) {
		return b
	}
	return a
}

func rank(action string) int { return slices.Index([]string{"", Inform, Ask, Block}, action) }
