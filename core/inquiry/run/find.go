package run

import (
	"os"
	"path/filepath"
)

// Find is how the client that runs this session is started once more: the
// process above us that is the client, else a program of that name where
// clients are installed. PATH does not count: a project can set it for its
// hooks (claude-code 2.1.332), and nothing of a project may be run.
func Find(program, home, goos string) []string {
	if argv := running(program); argv != nil {
		return argv
	}
	for _, dir := range places(home, goos) {
		if file := filepath.Join(dir, program); executable(file) {
			return []string{file}
		}
	}
	return nil
}

// places are the folders that the installers of the clients use.
func places(home, goos string) []string {
	var dirs []string
	if home != "" {
		for _, d := range []string{".local/bin", ".claude/local", ".npm-global/bin", ".bun/bin", ".volta/bin"} {
			dirs = append(dirs, filepath.Join(home, filepath.FromSlash(d)))
		}
	}
	if goos == "darwin" {
		dirs = append(dirs, "/opt/homebrew/bin")
	}
	return append(dirs, "/usr/local/bin", "/usr/bin")
}

func executable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
