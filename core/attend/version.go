package attend

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/tempahq/tempa/core/ancestry"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

// Version is the version of the client above us, as its package says; empty
// when it cannot be told. Asking the client itself takes seconds (measured:
// gemini-cli 0.61.0), so it is not done on the way to an answer.
func Version(h harness.Headless) string {
	if len(h.Programs) == 0 {
		return ""
	}
	for _, a := range ancestry.Above(maxAncestors) {
		if i, ok := clientWord(a.Argv, h.Programs); ok {
			return packageVersion(a.Argv[i], h.Programs)
		}
	}
	return ""
}

// packageVersion reads the package.json that the script belongs to.
func packageVersion(script string, programs []string) string {
	if !filepath.IsAbs(script) {
		return ""
	}
	real, err := filepath.EvalSymlinks(script)
	if err != nil {
		return ""
	}
	for dir := filepath.Dir(real); ; dir = filepath.Dir(dir) {
		if v, ok := versionIn(dir, programs); ok {
			return v
		}
		if filepath.Dir(dir) == dir || filepath.Base(dir) == "node_modules" {
			return ""
		}
	}
}

// versionIn reads a folder's package.json, if it is the client's.
func versionIn(dir string, programs []string) (string, bool) {
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", false
	}
	var p struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	if json.Unmarshal(data, &p) != nil {
		return "", false
	}
	base := filepath.Base(filepath.FromSlash(p.Name))
	if !slices.ContainsFunc(programs, func(name string) bool { return base == name || base == name+"-cli" }) {
		return "", false
	}
	return p.Version, true
}
