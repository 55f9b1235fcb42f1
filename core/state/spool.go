package state

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
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
	r.SessionID, r.Attributes = clip(r.SessionID), clipAll(r.Attributes)
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return d.appendLine(d.Path("spool", day(r.At)+".jsonl"), line, spoolLimit)
}

func clipAll(attributes map[string]any) map[string]any {
	clipped := make(map[string]any, len(attributes))
	for name, value := range attributes {
		if text, ok := value.(string); ok {
			value = clip(text)
		}
		clipped[name] = value
	}
	return clipped
}

// Ship hands every spooled file to send, oldest first, and removes what was
// sent. When send fails, the rest stays for the next time. Lines that were
// torn are left out.
func (d Dir) Ship(send func(lines [][]byte) error) error {
	for _, suffix := range [...]string{shipping, ".jsonl"} {
		names, err := list(d.Path("spool")) // by day
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			if !strings.HasSuffix(name, suffix) {
				continue
			}
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
		var err error
		if path, err = setAside(path, "", shipping); err != nil {
			return nil // another process took it, or it is in use
		}
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

func wholeLines(data []byte) [][]byte {
	var lines [][]byte
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); json.Valid(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
