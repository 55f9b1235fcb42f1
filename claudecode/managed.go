package claudecode

import "github.com/tempahq/tempa/core/harness"

var _ harness.Manager = Dialect{}

// ManagedFiles is the administrator's settings file. Where it lies and what
// its members mean is documented; that its hooks run, and that
// disableAllHooks of a project does not stop them, see docs/managed.md.
func (Dialect) ManagedFiles(goos string) []harness.ManagedFile {
	return []harness.ManagedFile{{
		Path:  managedPath(goos),
		Hooks: &harness.HookTable{Path: []string{"hooks"}},
		Only:  []harness.Pin{{Path: []string{"allowManagedHooksOnly"}, Value: true}},
	}}
}

func managedPath(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode/managed-settings.json"
	case "windows":
		return `C:\Program Files\ClaudeCode\managed-settings.json`
	}
	return "/etc/claude-code/managed-settings.json"
}
