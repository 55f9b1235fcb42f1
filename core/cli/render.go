package cli

import (
	"errors"
	"fmt"

	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/repo"
)

// render writes the policy's documents into the repository around the working
// directory, as the start of a session does, or shows what that would change.
func (r *run) render(args []string) error {
	fs := r.flags(usageRender)
	diff := fs.bool("diff")
	var flags policyFlags
	flags.on(fs)
	if err := r.parse(fs, args); err != nil {
		return err
	}
	l, ok := r.dialect.(render.Layouter)
	if !ok {
		return errors.New(r.dialect.Info().Title + " reads nothing from a repository")
	}
	in, err := r.inForce(&flags)
	if err != nil {
		return err
	}
	p, faults := in.Profile()
	if len(faults) > 0 {
		return faults[0].Err
	}
	dir, err := r.stateDir(flags.state)
	if err != nil {
		return err
	}
	root, err := r.checkout()
	if err != nil {
		return err
	}
	target, plan := render.Target{Root: root, Home: r.Home, State: dir}, render.New(p, l.Layout(), r.Now)
	if *diff {
		text, err := render.Diff(target, plan)
		fmt.Fprint(r.Stdout, text)
		return err
	}
	report, err := render.Apply(target, plan)
	if err == nil {
		r.printRendered(report)
	}
	return err
}

// checkout is the root of the repository around the working directory.
func (r *run) checkout() (string, error) {
	root, _, err := repo.Find(r.Dir)
	if err == nil && root == "" {
		err = errors.New("this is no git repository, so there is nothing to render into; run it in one")
	}
	return root, err
}

func (r *run) printRendered(report *render.Report) {
	title := r.dialect.Info().Title
	if len(report.Written)+len(report.Removed)+len(report.Skipped) == 0 {
		r.printf(textRenderedAlready, title)
	}
	for _, list := range []struct {
		what  string
		paths []string
	}{{"wrote", report.Written}, {"removed", report.Removed}} {
		for _, p := range list.paths {
			r.printf("%s: %s %s\n", title, list.what, p)
		}
	}
	for _, s := range report.Skipped {
		r.printf("%s: left out %s, which %s\n", title, s.Path, s.Reason)
	}
}
