package clients

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// resultsFile stands beside the stories and is no story.
const resultsFile = "results.json"

const resultsSchema = "tempa.clients/1"

// result is one story on one client, installed in one way.
type result struct {
	Client  string  `json:"client"`
	Version string  `json:"version"`
	Story   string  `json:"story"`
	Install string  `json:"install"`
	Outcome outcome `json:"outcome"`
	Limit   string  `json:"limit,omitempty"` // what the client does not let Tempa guarantee
}

// outcome is what came of a story.
type outcome string

const (
	held    outcome = "held"    // the guarantee
	limited outcome = "limited" // the client did what the limit says
	failed  outcome = "failed"  // neither
)

// order sorts results as the file has them.
func (r result) order(other result) int {
	return cmp.Or(cmp.Compare(r.Client, other.Client), cmp.Compare(r.Story, other.Story), cmp.Compare(r.Install, other.Install))
}

func (r result) String() string {
	s := fmt.Sprintf("%s %s, %s/%s: %s", r.Client, r.Version, r.Story, r.Install, r.Outcome)
	if r.Limit != "" {
		s += " (" + r.Limit + ")"
	}
	return s
}

type resultsForm struct {
	Schema  string   `json:"schema"`
	Results []result `json:"results"`
}

func readResults(file string) ([]result, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var f resultsForm
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if f.Schema != resultsSchema {
		return nil, fmt.Errorf("%s: schema %q, want %q", file, f.Schema, resultsSchema)
	}
	return f.Results, nil
}

// writeResults writes one result a line, so that a diff shows what changed.
func writeResults(file string, list []result) error {
	slices.SortFunc(list, result.order)
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%q: %q, %q: [\n", "schema", resultsSchema, "results")
	for i, r := range list {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		b.Write(line)
		if i < len(list)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]}\n")
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// planned are the results that there should be, with what they should be.
func planned(list []story, version func(*product) string) []result {
	var plan []result
	for i := range products {
		p := &products[i]
		for _, s := range list {
			if !s.isFor(p) {
				continue
			}
			for _, install := range s.Installs {
				plan = append(plan, s.expected(p, version(p), install))
			}
		}
	}
	return plan
}

// expected is the result of a story that ends as it should.
func (s *story) expected(p *product, version, install string) result {
	r := result{Client: p.name, Version: version, Story: s.Name, Install: install, Outcome: held, Limit: s.on(p).Limit}
	if r.Limit != "" {
		r.Outcome = limited
	}
	return r
}

// differences compares results with those that are recorded; what was not
// played says nothing.
func differences(played, recorded []result) (list []string) {
	for _, r := range played {
		i := slices.IndexFunc(recorded, func(o result) bool { return o.order(r) == 0 })
		switch {
		case i < 0:
			list = append(list, fmt.Sprintf("%v; not recorded", r))
		case recorded[i] != r:
			list = append(list, fmt.Sprintf("%v; recorded: %v", r, recorded[i]))
		}
	}
	return list
}

// merge puts results in the place of the recorded ones of the same clients.
func merge(played, recorded []result) ([]result, error) {
	var replaced []string
	for _, r := range played {
		if r.Outcome == failed {
			return nil, errors.New("a story failed: only results that the stories expect are recorded")
		}
		replaced = append(replaced, r.Client)
	}
	kept := slices.DeleteFunc(slices.Clone(recorded), func(r result) bool { return slices.Contains(replaced, r.Client) })
	return append(kept, played...), nil
}
