package unchanged

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("every file counts as changed here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Minute)
	if data, err := Read(file, later); err != nil || string(data) != "text" {
		t.Errorf("an old file: %q, %v", data, err)
	}
	if _, err := Read(file, time.Now().Add(-time.Minute)); err == nil {
		t.Error("a file that was changed since passes")
	}
	// The time of the content can be set back, the time of the change cannot.
	if err := os.Chtimes(file, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file, time.Now().Add(-time.Minute)); err == nil {
		t.Error("a file whose time was set back passes")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(link, later); err == nil {
		t.Error("a link passes")
	}
	if _, err := Read(dir, later); err == nil {
		t.Error("a folder passes as a file")
	}
	if _, err := Read(filepath.Join(dir, "gone"), later); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
	big := filepath.Join(dir, "big")
	if err := os.WriteFile(big, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(big, maxSize+1); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(big, later); err == nil {
		t.Error("a file that is too large passes")
	}
}

func TestFolder(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("every folder counts as changed here")
	}
	top := t.TempDir()
	dir, link := filepath.Join(top, "a"), filepath.Join(top, "link")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for path, want := range map[string]bool{dir: true, link: false, filepath.Join(top, "gone"): false} {
		if got := Folder(path, now.Add(time.Minute)); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if Folder(dir, now.Add(-time.Minute)) {
		t.Error("a folder that was made since passes")
	}
}
