package gemini

import "github.com/tempahq/tempa/core/harness"

var _ harness.Accounts = Dialect{}

// Account says that nobody can tell the account of a session of the Gemini CLI,
// and where training is switched off.
func (Answers) Account() harness.Account {
	return harness.Account{Training: "the privacy settings of Gemini (`/privacy` in the client)"}
}
