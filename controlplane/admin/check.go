package admin

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/controlplane/lint"
	"github.com/tempahq/tempa/controlplane/source"
)

func (a *app) policyCheck() command {
	var tenant string
	var asJSON bool
	return command{
		usage: usageCheck,
		flags: func(f *pflag.FlagSet) {
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
			found, err := a.lint(targets)
			if err != nil {
				return err
			}
			return a.tellFindings(src, found, asJSON)
		},
	}
}

// lint looks at every policy of the source. What several of them share is
// told once.
func (a *app) lint(targets []*source.Target) ([]lint.Finding, error) {
	found := []lint.Finding{}
	seen := map[lint.Finding]bool{}
	for i, t := range targets {
		a.progress(i+1, len(targets), "checking")
		p, err := compile.Compile(t, compile.Options{Version: "check"})
		if err != nil {
			return nil, err
		}
		for _, f := range lint.Policy(t, p, a.now()) {
			if !seen[f] {
				seen[f] = true
				found = append(found, f)
			}
		}
	}
	return found, nil
}

func (a *app) tellFindings(src string, found []lint.Finding, asJSON bool) error {
	warnings := 0
	for _, f := range found {
		if !f.Note {
			warnings++
		}
	}
	if asJSON {
		if err := a.json(found); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			fmt.Fprintln(a.out, f)
		}
		if warnings == 0 {
			fmt.Fprintf(a.out, textNothing, src)
		} else {
			fmt.Fprintln(a.out, count(warnings, "finding", "findings"))
		}
	}
	if warnings > 0 {
		return errNo
	}
	return nil
}
