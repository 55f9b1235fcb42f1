package repo

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestGitDir(t *testing.T) {
	tests := []struct {
		name, root, want string // want "" is ErrForeignGitDir
		files            map[string]string
	}{
		{"plain", "a", "a/.git", map[string]string{"a/.git/HEAD": "x"}},
		{"worktree", "b", "a/.git", map[string]string{
			"a/.git/HEAD": "x", "a/.git/worktrees/b/HEAD": "x", "a/.git/worktrees/b/commondir": "../..\n",
			"a/.git/worktrees/b/gitdir": "../../../../b/.git\n", "b/.git": "gitdir: ../a/.git/worktrees/b\n",
		}},
		{"submodule", "a/sub", "a/.git/modules/sub", map[string]string{
			"a/.git/HEAD": "x", "a/.git/modules/sub/HEAD": "x", "a/.git/modules/sub/config": "[core]\n\tbare = false\n\tworktree = ../../../sub\n",
			"a/sub/.git": "gitdir: ../.git/modules/sub\n",
		}},
		{"a file that leads to another repository", "b", "", map[string]string{"a/.git/HEAD": "x", "a/.git/config": "", "b/.git": "gitdir: ../a/.git"}},
		{"a worktree that does not point back", "b", "", map[string]string{
			"a/.git/HEAD": "x", "a/.git/worktrees/c/HEAD": "x", "a/.git/worktrees/c/commondir": "../..",
			"a/.git/worktrees/c/gitdir": "../../../../c/.git", "c/.git": "", "b/.git": "gitdir: ../a/.git/worktrees/c",
		}},
		{"data in the tree that names another repository as shared", "b", "", map[string]string{
			"a/.git/HEAD": "x", "b/evil/HEAD": "x", "b/evil/commondir": "../../a/.git", "b/evil/gitdir": "../.git", "b/.git": "gitdir: evil",
		}},
		{"a plain .git that names another repository as shared", "b", "", map[string]string{"a/.git/HEAD": "x", "b/.git/HEAD": "x", "b/.git/commondir": "../../a/.git"}},
		{"a file that leads nowhere", "b", "", map[string]string{"b/.git": "gitdir: ../nowhere"}},
		{"an empty file", "b", "", map[string]string{"b/.git": ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, tt.files)
			got, err := GitDir(filepath.Join(dir, tt.root))
			if tt.want == "" {
				if !errors.Is(err, ErrForeignGitDir) {
					t.Errorf("got %q, %v, want ErrForeignGitDir", got, err)
				}
				return
			}
			if err != nil || !sameFile(got, filepath.Join(dir, tt.want)) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestGitDirSymlink(t *testing.T) {
	dir := tree(t, map[string]string{"a/.git/HEAD": "x", "b/x": ""})
	if err := os.Symlink(filepath.Join(dir, "a", ".git"), filepath.Join(dir, "b", ".git")); err != nil {
		t.Skip(err) // Windows without the right to make one
	}
	if got, err := GitDir(filepath.Join(dir, "b")); !errors.Is(err, ErrForeignGitDir) {
		t.Errorf("got %q, %v, want ErrForeignGitDir", got, err)
	}
	if _, err := GitDir(filepath.Join(dir, "none")); err == nil || errors.Is(err, ErrForeignGitDir) {
		t.Errorf("no repository: %v", err)
	}
}
