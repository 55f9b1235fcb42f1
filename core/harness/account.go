package harness

// Accounts is a dialect that says what an account check can look at.
type Accounts interface {
	Account() Account
}

// Account is data for the check of the account that a session runs with. A
// client whose account nobody can tell fills Training only.
type Account struct {
	// Training names the place where a person switches training on their data
	// off, for the notice that asks for it.
	Training string

	// Providers are variables that send the client to a cloud provider when
	// they are on.
	Providers []string
	// Variables log the client in when they are set, the one that wins first,
	// with the kind of account that follows. Their values are not looked at.
	Variables []Method

	// Status is the client's own command that tells how it is logged in, and
	// Methods what its "authMethod" means as a kind of account.
	Status  []string
	Methods []Method

	// Settings are the administrator's files, most important first, and Pins
	// the members in them that tie a login to one organisation.
	Settings func(goos string) []string
	Pins     []string
}

// Method is one way of being logged in and the kind of account that it means.
type Method struct{ Name, Kind string }
