package hook

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/guard"
	"github.com/tempahq/tempa/core/state"
)

// settingsID is the policy id of a change that would weaken the hooks.
const settingsID = "tempa/settings"

// settingsChange refuses a change of the client's settings that switches hooks
// off or changes what they run in. Measured on claude-code 2.1.332: a
// ConfigChange hook that blocks keeps the old settings in force.
func (h *handler) settingsChange(ev *event.Event) (decision.Decision, error) {
	if ev.Settings == "" {
		return decision.Decision{}, nil // a change that is not one of a file
	}
	if !filepath.IsAbs(ev.Settings) {
		return refuseSettings(ev.Settings, "its path is not absolute, so nobody can tell which file it is"), nil
	}
	content, err := readSettled(ev.Settings)
	if errors.Is(err, fs.ErrNotExist) {
		return decision.Decision{}, nil // removed: nothing in it can weaken anything
	}
	if err != nil {
		return refuseSettings(ev.Settings, "it cannot be read ("+err.Error()+")"), nil
	}
	if reason, bad := guard.Settings(content); bad {
		return refuseSettings(ev.Settings, reason), nil
	}
	return decision.Decision{}, nil
}

func refuseSettings(file, problem string) decision.Decision {
	d := decision.Because(decision.Deny, settingsID, settingsText(file, problem))
	d.Verbatim = true
	return d
}

// readSettled reads a file and makes sure that it did not change meanwhile: the
// client reads it as well, and both have to have read the same.
func readSettled(file string) ([]byte, error) {
	f, err := state.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	content, err := io.ReadAll(io.LimitReader(f, guard.MaxSettings+1))
	if err != nil {
		return nil, err
	}
	if len(content) > guard.MaxSettings {
		return nil, fmt.Errorf("it is larger than %d KiB", guard.MaxSettings>>10)
	}
	after, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !os.SameFile(before, after) || after.Size() != int64(len(content)) || !before.ModTime().Equal(after.ModTime()) {
		return nil, errors.New("it changed while it was read")
	}
	return content, nil
}
