package claudecode

import "github.com/tempahq/tempa/core/harness"

var _ harness.Accounts = Dialect{}

// Account is what tells the account of a session. The ways of being logged in
// are the authMethod words of "claude auth status" (claude-code 2.1.332). The
// order of the variables is the client's documented one; that the API key goes
// before a login was measured.
func (Dialect) Account() harness.Account {
	return harness.Account{
		Training:  "the privacy settings at claude.ai",
		Providers: []string{"CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"},
		Variables: []harness.Method{
			{Name: "ANTHROPIC_AUTH_TOKEN", Kind: "token"},
			{Name: "ANTHROPIC_API_KEY", Kind: "api_key"},
			{Name: "CLAUDE_CODE_OAUTH_TOKEN", Kind: "token"},
		},
		Status: []string{"claude", "auth", "status"},
		Methods: []harness.Method{
			{Name: "claude.ai", Kind: "personal"}, // an organisation's when the administrator pins one
			{Name: "api_key", Kind: "api_key"},
			{Name: "api_key_helper", Kind: "api_key"},
			{Name: "oauth_token", Kind: "token"},
			{Name: "third_party", Kind: "cloud_provider"},
			{Name: "none", Kind: "unknown"},
		},
		Settings: func(goos string) []string { return []string{managedPath(goos)} },
		Pins:     []string{"forceLoginOrgUUID"},
	}
}
