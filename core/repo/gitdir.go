package repo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// ErrForeignGitDir is a .git that leads to data of another repository, or that
// nothing there confirms.
var ErrForeignGitDir = errors.New(".git leads to git data that does not name this folder as its own")

// GitDir returns the folder that holds the git data of the repository at
// root; all worktrees of a repository share it. A .git file is followed only
// when what it leads to points back, as a worktree's and a submodule's data
// do: what is written there must not end up in somebody else's repository.
func GitDir(root string) (string, error) {
	dotGit := filepath.Join(root, ".git")
	info, err := os.Lstat(dotGit)
	switch {
	case err != nil:
		return "", err
	case info.IsDir() && isGitDir(dotGit):
		if common(dotGit) != dotGit {
			return "", ErrForeignGitDir
		}
		return dotGit, nil
	case !info.Mode().IsRegular():
		return "", ErrForeignGitDir
	}
	gitDir, err := follow(root, dotGit)
	if err != nil {
		return "", err
	}
	shared := common(gitDir)
	switch {
	case gitDir == "":
		return "", ErrForeignGitDir
	case shared != gitDir && isWorktree(gitDir, shared, dotGit), shared == gitDir && isSubmodule(gitDir, root):
		return filepath.Clean(shared), nil
	}
	return "", ErrForeignGitDir
}

// isWorktree reports whether gitDir lies in shared/worktrees and names dotGit.
func isWorktree(gitDir, shared, dotGit string) bool {
	text, err := read(filepath.Join(gitDir, "gitdir"), maxLink)
	back := strings.TrimSpace(string(text))
	if back != "" && !filepath.IsAbs(back) {
		back = filepath.Join(gitDir, back)
	}
	return err == nil && sameFile(back, dotGit) && sameFile(filepath.Join(gitDir, "..", ".."), shared)
}

// isSubmodule reports whether the configuration in gitDir names root.
func isSubmodule(gitDir, root string) bool {
	config, err := read(filepath.Join(gitDir, "config"), maxConfig)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(config)) {
		name, value, ok := strings.Cut(line, "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "worktree") {
			continue
		}
		tree := unquote(value)
		if !filepath.IsAbs(tree) {
			tree = filepath.Join(gitDir, tree)
		}
		return sameFile(tree, root)
	}
	return false
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
