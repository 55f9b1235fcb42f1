package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/guard"
	"github.com/tempahq/tempa/core/harness"
)

// Every file that an installation writes hook lines into is one that an agent
// may not change, on each system.
func TestHookFilesAreProtected(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows"} {
		protected := guard.HookFiles("/home", []string{"/project"}, goos == "windows", func(string) string { return "" })
		for _, h := range harnesses.All() {
			for _, file := range writtenBy(h.Dialect, goos) {
				if !slices.ContainsFunc(protected, func(p guard.Protected) bool {
					return file == p.Path || strings.HasPrefix(file, p.Path+"/")
				}) {
					t.Errorf("%s on %s: an agent may write %s", h.Folder, goos, file)
				}
			}
		}
	}
}

// writtenBy are the files with hook lines of a person, an administrator and a
// repository, with slashes.
func writtenBy(d harness.Dialect, goos string) []string {
	var files []string
	if i, ok := d.(harness.Installer); ok {
		files = append(files, "/home/"+i.UserTable().File)
	}
	if m, ok := d.(harness.Manager); ok {
		for _, f := range m.ManagedFiles(goos) {
			files = append(files, strings.ReplaceAll(f.Path, `\`, "/"))
		}
	}
	if r, ok := d.(harness.Repository); ok {
		files = append(files, "/project/"+r.RepositoryTable().File)
	}
	return files
}
