// Package decision is the answer to an event: what is to happen, why, and
// which rule says so.
package decision

import "strings"

// Kind is what is to happen, from no opinion to no.
type Kind uint8

// The kinds of decision, in the order of their strictness.
const (
	Defer    Kind = iota // no opinion: the client's own rules decide
	Allow                // a rule says yes; never a grant, the client's own rules still decide
	Guidance             // no objection, with something to tell the model
	Ask                  // a person has to say yes
	Deny                 // no
)

var names = [...]string{Defer: "defer", Allow: "allow", Guidance: "guidance", Ask: "ask", Deny: "deny"}

func (k Kind) String() string { return names[k] }

// Parse reads a kind by its name.
func Parse(s string) (Kind, bool) {
	for k, n := range names {
		if n == s {
			return Kind(k), true
		}
	}
	return Defer, false
}

// Decision is one answer.
type Decision struct {
	Kind      Kind
	PolicyIDs []string // which rules decided, most important first
	Reason    string   // for the model and the person: what matched and what to do instead
	Guidance  []string // advice that holds whatever the kind
	Matched   string   // the part of the call that decided, for explain
	Verbatim  bool     // Reason is a whole sentence of its own: Text adds nothing
	Deferred  bool     // an ask that the client itself puts to a person, so that nothing is answered
}

// Because makes a decision of one rule.
func Because(k Kind, id, reason string) Decision {
	return Decision{Kind: k, PolicyIDs: []string{id}, Reason: reason}
}

// Strictest is the stricter of two decisions. Of two equally strict ones the
// first keeps its reason and both name their rules; guidance adds up.
func Strictest(a, b Decision) Decision {
	if b.Kind > a.Kind {
		b.Guidance = join(b.Guidance, a.Guidance)
		return b
	}
	if a.Kind == b.Kind && a.Kind >= Guidance {
		a.PolicyIDs = join(a.PolicyIDs, b.PolicyIDs)
	}
	a.Guidance = join(a.Guidance, b.Guidance)
	return a
}

// Text is the reason as the model and the person read it:
// "Tempa (<policy ids>): <reason>".
func (d Decision) Text() string {
	switch {
	case d.Verbatim:
		return d.Reason
	case len(d.PolicyIDs) == 0:
		return "Tempa: " + d.Reason
	}
	return "Tempa (" + strings.Join(d.PolicyIDs, ", ") + "): " + d.Reason
}

// join appends what a does not have yet, without touching a's array.
func join(a, b []string) []string {
	out := a[:len(a):len(a)]
next:
	for _, s := range b {
		for _, have := range out {
			if have == s {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}
