package codex

import (
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
)

var _ harness.Manager = Dialect{}

// ManagedFiles are the hook file of the administrator, which needs no trust,
// and the requirements that keep hooks on: without them a person's
// features.hooks = false and -c features.hooks=false switch these hooks off,
// with them neither does, nor does --disable hooks (codex-cli 0.171.0). The
// hooks stand in the first file alone: nothing is taken out twice, so they
// would run twice.
func (Dialect) ManagedFiles(goos string) []harness.ManagedFile {
	dir := "/etc/codex/"
	if goos == "windows" {
		dir = `C:\ProgramData\OpenAI\Codex\`
	}
	return []harness.ManagedFile{
		{Path: dir + "hooks.json", Hooks: &harness.HookTable{Path: []string{"hooks"}}},
		{Path: dir + "requirements.toml", Text: requirements},
	}
}

// requirements pins hooks on; with only, hooks of persons, projects and
// plugins are left out.
func requirements(old []byte, only bool) ([]byte, error) {
	f, err := install.ParseToml(old)
	if err != nil {
		return nil, err
	}
	// The top of the file goes first: a table that is added later must not
	// swallow it.
	if only {
		if err := f.Set("", "allow_managed_hooks_only", "true"); err != nil {
			return nil, err
		}
	}
	if err := f.Set("features", "hooks", "true"); err != nil {
		return nil, err
	}
	return f.Bytes(), nil
}
