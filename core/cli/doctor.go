package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
)

// finding is one thing that doctor looked at.
type finding struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Text  string `json:"text"`
}

// doctor checks the installation and changes nothing.
func (r *run) doctor(args []string) error {
	fs := r.flags(usageDoctor)
	asJSON := fs.Bool("json", false, "")
	var flags policyFlags
	flags.on(fs)
	if err := fs.Parse(args); err != nil {
		return err
	}
	list := []finding{r.checkState(&flags), r.checkPolicy(&flags), r.checkLines(), r.checkFired(&flags)}
	var err error
	if *asJSON {
		err = json.NewEncoder(r.Stdout).Encode(map[string]any{"versions": r.versions(), "findings": list})
	} else {
		for _, f := range list {
			mark := "ok  "
			if !f.OK {
				mark = "BAD "
			}
			r.printf("%s %s: %s\n", mark, f.Check, f.Text)
		}
	}
	for _, f := range list {
		if err == nil && !f.OK {
			return found
		}
	}
	return err
}

func (r *run) checkState(flags *policyFlags) finding {
	dir, err := r.stateDir(flags.state)
	if err == nil {
		err = dir.Check()
	}
	if err != nil {
		return finding{"state folder", false, err.Error()}
	}
	return finding{"state folder", true, dir.Path()}
}

func (r *run) checkPolicy(flags *policyFlags) finding {
	in, err := r.inForce(flags)
	switch {
	case err != nil:
		return finding{"policy", false, err.Error()}
	case len(in.Policies) == 0:
		return finding{"policy", false, fmt.Sprintf("there is none, so every call that is not a read asks; \"%s init\" writes one", r.dialect.Info().Program)}
	}
	p := statusOf(&in.Policies[0])
	return finding{"policy", true, fmt.Sprintf("%s %s, %d rules, default %s", p.Mode, p.Version, p.Rules, p.Default)}
}

// checkLines compares the user-level hook lines with those that install would
// write. A plugin's lines are the client's business and not looked at.
func (r *run) checkLines() finding {
	i, file, err := r.target()
	if err != nil {
		return finding{"hook lines", false, err.Error()}
	}
	old, err := readFile(file)
	if err != nil {
		return finding{"hook lines", false, err.Error()}
	}
	l := install.LinesOf(r.dialect, i, i.UserTable(), harness.Line{Program: r.installedBinary(), Args: []string{"hook"}, GOOS: r.GOOS})
	if !bytes.Contains(old, []byte(l.Mark)) {
		return finding{"hook lines", true, "no user-level installation in " + file + " (a plugin may be installed)"}
	}
	if want, err := l.Add(old); err != nil || !bytes.Equal(want, old) {
		return finding{"hook lines", false, fmt.Sprintf("%s differs from what \"%s install\" writes; run it again", file, r.dialect.Info().Program)}
	}
	return finding{"hook lines", true, file}
}

// checkFired tells an installed hook from one that was seen to run.
func (r *run) checkFired(flags *policyFlags) finding {
	dir, err := r.stateDir(flags.state)
	if err != nil {
		return finding{"last event", false, err.Error()}
	}
	events, err := dir.LastFired(r.dialect.Info().Name)
	if err != nil {
		return finding{"last event", false, err.Error()}
	}
	var last time.Time
	var name string
	for e, at := range events {
		if at.After(last) {
			last, name = at, e
		}
	}
	if last.IsZero() {
		return finding{"last event", false, fmt.Sprintf("%s has never called this hook here; start a session and run a command", r.dialect.Info().Title)}
	}
	return finding{"last event", true, fmt.Sprintf("%s at %s", name, last.Format(time.RFC3339))}
}
