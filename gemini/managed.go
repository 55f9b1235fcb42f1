package gemini

import "github.com/tempahq/tempa/core/harness"

var _ harness.Manager = Dialect{}

// ManagedFiles is the system settings file. Its hooksConfig.enabled wins over
// a person's and a project's; a list of disabled hooks adds up over all files,
// so a project that lists the hook's name leaves it out all the same. The file
// is skipped when it or a folder above it can be written by the group or the
// world, and its hooks do not run in a folder that is not trusted (gemini-cli
// 0.61.0).
func (Dialect) ManagedFiles(goos string) []harness.ManagedFile {
	return []harness.ManagedFile{{
		Path:   systemSettings(goos),
		Hooks:  &harness.HookTable{Path: []string{"hooks"}},
		Pinned: []harness.Pin{{Path: []string{"hooksConfig", "enabled"}, Value: true}},
	}}
}

func systemSettings(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/GeminiCli/settings.json"
	case "windows":
		return `C:\ProgramData\gemini-cli\settings.json`
	}
	return "/etc/gemini-cli/settings.json"
}
