package admin

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/core/bundle"
)

func (a *app) bundleBuild() command {
	var out string
	var asJSON bool
	var sel selection
	var s signing
	return command{
		usage: usageBundleBuild,
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&out, "out", "o", "", "")
			f.BoolVar(&asJSON, "json", false, "")
			sel.flags(f)
			s.flags(f)
		},
		run: func(args []string) error {
			src, err := operand(args, textSource)
			if err != nil {
				return err
			}
			if out == "" {
				return usageError(textNoOut)
			}
			b, err := a.build(src, out, sel, s)
			if err != nil {
				return err
			}
			return a.tellBuilt(b, asJSON)
		},
	}
}

// built is what a command made, for people and machines.
type built struct {
	Dir     string `json:"dir"`
	Tenant  string `json:"tenant"`
	Name    string `json:"name"`
	Version int64  `json:"version"`
	Expires string `json:"expires,omitempty"`
	Signed  bool   `json:"signed"`
	Rules   int    `json:"rules"`
}

func (a *app) build(src, out string, sel selection, s signing) (*built, error) {
	at, expires, err := s.times(a.now())
	if err != nil {
		return nil, err
	}
	target, err := sel.one(src)
	if err != nil {
		return nil, err
	}
	o := compile.Options{Version: at.UTC().Format(time.RFC3339)}
	if s.key != "" {
		o.ExpiresAt = expires
	}
	p, err := compile.Compile(target, o)
	if err != nil {
		return nil, err
	}
	a.tellNotes(p.Notes)
	files, err := bundleFiles(p)
	if err != nil {
		return nil, err
	}
	b := &built{Dir: out, Tenant: target.Tenant, Name: bundleName(target.Tenant, target.Repo), Version: at.Unix(), Rules: len(p.Rows)}
	if s.key != "" {
		if err := a.sign(files, b, s.key, expires); err != nil {
			return nil, err
		}
	}
	return b, writeBundle(out, files)
}

func bundleFiles(p *compile.Policy) (map[string][]byte, error) {
	data, err := p.Profile.Marshal()
	return map[string][]byte{bundle.ProfileFile: data, bundle.TableFile: p.Table}, err
}

// bundleName is the signed name; "all" stands for every repository.
func bundleName(tenant, repo string) string {
	if repo == "" {
		repo = "all"
	}
	return tenant + "/" + repo
}

func (a *app) tellBuilt(b *built, asJSON bool) error {
	if asJSON {
		return a.json(b)
	}
	fmt.Fprintf(a.out, textBuilt, b.Dir, count(b.Rules, "row", "rows"))
	if !b.Signed {
		fmt.Fprintf(a.out, textUnsigned, b.Dir)
		return nil
	}
	fmt.Fprintf(a.out, textSigned, b.Dir, b.Name, b.Version, b.Expires)
	return nil
}
