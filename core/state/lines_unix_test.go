//go:build unix

package state

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A line that a second file takes, while the first is shipped, is held as well
// until it is written: nobody ships it meanwhile.
func TestSecondFileIsHeld(t *testing.T) {
	d := newDir(t)
	d.Spool(Record{At: now})
	path := d.Path("spool", "2026-11-30.jsonl")
	shipper, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer shipper.Close()
	if err := lockAlone(shipper); err != nil {
		t.Fatal(err)
	}
	second, err := d.openLines(path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	other, err := os.Open(second.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := syscall.Flock(int(other.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) || second.Name() == path {
		t.Errorf("%s can be shipped before its line is written: %v", filepath.Base(second.Name()), err)
	}
}

// A pipe in the place of a file takes no line, and nobody waits for it.
func TestLinesIntoPipe(t *testing.T) {
	d := newDir(t)
	path := d.Path("spool", "2026-11-30.jsonl")
	os.MkdirAll(filepath.Dir(path), 0o700)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	pipe, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(pipe)
	for err == nil {
		_, err = syscall.Write(pipe, make([]byte, 4096))
	}
	done := make(chan error, 1)
	go func() { done <- d.Spool(Record{At: now}) }()
	select {
	case err := <-done:
		if err == nil {
			t.Error("a full pipe took a line")
		}
	case <-time.After(10 * time.Second):
		t.Error("a hook waits for somebody to read the pipe")
	}
}
