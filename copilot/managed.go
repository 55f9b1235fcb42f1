package copilot

import "github.com/tempahq/tempa/core/harness"

var (
	_ harness.Manager    = Dialect{}
	_ harness.Repository = Dialect{}
)

// ManagedFiles is a file of its own among the policy hooks. They run first and
// whatever a repository switches off; a file that its group or the world may
// write is skipped in silence (copilot 1.0.102). There is no setting here that
// keeps other hooks out.
func (Dialect) ManagedFiles(goos string) []harness.ManagedFile {
	path := "/etc/github-copilot/policy.d/tempa.json"
	if goos == "windows" {
		path = `C:\ProgramData\GitHub\Copilot\policy.d\tempa.json`
	}
	return []harness.ManagedFile{{
		Path:  path,
		Hooks: &harness.HookTable{Path: []string{"hooks"}, Fixed: version1()},
	}}
}

// RepositoryTable is the hook file of a repository, the only one that the
// cloud agent reads.
func (Dialect) RepositoryTable() harness.HookTable {
	return harness.HookTable{File: ".github/hooks/tempa.json", Path: []string{"hooks"}, Fixed: version1()}
}

// RepositoryEntry is the tool call's hook. The cloud agent honours bash only,
// not exec; any status but 0 is a denial there.
func (Dialect) RepositoryEntry(line string) (harness.Event, any) {
	type hook struct {
		Type       string `json:"type"`
		Bash       string `json:"bash"`
		TimeoutSec int    `json:"timeoutSec"`
	}
	return harness.Event{Name: "preToolUse"}, hook{"command", line, timeout}
}
