package state

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// maxLine is the most one line may have.
const maxLine = 64 << 10

// longestName is the most that is told of a text that somebody else chose: a
// line that is too long would not be there at all.
const longestName = 512

func clip(text string) string {
	if len(text) <= longestName {
		return text
	}
	return strings.ToValidUTF8(text[:longestName], "") + "…"
}

// appendLine adds one line to a file with a single write, so that lines of
// several processes never mix. A line that was torn by a kill is ended first,
// so that it costs only itself. Past limit nothing is added.
func (d Dir) appendLine(path string, line []byte, limit int64) error {
	if len(line) > maxLine {
		return fmt.Errorf("a line of %d bytes is too long for %s", len(line), path)
	}
	f, err := d.openLines(path)
	if err != nil {
		return err
	}
	err = addLine(f, line, limit)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// appendOnly is appendLine for a file that must stay one: when another process
// has just taken it away, a new one is begun.
func (d Dir) appendOnly(path string, line []byte, limit int64) error {
	for range openTries {
		f, err := d.openShared(path)
		if errors.Is(err, errShipped) {
			continue
		}
		if err != nil {
			return err
		}
		err = addLine(f, line, limit)
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}
	return errShipped
}

// openTries bounds how often a file is opened that is taken away to be shipped
// before it is locked. Twice in a row is rare.
const openTries = 10

// openLines opens a file of lines for adding. While another process holds it to
// ship it, a second file takes the line: nobody waits.
func (d Dir) openLines(path string) (f *os.File, err error) {
	names := [...]string{path, strings.TrimSuffix(path, ".jsonl") + "." + strconv.Itoa(os.Getpid()) + ".jsonl"}
	for i := range openTries {
		if f, err = d.openShared(names[i%len(names)]); !errors.Is(err, errShipped) {
			break
		}
	}
	return f, err
}

var errShipped = errors.New("the file is being shipped")

// openShared opens a file of lines so that nobody ships it until it is closed.
func (d Dir) openShared(path string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | os.O_CREATE
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = d.makeFolder(filepath.Dir(path)); err == nil {
			f, err = os.OpenFile(path, flags, 0o600)
		}
	}
	if err != nil {
		return nil, err
	}
	if lockShared(f) != nil || !isLinked(f, path) {
		f.Close()
		return nil, errShipped
	}
	return f, nil
}

// isLinked reports whether path still names the open file.
func isLinked(f *os.File, path string) bool {
	a, err1 := f.Stat()
	b, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

func addLine(f *os.File, line []byte, limit int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", f.Name())
	}
	if info.Size()+int64(len(line)) > limit {
		return fmt.Errorf("%s is full (%d bytes)", f.Name(), limit)
	}
	buf := make([]byte, 0, len(line)+2)
	if endsTorn(f, info.Size()) {
		buf = append(buf, '\n')
	}
	buf = append(append(buf, line...), '\n')
	_, err = f.Write(buf)
	return err
}

// endsTorn reports whether the last line has no end.
func endsTorn(f *os.File, size int64) bool {
	var last [1]byte
	if size == 0 {
		return false
	}
	n, _ := f.ReadAt(last[:], size-1)
	return n == 1 && last[0] != '\n'
}

// setAside gives a file of lines a name that nobody else takes, in its folder:
// over one that others take, a file could be moved that nobody has read yet. It
// is fs.ErrNotExist when another process was first.
func setAside(path, prefix, suffix string) (aside string, err error) {
	folder, name := filepath.Split(path)
	aside = folder + prefix + name + "." + strconv.FormatUint(rand.Uint64(), 36) + suffix
	return aside, os.Rename(path, aside)
}

// day names the file of lines that a moment belongs to.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
