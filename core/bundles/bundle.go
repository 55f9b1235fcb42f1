// Package bundles holds the built-in rule bundles as data: what they match,
// why, what to do instead, and examples that are their tests and their
// documentation.
//
// It is for the time a policy is built, explained or documented. A hook reads
// the compiled table and does not link it.
package bundles

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/rule"
)

// Bundle is a set of rules on one subject, configured and ready to compile.
type Bundle struct {
	ID      string
	Title   string
	Summary string // one paragraph: what it is for and what it leaves alone
	Config  []Option
	Rules   []Rule
}

// Rule is one rule of a bundle.
type Rule struct {
	ID      string // "tempa/<bundle>/<rule>"
	Effect  rule.Effect
	Reason  string
	Instead string
	Rows    []rule.Row // any of them makes the rule match

	// Matches and Passes are calls that the rule, with the default
	// configuration, decides and leaves alone. A plain line is a shell
	// command; another tool is written as in rules: "Read(~/.netrc)".
	Matches []string
	Passes  []string
}

// Name is the last part of the rule's id, as options spell it.
func (r Rule) Name() string { return r.ID[strings.LastIndexByte(r.ID, '/')+1:] }

// constructors are the bundles in the order they are documented in.
func constructors() []func(settings) Bundle {
	return []func(settings) Bundle{
		destructive, secrets, selfProtection, git, network, packages, privilege,
	}
}

// All returns every bundle with its default configuration.
func All() []Bundle {
	var all []Bundle
	for _, construct := range constructors() {
		all = append(all, complete(construct(settings{})))
	}
	return all
}

// Get returns one bundle, configured.
func Get(id string, with map[string]any) (Bundle, error) {
	for _, construct := range constructors() {
		b := complete(construct(settings{}))
		if b.ID != id {
			continue
		}
		s, err := b.read(with)
		if err != nil {
			return Bundle{}, fmt.Errorf("bundle %q: %v", id, err)
		}
		return complete(construct(s)).override(s), nil
	}
	return Bundle{}, fmt.Errorf("no bundle %q: the built-in bundles are %s", id, strings.Join(ids(), ", "))
}

// Rows returns the rows of one bundle, configured. An error names the option
// that is wrong and what it should be.
func Rows(id string, with map[string]any) ([]rule.Row, error) {
	b, err := Get(id, with)
	if err != nil {
		return nil, err
	}
	var rows []rule.Row
	for _, r := range b.Rules {
		rows = append(rows, r.Rows...)
	}
	return rows, nil
}

func ids() []string {
	var ids []string
	for _, b := range All() {
		ids = append(ids, b.ID)
	}
	return ids
}

// complete writes into every row what the author said once per rule, and adds
// the options that all bundles have.
func complete(b Bundle) Bundle {
	b.Config = append(b.Config, effectOptions()...)
	for i := range b.Rules {
		r := &b.Rules[i]
		r.ID = "tempa/" + b.ID + "/" + r.ID
		for j := range r.Rows {
			row := &r.Rows[j]
			row.Effect, row.ID, row.Reason, row.Instead = r.Effect, r.ID, r.Reason, r.Instead
		}
	}
	return b
}

// override applies the options deny, ask and off.
func (b Bundle) override(s settings) Bundle {
	b.Rules = slices.DeleteFunc(b.Rules, func(r Rule) bool { return slices.Contains(s["off"], r.Name()) })
	for i := range b.Rules {
		r := &b.Rules[i]
		for _, e := range []rule.Effect{rule.Ask, rule.Deny} {
			if slices.Contains(s[string(e)], r.Name()) {
				r.Effect = e
			}
		}
		for j := range r.Rows {
			r.Rows[j].Effect = r.Effect
		}
	}
	return b
}

// The rest spells rows.

func words(s ...string) []string { return strings.Fields(strings.Join(s, " ")) }

// flags are groups that must all be present; spellings of one group stand in
// one string.
func flags(groups ...string) [][]string {
	var all [][]string
	for _, g := range groups {
		all = append(all, words(g))
	}
	return all
}

func commands(cs ...rule.Command) []rule.Row {
	var rows []rule.Row
	for _, c := range cs {
		rows = append(rows, rule.Row{Command: &c})
	}
	return rows
}

func paths(p rule.Path, patterns ...string) []rule.Row {
	var rows []rule.Row
	for _, pattern := range patterns {
		one := p
		one.Pattern = pattern
		rows = append(rows, rule.Row{Path: &one})
	}
	return rows
}

func domains(except []string, patterns ...string) []rule.Row {
	var rows []rule.Row
	for _, p := range patterns {
		rows = append(rows, rule.Row{Domain: &rule.Domain{Pattern: p, Except: except}})
	}
	return rows
}

// patterns are rows on whole commands of one program, for what subcommand and
// flags cannot say.
func patterns(program string, globs ...string) []rule.Row {
	var rows []rule.Row
	for _, g := range globs {
		rows = append(rows, rule.Row{Command: &rule.Command{Programs: words(program), Pattern: g}})
	}
	return rows
}

func rows(groups ...[]rule.Row) []rule.Row { return slices.Concat(groups...) }

// prefixed puts a prefix before each word.
func prefixed(prefix string, ws []string) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = prefix + w
	}
	return out
}

func upper(s string) string { return strings.ToUpper(s) }

// title makes "drop table" "Drop Table".
func title(s string) string {
	ws := words(s)
	for i, w := range ws {
		ws[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(ws, " ")
}
