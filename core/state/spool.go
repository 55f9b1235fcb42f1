package state

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/json"
)

// spoolLimit is the most a day's spool holds: a machine that never reaches
// its server does not fill the disk.
const spoolLimit = 32 << 20

// Record is one line of the spool.
type Record struct {
	At         time.Time      `json:"at"`
	Event      string         `json:"event"`
	SessionID  string         `json:"session_id"`
	Repo       string         `json:"repo"`
	Attributes map[string]any `json:"attributes"`
}

// Spool adds a record to the day's spool.
func (d Dir) Spool(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return d.appendLine(d.Path("spool", day(r.At)+".jsonl"), line, spoolLimit)
}

// Ship hands every spooled file to send, oldest first, and removes what was
// sent. When send fails, the rest stays for the next time. Lines that were
// torn are left out.
func (d Dir) Ship(send func(lines [][]byte) error) error {
	names, err := list(d.Path("spool")) // by day
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, shipping) {
			if err := d.shipFile(name, send); err != nil {
				return err
			}
		}
	}
	return nil
}

// shipping ends the name of a file that was set aside: hooks add no more to it.
const shipping = ".shipping"

func (d Dir) shipFile(name string, send func([][]byte) error) error {
	path := d.Path("spool", name)
	if !strings.HasSuffix(name, shipping) {
		aside := path + shipping
		if !setAside(path, aside) {
			return nil
		}
		path = aside
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	if err := lockAlone(f); err != nil {
		return err
	}
	if !isLinked(f, path) {
		return nil // sent by another process while this one waited
	}
	data, err := io.ReadAll(io.LimitReader(f, spoolLimit+maxLine))
	if err != nil {
		return err
	}
	if lines := wholeLines(data); len(lines) > 0 {
		if err := send(lines); err != nil {
			return err
		}
	}
	return d.Remove(filepath.Join("spool", filepath.Base(path)))
}

// setAside gives a file another name; false when an older one of that name is
// still to be sent, when another process took it, or when it is in use. One
// process at a time does so: two would put one file in the place of the other.
func setAside(path, aside string) bool {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return false
	}
	defer folder.Close()
	if lockAlone(folder) != nil {
		return false
	}
	if _, err := os.Lstat(aside); err == nil {
		return false
	}
	return os.Rename(path, aside) == nil
}

func wholeLines(data []byte) [][]byte {
	var lines [][]byte
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); json.Valid(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
