package render

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A symlink that takes a folder's place between the look and the opening leads
// nowhere, least of all into .git.
func TestFolderBecomesSymlink(t *testing.T) {
	root := t.TempDir()
	git := mkdir(t, root, ".git")
	stop := swap(t, mkdir(t, root, ".one"), ".git", root)
	for range 3000 {
		w, err := openTree(root)
		if err != nil {
			t.Fatal(err)
		}
		_ = w.create(".one/a", []byte("x"), newFile) // it may be refused
		w.close()
	}
	stop()
	if names, err := os.ReadDir(git); err != nil || len(names) > 0 {
		t.Errorf(".git holds %v, %v", names, err)
	}
}

// The same holds for .git itself.
func TestGitBecomesSymlink(t *testing.T) {
	c, elsewhere := newCheckout(t), t.TempDir()
	stop := swap(t, filepath.Join(c.Root, ".git"), elsewhere, c.Root)
	for range 1000 {
		w, err := open(c.Target, New(sample(), one, now))
		if w == nil || err != nil {
			continue // it was a symlink
		}
		_ = exclude(w.git, w.id, []string{"a"})
		w.close()
	}
	stop()
	if names, err := os.ReadDir(elsewhere); err != nil || len(names) > 0 {
		t.Errorf("elsewhere: %v, %v", names, err)
	}
}

func mkdir(t *testing.T, elem ...string) string {
	t.Helper()
	dir := filepath.Join(elem...)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// swap lets a symlink and a folder change places until the result is called.
func swap(t *testing.T, folder, target, aside string) (stop func()) {
	t.Helper()
	link := filepath.Join(aside, "aside")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	exchange := func() error {
		return unix.Renameat2(unix.AT_FDCWD, folder, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE)
	}
	if err := exchange(); err != nil {
		t.Skip(err)
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for even := false; ; even = !even {
			select {
			case <-end:
				if !even {
					exchange() // the folder stands where it stood
				}
				return
			default:
				exchange()
			}
		}
	}()
	return func() { close(end); <-ended }
}
