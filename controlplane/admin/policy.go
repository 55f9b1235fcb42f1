package admin

import (
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/controlplane/source"
)

// selection are the flags that choose one policy of a source.
type selection struct{ tenant, repo string }

func (s *selection) flags(f *pflag.FlagSet) {
	f.StringVar(&s.tenant, "tenant", "", "")
	f.StringVar(&s.repo, "repo", "", "")
}

// defaultTenant is the tenant of a source that names none.
const defaultTenant = "local"

func readSource(src, tenant string) ([]*source.Target, error) {
	if tenant == "" {
		tenant = defaultTenant
	}
	return source.Read(src, tenant)
}

// one returns the policy that is meant: of a repository without a folder of
// its own it is the tenant's.
func (s selection) one(src string) (*source.Target, error) {
	targets, err := readSource(src, s.tenant)
	if err != nil {
		return nil, err
	}
	var fits []*source.Target
	for _, t := range targets {
		if (s.tenant == "" || t.Tenant == s.tenant) && (t.Repo == s.repo || t.Repo == "") {
			fits = append(fits, t)
		}
	}
	if s.repo != "" && len(fits) == 2 && fits[0].Tenant == fits[1].Tenant {
		fits = fits[1:]
	}
	switch {
	case len(fits) == 1 && (s.repo != "" || s.tenant != "" || len(targets) == 1):
		t := *fits[0]
		t.Repo = s.repo
		return &t, nil
	case len(fits) == 0:
		return nil, usageError(textNoTarget+"%s", src, s.tenant, names(targets))
	}
	return nil, usageError(textChoose+"%s", src, len(targets), names(targets))
}

func names(targets []*source.Target) string {
	var s string
	for _, t := range targets {
		s += "\n  --tenant " + t.Tenant
		if t.Repo != "" {
			s += " --repo " + t.Repo
		}
	}
	return s
}

// tellNotes tells what has no effect, beside the answer.
func (a *app) tellNotes(notes source.Errors) {
	for _, n := range notes {
		fmt.Fprintln(a.err, "note: "+n.Error())
	}
}

func (a *app) policyBuild() command {
	var out, tenant string
	var asJSON bool
	return command{
		usage: usagePolicyBuild,
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&out, "out", "o", "", "")
			f.StringVar(&tenant, "tenant", "", "")
			f.BoolVar(&asJSON, "json", false, "")
		},
		run: func(args []string) error {
			src, err := operand(args, textSource)
			if err != nil {
				return err
			}
			targets, err := readSource(src, tenant)
			if err != nil {
				return err
			}
			all, err := a.buildAll(targets, out)
			if err != nil {
				return err
			}
			if asJSON {
				return a.json(all)
			}
			for _, b := range all {
				fmt.Fprintf(a.out, textCompiled, b.Name, count(b.Rules, "row", "rows"))
			}
			return nil
		},
	}
}

func (a *app) buildAll(targets []*source.Target, out string) ([]built, error) {
	at := a.now().UTC().Truncate(time.Second)
	var all []built
	for i, t := range targets {
		a.progress(i+1, len(targets), "compiling")
		p, err := compile.Compile(t, compile.Options{Version: at.Format(time.RFC3339)})
		if err != nil {
			return nil, err
		}
		a.tellNotes(p.Notes)
		b := built{Tenant: t.Tenant, Name: bundleName(t.Tenant, t.Repo), Version: at.Unix(), Rules: len(p.Rows)}
		if out != "" {
			b.Dir = filepath.Join(out, url.PathEscape(t.Tenant), folderOf(t.Repo))
			if err := writePolicy(b.Dir, p); err != nil {
				return nil, err
			}
		}
		all = append(all, b)
	}
	return all, nil
}

// folderOf names a repository's folder: its key with the slashes escaped.
func folderOf(repo string) string {
	if repo == "" {
		return "_"
	}
	return url.PathEscape(repo)
}

func writePolicy(dir string, p *compile.Policy) error {
	files, err := bundleFiles(p)
	if err != nil {
		return err
	}
	return writeBundle(dir, files)
}
