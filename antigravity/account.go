package antigravity

import "github.com/tempahq/tempa/core/harness"

var _ harness.Accounts = Dialect{}

// Account says that nobody can tell the account of a session of Antigravity,
// and where training is switched off.
func (Dialect) Account() harness.Account {
	return harness.Account{Training: "the settings of Antigravity (telemetry and data use)"}
}
