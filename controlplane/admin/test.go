package admin

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/cases"
	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/core/decision"
)

func (a *app) policyTest() command {
	var sel selection
	var asJSON bool
	return command{
		usage: usageTest,
		flags: func(f *pflag.FlagSet) {
			sel.flags(f)
			f.BoolVar(&asJSON, "json", false, "")
		},
		run: func(args []string) error {
			if len(args) == 0 {
				return usageError("%s", textSource)
			}
			list, err := readCases(args[0], args[1:])
			if err != nil {
				return err
			}
			results, err := a.decideAll(args[0], sel, list)
			if err != nil {
				return err
			}
			return a.tellResults(results, asJSON)
		},
	}
}

func readCases(src string, files []string) ([]cases.Case, error) {
	if len(files) == 0 {
		found, err := cases.Find(src)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, usageError(textNoCases, src)
		}
		files = found
	}
	return cases.Read(files)
}

// result is one case and what was decided.
type result struct {
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Call   string   `json:"call"`
	Want   string   `json:"want"`
	WantBy string   `json:"want_by,omitempty"`
	Got    string   `json:"got"`
	GotBy  []string `json:"got_by"`
	Reason string   `json:"reason,omitempty"`
	OK     bool     `json:"ok"`
}

func (a *app) decideAll(src string, sel selection, list []cases.Case) ([]result, error) {
	target, err := sel.one(src)
	if err != nil {
		return nil, err
	}
	p, err := compile.Compile(target, compile.Options{Version: "test"})
	if err != nil {
		return nil, err
	}
	decide, err := cases.Decider(p.Table, a.now())
	if err != nil {
		return nil, err
	}
	results := make([]result, 0, len(list))
	for i, c := range list {
		a.progress(i+1, len(list), "deciding")
		d, err := decide(c.Event)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", c.File, c.Line, err)
		}
		results = append(results, judged(c, d))
	}
	return results, nil
}

func judged(c cases.Case, d decision.Decision) result {
	ids := d.PolicyIDs
	if ids == nil {
		ids = []string{}
	}
	return result{c.File, c.Line, c.Call, c.Want, c.By, d.Kind.String(), ids, d.Reason, c.Met(d)}
}

func (a *app) tellResults(results []result, asJSON bool) error {
	differ := 0
	for _, r := range results {
		if !r.OK {
			differ++
		}
	}
	if asJSON {
		if err := a.json(results); err != nil {
			return err
		}
	} else {
		a.tellDifferences(results, differ)
	}
	if differ > 0 {
		return errNo
	}
	return nil
}

// tellDifferences tells what differs as a diff: - what is wanted, + what is.
func (a *app) tellDifferences(results []result, differ int) {
	for _, r := range results {
		if r.OK {
			continue
		}
		fmt.Fprintf(a.out, "%s:%d: %s\n  - %s\n  + %s\n", r.File, r.Line, r.Call, by(r.Want, r.WantBy), by(r.Got, strings.Join(r.GotBy, ", ")))
		if r.Reason != "" {
			fmt.Fprintf(a.out, "    %s\n", r.Reason)
		}
	}
	if differ > 0 {
		fmt.Fprintf(a.out, textSomeCases, fmt.Sprintf("%d of %s", differ, count(len(results), "case", "cases")))
		return
	}
	fmt.Fprintf(a.out, textAllCases, count(len(results), "case", "cases"))
}

func by(decision, ids string) string {
	if ids == "" {
		return decision
	}
	return decision + " by " + ids
}
