package account

import (
	"strings"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/table"
)

// Every text of the account check stands here.

// prefix begins every one of them.
const prefix = "Tempa (account policy): "

// notice is a violation that is to be put into words.
type notice struct {
	title    string
	client   harness.Account
	policy   *table.Account
	verdict  Verdict
	kind     bool // the kind is not allowed
	training bool // the confirmation is missing
}

func (n *notice) text() string {
	var parts []string
	if n.kind {
		parts = append(parts, n.kindText())
	}
	if n.training {
		parts = append(parts, n.trainingText())
	}
	if g := strings.TrimSpace(n.policy.Guidance); g != "" {
		parts = append(parts, g)
	}
	return prefix + strings.Join(parts, " ")
}

func (n *notice) kindText() string {
	allowed := listed(n.policy.AllowedKinds)
	if n.verdict.Signal == SignalOther {
		return "Your organisation allows " + allowed + ". Tempa cannot tell which account " + n.title +
			" uses; it can check that only in Claude Code. Make sure that you are logged in to " + n.title + " with an account that is allowed."
	}
	if n.verdict.Kind == Unknown {
		return "Your organisation allows " + allowed + " for " + n.title + ", and Tempa could not tell which account this session uses. Log in with an account that is allowed, and start a new session."
	}
	return "Your organisation allows " + allowed + " for " + n.title + "; this session uses " + named(n.verdict.Kind) +
		". Log in with an account that is allowed, and start a new session."
}

func (n *notice) trainingText() string {
	where := n.client.Training
	if where == "" {
		where = "the settings of " + n.title
	}
	return "Your organisation wants your confirmation that " + n.title + " does not use your data for training. Switch that off in " + where +
		", run `tempa attest --no-training` in a terminal of your own, and start a new session."
}

// named is a kind with its article.
func named(kind string) string {
	switch kind {
	case CloudProvider:
		return "an account of a cloud provider"
	case APIKey:
		return "an API key"
	case Token:
		return "an access token"
	case Organisation:
		return "an account of your organisation"
	case Personal:
		return "a personal account"
	}
	return "an account of an unknown kind"
}

// listed is the list of what is allowed, in words.
func listed(kinds []string) string {
	var words []string
	for _, k := range kinds {
		words = append(words, named(k))
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
