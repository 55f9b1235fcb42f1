package cli

import (
	"bytes"
	"path/filepath"

	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/harness"
)

// checkRepo says whether the repository around the working directory has hooks
// for an agent in the cloud.
func (r *run) checkRepo() []finding {
	d, ok := r.dialect.(harness.Repository)
	if !ok {
		return nil
	}
	const check = "hooks in this repository"
	file := filepath.Join(r.project(), filepath.FromSlash(d.RepositoryTable().File))
	data, err := readFile(file)
	switch {
	case err != nil:
		return []finding{bad.Finding(check, err.Error())}
	case !bytes.Contains(data, []byte("tempa")):
		return []finding{good.Finding(check, "none")}
	}
	return []finding{good.Finding(check, file+" (for an agent in the cloud)")}
}

// managedThere reports whether the administrator has installed the hook.
func (r *run) managedThere() (bool, *managed) {
	m, err := r.managed(r.GOOS, "", false)
	if err != nil {
		return false, nil
	}
	there, err := m.present()
	return err == nil && there, m
}

// managedPlace is the administrator's installation, as far as it has lines.
func (r *run) managedPlace() (place, bool) {
	there, m := r.managedThere()
	if !there {
		return place{}, false
	}
	for _, f := range m.files {
		if f.Hooks != nil {
			p := r.place(diagnosis.Managed, m.at(f.Path), *f.Hooks, m.line())
			p.Program = m.at(m.binary())
			return p, true
		}
	}
	return place{}, false
}

// runOf is how the client starts the line of a tool call, nil where the lines
// are not ours to the letter.
func (r *run) runOf(p *place) *diagnosis.Run {
	d, ok := r.dialect.(harness.Provable)
	if !ok || !p.Intact {
		return nil
	}
	name, _ := d.Canary("", "")
	e, ok := toolEvent(r.dialect, name)
	if !ok {
		return nil
	}
	return &diagnosis.Run{Event: name, Argv: d.Start(e, p.line), Dir: p.dir}
}
