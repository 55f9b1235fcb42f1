package claudecode

import "github.com/tempahq/tempa/core/harness"

var _ harness.Manager = Dialect{}

// ManagedFiles is the administrator's settings file. Its hooks run whatever a
// project or a person switches off, and with --bare, --safe-mode and
// --setting-sources too; allowManagedHooksOnly keeps a project's hooks out
// (claude-code 2.1.332).
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
