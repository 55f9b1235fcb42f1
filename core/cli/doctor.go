package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/repo"
	"github.com/tempahq/tempa/core/state"
)

// finding is one thing that doctor looked at.
type finding = diagnosis.Finding

// The levels of a finding.
const (
	good = diagnosis.OK
	warn = diagnosis.Warn
	bad  = diagnosis.Bad
)

// doctor checks the installation and changes nothing.
func (r *run) doctor(args []string) error {
	fs := r.flags(usageDoctor)
	asJSON := fs.bool("json")
	prove := fs.bool("prove")
	probe := fs.text("probe") // for the companion: a folder for canaries
	var flags policyFlags
	flags.on(fs)
	if err := r.parse(fs, args); err != nil {
		return err
	}
	if *prove {
		return errors.New(`a hook binary starts no other program; run "tempa doctor --prove", which tries the lines that this finds`)
	}
	rep, err := r.examine(&flags, *probe)
	if err != nil {
		return err
	}
	if *asJSON {
		err = r.printJSON(rep)
	} else {
		r.printReport(rep)
	}
	if err == nil && diagnosis.Worst(rep.Findings) == bad {
		return errFound
	}
	return err
}

// examine looks at everything.
func (r *run) examine(flags *policyFlags, probe string) (*diagnosis.Report, error) {
	dir, err := r.stateDir(flags.state)
	if err != nil {
		return nil, err
	}
	info := r.dialect.Info()
	version := clientversion.Of(dir, r.dialect, r.Getenv, "")
	rep := &diagnosis.Report{
		Schema: diagnosis.Schema, Versions: r.versions(),
		Client: diagnosis.Client{Name: info.Name, Title: info.Title, Version: version},
	}
	places := r.places()
	rep.Findings = append(rep.Findings, r.checkVersion(version), r.checkState(dir))
	rep.Findings = append(rep.Findings, r.checkPolicy(flags)...)
	rep.Findings = append(rep.Findings, r.checkPlaces(places)...)
	rep.Findings = append(rep.Findings, r.checkManaged(""))
	rep.Findings = append(rep.Findings, r.checkRepo()...)
	switches := r.checkSwitches(r.project())
	rep.Findings = append(rep.Findings, switches...)
	if rep.Events, err = dir.LastFired(info.Name); err != nil {
		return nil, err
	}
	if rep.Events == nil {
		rep.Events = map[string]time.Time{}
	}
	rep.Findings = append(rep.Findings, r.checkFired(rep.Events, places))
	r.installations(rep, places, diagnosis.Worst(switches) == bad)
	if probe != "" {
		rep.Probes, rep.Client.Try, err = r.probes(probe)
	}
	return rep, err
}

func (r *run) printReport(rep *diagnosis.Report) {
	r.printf("%s %s (core %s)\n", rep.Versions.Program, rep.Versions.Version, rep.Versions.Core)
	for _, f := range rep.Findings {
		r.printf("%s %s: %s\n", mark(f.Level), f.Check, f.Text)
	}
}

func mark(l diagnosis.Level) string {
	switch l {
	case good:
		return "ok  "
	case warn:
		return "note"
	}
	return "BAD "
}

// project is the repository around the working directory.
func (r *run) project() string {
	if root, _, err := repo.Find(r.Dir); err == nil && root != "" {
		return root
	}
	return r.Dir
}

func (r *run) checkState(dir state.Dir) finding {
	const check = "state folder"
	if err := dir.Check(); err != nil {
		return bad.Finding(check, err.Error())
	}
	if mode, ok := r.mode(dir.Path()); ok && mode&0o077 != 0 {
		return warn.Finding(check, fmt.Sprintf("%s can be read by others (mode %04o); \"%s install --repair\" closes it", dir.Path(), mode, r.dialect.Info().Program))
	}
	if _, err := os.Lstat(dir.Path()); errors.Is(err, fs.ErrNotExist) {
		return good.Finding(check, dir.Path()+", which is made when it is needed")
	}
	return good.Finding(check, dir.Path())
}

func (r *run) checkPolicy(flags *policyFlags) []finding {
	const check = "policy"
	in, err := r.inForce(flags)
	switch {
	case err != nil:
		return []finding{bad.Finding(check, err.Error()+"; until that is mended every judged call is blocked")}
	case len(in.Policies) == 0:
		return []finding{bad.Finding(check, fmt.Sprintf("there is none, so every call that is not a read asks; \"%s init\" writes one", r.dialect.Info().Program))}
	}
	var list []finding
	for i := range in.Policies {
		p := statusOf(&in.Policies[i])
		text := fmt.Sprintf("%s %s, %d rules, default %s", p.Mode, p.Version, p.Rules, p.Default)
		level := good
		if p.Expires != nil && p.Expires.Sub(r.Now) < bundle.WarnAhead {
			level = warn
			text += fmt.Sprintf("; it ends on %s and then every call is blocked: sign a new one", p.Expires.Format(time.DateOnly))
		}
		list = append(list, level.Finding(check, text))
	}
	return list
}
