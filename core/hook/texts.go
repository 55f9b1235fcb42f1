package hook

// Every text that a model or a person reads from a hook stands here, in the
// texts of the guard and of the account check, or comes from the policy. They
// say what happened, what it means, and what to do next; never a secret, never
// advice that a rule denies.

import (
	"strings"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/sources"
)

// The exit statuses of a hook. There is no 1: most clients read it as "go on".
const (
	statusAnswered = 0 // the answer is on stdout, or there is none
	statusBlock    = 2 // block, the reason is on stderr
)

// sentence ends a reason that another sentence follows.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

func failText(reason string) string {
	return "tempa: hook failed (" + reason + "); blocking (fail closed)"
}

// wayOn ends the reason of an ask that the client cannot put to a person.
func wayOn(info *harness.Info) string {
	return "This needs a person's yes and " + info.Title + " cannot ask here. Tell the developer the exact command and why; they can run it themselves or change the policy."
}

func secretText(kinds []string) string {
	return "Tempa blocked this prompt: it looks like it contains " + strings.Join(kinds, " and ") +
		". It was not sent. Remove it, or put it where the program reads it from (an environment variable, a secret store), and send the prompt again."
}

const (
	noLoginText   = "Tempa has no policy for this call: nobody is logged in and there is no local policy"
	neverSynced   = "Tempa control plane unreachable, no profile cached"
	noProfileFix  = "Every call that is not a read needs a yes until then. Fix: run `tempa sync` and `tempa doctor`"
	noPolicyFix   = "Every call that is not a read needs a yes until then. Fix: run `%s init` in a terminal"
	deniedOffline = "The organisation's offline rule is deny. Fix: run `tempa sync` and `tempa doctor`"
)

func noPolicyText(info *harness.Info) string {
	return noLoginText + ". " + strings.Replace(noPolicyFix, "%s", info.Program, 1) + "."
}

func startWithoutPolicyText(info *harness.Info) string {
	return "Tempa has no policy here. " + strings.Replace(noPolicyFix, "%s", info.Program, 1) + "."
}

func settingsText(file, problem string) string {
	return "This change of " + file + " is refused: " + problem + ". Guardrails stay on; ask the developer to change the file by hand if it is meant."
}

func unreadablePolicyText(info *harness.Info, err error) string {
	return "Tempa cannot use its policy: " + sentence(err.Error()) + " Every tool call is blocked until that is mended; `" + info.Program + " doctor` says more."
}

func damagedPolicyText(p *sources.Policy, err error) string {
	return "Tempa cannot use the texts of the " + string(p.Mode) + " policy in " + p.From + ": " + sentence(err.Error()) + " Its rules hold; have it built or fetched again."
}
