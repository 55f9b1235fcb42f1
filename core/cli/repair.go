package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/diagnosis"
)

// repair is one thing to mend.
type repair struct {
	what string
	do   func() error
}

// repair mends what doctor found, as far as it is the person's: lines of ours
// that differ, the binary, modes. What belongs to others stays, and so does
// what a client keeps for itself.
func (r *run) repair(args []string) error {
	fs := r.flags(usageInstall)
	fs.bool("repair")
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	if r.Home == "" {
		_, _, err := r.target()
		return err
	}
	places := r.places()
	todo, err := r.repairs(places)
	if err != nil {
		return err
	}
	if len(todo) == 0 {
		return r.nothingToRepair(places)
	}
	var list []string
	for _, t := range todo {
		list = append(list, t.what)
	}
	if err := r.consent(fmt.Sprintf(textRepairAsk, strings.Join(list, "\n  ")), *yes); err != nil {
		return err
	}
	for _, t := range todo {
		if err := t.do(); err != nil {
			return fmt.Errorf("%s: %w", t.what, err)
		}
	}
	r.printf(textRepaired, strings.Join(list, "\n  "), r.dialect.Info().Program)
	return nil
}

func (r *run) nothingToRepair(places []place) error {
	if len(places) == 0 {
		r.printf(textRepairNone, r.dialect.Info().Program)
		return errFound
	}
	r.printf(textRepairNothing, r.dialect.Info().Program)
	return nil
}

// repairs are in the order in which they are safe: a hook line without its
// binary blocks every call.
func (r *run) repairs(places []place) ([]repair, error) {
	var todo []repair
	binary := r.installedBinary()
	needs := slices.ContainsFunc(places, func(p place) bool { return p.Program == binary })
	if needs {
		for _, c := range r.copies() {
			todo = append(todo, repair{"put " + filepath.Base(c.from) + " at " + c.to, c.run})
		}
	}
	todo = append(todo, r.modeRepairs(places)...)
	for i := range places {
		p := &places[i]
		if p.Kind != diagnosis.User || p.Intact {
			continue
		}
		if p.err != nil {
			return nil, fmt.Errorf("%s is left as it is: it %v; mend it, then run this again", p.File, p.err)
		}
		new, err := p.lines.Add(p.data)
		if err != nil {
			return nil, fmt.Errorf("%s is left as it is: it %v; mend it, then run this again", p.File, err)
		}
		if !bytes.Equal(new, p.data) {
			todo = append(todo, repair{"write Tempa's lines in " + p.File + " anew, and keep the file as it is beside it", func() error {
				return replaceFile(p.File, p.data, new)
			}})
		}
	}
	return todo, nil
}

// modeRepairs take away what others may do. They add no right but that to run
// our own binary.
func (r *run) modeRepairs(places []place) []repair {
	var todo []repair
	closeFor := func(path string, take, give os.FileMode) {
		mode, ok := r.mode(path)
		if want := mode&^take | give; ok && want != mode {
			todo = append(todo, repair{fmt.Sprintf("change the mode of %s from %04o to %04o", path, mode, want), func() error { return os.Chmod(path, want) }})
		}
	}
	state, err := r.stateDir("")
	if err != nil {
		return nil
	}
	closeFor(state.Path(), 0o077, 0)
	bin := filepath.Dir(r.installedBinary())
	closeFor(bin, 0o022, 0)
	if sameContent(r.installedBinary(), r.Executable) {
		closeFor(r.installedBinary(), 0o022, 0o500)
	}
	for _, p := range places {
		if p.Kind == diagnosis.User {
			closeFor(p.File, 0o002, 0)
		}
	}
	return todo
}
