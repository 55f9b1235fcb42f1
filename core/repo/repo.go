// Package repo finds the repository around a directory and its key, by reading
// .git itself: no git process runs, no include is followed, no line of a
// configuration is executed.
package repo

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Bounds of what is read. A real link file is one line, a real configuration
// some kilobytes.
const (
	maxLink   = 4 << 10
	maxConfig = 1 << 20
	maxDepth  = 256 // directories walked upwards
)

// Find returns the root of the repository that dir lies in, and its key: host
// and path of origin, or local/<sha256 of the root> without a usable origin.
// Outside a repository root is empty and the key is made of dir. An error
// means that the repository is there and cannot be read, so that its policy
// cannot be told.
func Find(dir string) (root, key string, err error) {
	if !filepath.IsAbs(dir) {
		return "", "", fmt.Errorf("directory %q is not absolute, so its repository is unknown", dir)
	}
	root, gitDir, err := up(filepath.Clean(dir))
	if err != nil {
		return root, "", err
	}
	if root == "" {
		return "", Local(dir), nil
	}
	if gitDir == "" {
		return root, Local(root), nil
	}
	config, err := read(filepath.Join(common(gitDir), "config"), maxConfig)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return root, "", fmt.Errorf("cannot read the configuration of repository %q, so its policy is unknown: %v", root, err)
	}
	if key, ok := Key(origin(config)); ok {
		return root, key, nil
	}
	return root, Local(root), nil
}

// Local is the key of a directory that has no origin. Every spelling of one
// directory has one key.
func Local(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	sum := sha256.Sum256([]byte(filepath.ToSlash(filepath.Clean(dir))))
	return "local/" + hex.EncodeToString(sum[:])
}

// up walks from dir to the first directory with a .git that git would take.
// gitDir is empty where .git is a link to nowhere.
func up(dir string) (root, gitDir string, err error) {
	for range maxDepth {
		dotGit := filepath.Join(dir, ".git")
		info, err := os.Stat(dotGit)
		switch {
		case err == nil && info.IsDir() && isGitDir(dotGit):
			return dir, dotGit, nil
		case err == nil && info.Mode().IsRegular():
			gitDir, err := follow(dir, dotGit)
			return dir, gitDir, err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", "", nil
		}
		dir = parent
	}
	return "", "", nil
}

// isGitDir reports whether dir has what makes it a repository; git skips an
// empty .git and looks further up.
func isGitDir(dir string) bool {
	for _, name := range []string{"HEAD", "config"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// follow reads the .git file of a worktree or a submodule.
func follow(dir, file string) (string, error) {
	text, err := read(file, maxLink)
	if err != nil {
		return "", fmt.Errorf("cannot read %q, so the repository is unknown: %v", file, err)
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir:")
	target = strings.TrimSpace(target)
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", nil
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	if !isGitDir(target) {
		return "", nil
	}
	return target, nil
}

// common is where the configuration is: a worktree keeps only its own state
// and names the rest in commondir.
func common(gitDir string) string {
	text, err := read(filepath.Join(gitDir, "commondir"), maxLink)
	target := strings.TrimSpace(string(text))
	if err != nil || target == "" || strings.ContainsRune(target, 0) {
		return gitDir
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(gitDir, target)
	}
	return target
}

// read reads a regular file of at most max bytes. A pipe or a device would
// hold the hook, so neither is opened.
func read(path string, max int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", filepath.Base(path))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err == nil && int64(len(data)) > max {
		err = fmt.Errorf("%s is larger than %d bytes", filepath.Base(path), max)
	}
	return data, err
}
