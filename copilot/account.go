package copilot

import "github.com/tempahq/tempa/core/harness"

var _ harness.Accounts = Dialect{}

// Account says that nobody can tell the account of a session of Copilot, and
// where training is switched off.
func (Answers) Account() harness.Account {
	return harness.Account{Training: "the Copilot settings of your GitHub account"}
}
