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
	git, folder, link := filepath.Join(root, ".git"), filepath.Join(root, ".one"), filepath.Join(root, "aside")
	for _, dir := range []string{git, folder} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(".git", link); err != nil {
		t.Fatal(err)
	}
	if err := exchange(folder, link); err != nil {
		t.Skip(err)
	}
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for {
			select {
			case stop <- struct{}{}:
				return
			default:
				exchange(folder, link)
			}
		}
	}()
	for range 3000 {
		w, err := openTree(root)
		if err != nil {
			t.Fatal(err)
		}
		_ = w.create(".one/a", []byte("x"), newFile) // it may be refused
		w.close()
	}
	<-stop
	<-stop
	if names, err := os.ReadDir(git); err != nil || len(names) > 0 {
		t.Errorf(".git holds %v, %v", names, err)
	}
}

func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
