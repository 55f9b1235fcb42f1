package state

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/tempahq/tempa/core/json"
)

// pendingLimit is the most that waits under one key: less than any client hands
// to a model at once.
const pendingLimit = 4 << 10

// AddPending keeps a text for the model until an answer reaches it. The key
// names the client and its session.
func (d Dir) AddPending(key, text string) error {
	line, err := json.Marshal(text)
	if err != nil {
		return err
	}
	return d.appendOnly(d.pending(key), line, pendingLimit)
}

// TakePending returns what waits for the model, oldest first, each text once.
// Of several processes one takes it.
func (d Dir) TakePending(key string) ([]string, error) {
	mine, err := setAside(d.pending(key), tempPrefix, "")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer os.Remove(mine)
	f, err := Open(mine)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errors.New("what waits for the model is not a regular file"))
	}
	if err := lockAlone(f); err != nil { // a line that is being added is waited for
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, pendingLimit))
	if err != nil {
		return nil, err
	}
	return pendingTexts(data), nil
}

func pendingTexts(data []byte) []string {
	var texts []string
	seen := map[string]bool{}
	for line := range bytes.Lines(data) {
		var text string
		if json.Unmarshal(line, &text) == nil && text != "" && !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}

func (d Dir) pending(key string) string {
	return d.Path("sessions", fileName(key)+".pending.jsonl")
}
