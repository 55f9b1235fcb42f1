package clients

import (
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed page.tmpl
var pageText string

// Page is docs/clients.md, made from the stories and their recorded results in
// a folder. It fails when one does not belong to the other.
func Page(dir string) (string, error) {
	list, err := stories(dir)
	if err != nil {
		return "", err
	}
	results, err := readResults(filepath.Join(dir, resultsFile))
	if err != nil {
		return "", err
	}
	p := page{list, results}
	if err := p.check(); err != nil {
		return "", err
	}
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, p)
	return b.String(), err
}

type page struct {
	stories []story
	results []result
}

// check compares the results with what the stories say should be there.
func (p page) check() error {
	var errs []error
	for _, s := range p.stories {
		if !slices.ContainsFunc(guarantees, func(g guarantee) bool { return g.id == s.Guarantee && g.id != twice }) {
			errs = append(errs, fmt.Errorf("story %s: there is no guarantee %q", s.Name, s.Guarantee))
		}
	}
	plan := planned(p.stories, p.version)
	for _, d := range differences(plan, p.results) {
		errs = append(errs, errors.New("expected: "+d))
	}
	for _, d := range differences(p.results, plan) {
		errs = append(errs, errors.New("recorded: "+d))
	}
	return errors.Join(errs...)
}

// version is the version that a client's results were recorded with.
func (p page) version(c *product) string {
	for _, r := range p.results {
		if r.Client == c.name {
			return r.Version
		}
	}
	return "of no known version"
}

// name is a client with its version.
func (p page) name(c *product) string {
	name := c.title + " " + p.version(c)
	if c.mode != "" {
		name += ", " + c.mode
	}
	return name
}

func (p page) Stories() int { return len(p.stories) }
func (p page) Clients() int { return len(products) }
func (p page) Played() int  { return len(p.results) }

func (p page) Limited() (n int) {
	for _, r := range p.results {
		if r.Outcome == limited {
			n++
		}
	}
	return n
}

// Table has a row for each guarantee and a column for each client.
func (p page) Table() string {
	return p.table(func(c product) bool { return c.like == "" }, true)
}

// Variants is the table of the variants, without what none of them plays.
func (p page) Variants() string {
	return p.table(func(c product) bool { return c.like != "" }, false)
}

func (p page) table(has func(product) bool, antigravity bool) string {
	var b strings.Builder
	b.WriteString("| Guarantee |")
	line := "|---|"
	for _, c := range products {
		if has(c) {
			fmt.Fprintf(&b, " %s |", p.name(&c))
			line += "---|"
		}
	}
	if antigravity {
		b.WriteString(" Antigravity, simulated |")
		line += "---|"
	}
	b.WriteString("\n" + line + "\n")
	for _, g := range guarantees {
		row, any := "| "+g.text+" |", antigravity
		for _, c := range products {
			if !has(c) {
				continue
			}
			cell := p.cell(g, c)
			any = any || cell != ""
			row += " " + orElse(cell, orElse(g.instead[c.name], "not played")) + " |"
		}
		if antigravity {
			row += " " + orElse(simulated(g), "not simulated") + " |"
		}
		if any {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// cell names the stories that hold a guarantee on a client.
func (p page) cell(g guarantee, c product) string {
	var cells []string
	for _, s := range p.stories {
		if letters, outcome := p.installs(g, s, c); letters != "" {
			mark := ""
			if outcome == limited {
				mark = "**limit** "
			}
			cells = append(cells, mark+storyLink(s.Name)+" "+letters)
		}
	}
	return strings.Join(cells, "<br>")
}

// installs are the first letters of the ways of installing that a story was
// played with for a guarantee, and what came of it.
func (p page) installs(g guarantee, s story, c product) (letters string, came outcome) {
	for _, install := range s.Installs {
		row := s.Guarantee
		if install == twice {
			row = twice
		}
		i := slices.IndexFunc(p.results, func(r result) bool { return r.Client == c.name && r.Story == s.Name && r.Install == install })
		if row != g.id || i < 0 {
			continue
		}
		letters, came = letters+install[:1], p.results[i].Outcome
	}
	return letters, came
}

func storyLink(name string) string {
	return fmt.Sprintf("[`%s`](../testdata/clients/%[1]s.json)", name)
}

func simulated(g guarantee) string {
	var links []string
	for _, name := range g.simulated {
		links = append(links, fmt.Sprintf("[`%s`](../testdata/script/%[1]s.txtar)", name))
	}
	return strings.Join(links, "<br>")
}

// Limits is the table of what the clients do not let Tempa guarantee.
func (p page) Limits() string {
	var b strings.Builder
	b.WriteString("| Client | Story | Limit |\n|---|---|---|\n")
	for _, l := range limits(p.stories) {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", p.name(&l.client), storyLink(l.story), l.text)
	}
	return b.String()
}

type limit struct {
	client      product
	story, text string
}

func limits(stories []story) (list []limit) {
	for _, c := range products {
		for _, s := range stories {
			if text := s.on(&c).Limit; text != "" && s.isFor(&c) {
				list = append(list, limit{c, s.Name, text})
			}
		}
	}
	return list
}

// Limited names the stories with a limit, by the client's title.
func Limited(dir string) (map[string][]string, error) {
	list, err := stories(dir)
	names := map[string][]string{}
	for _, l := range limits(list) {
		names[l.client.title] = append(names[l.client.title], l.story)
	}
	return names, err
}
