package policy

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/table"
)

// Explanation is a decision with everything that led to it.
type Explanation struct {
	Decision   string               `json:"decision"`
	PolicyIDs  []string             `json:"policy_ids"`
	Reason     string               `json:"reason"`
	Guidance   []string             `json:"guidance"`
	Source     Source               `json:"source"`
	Observed   []string             `json:"observed,omitempty"`
	Commands   []*ExplainedCommand  `json:"commands"`
	Rows       []ExplainedRow       `json:"rows,omitempty"` // of the call itself
	Unresolved []ExplainedConstruct `json:"unresolved"`
}

// ExplainedCommand is one command of a line.
type ExplainedCommand struct {
	Program string         `json:"program"`
	Args    []string       `json:"args"`
	Via     []string       `json:"via"`
	Context []string       `json:"context"`
	Dynamic bool           `json:"dynamic"` // a word of it cannot be known
	Dir     string         `json:"dir,omitempty"`
	Rows    []ExplainedRow `json:"rows,omitempty"`
	// NotAllowed says why no allow rule covers it; empty when one does.
	NotAllowed string `json:"not_allowed,omitempty"`
}

// ExplainedRow is a row that matched.
type ExplainedRow struct {
	ID      string `json:"id"`
	Rule    string `json:"rule,omitempty"`
	Effect  string `json:"effect"`
	Matched string `json:"matched,omitempty"`
	Maybe   bool   `json:"maybe,omitempty"`   // only if a part that cannot be known turns out so
	Ignored string `json:"ignored,omitempty"` // why it did not count
	Decides bool   `json:"decides,omitempty"`
}

// ExplainedConstruct is something that runs and cannot be known.
type ExplainedConstruct struct {
	Construct string   `json:"construct"`
	Text      string   `json:"text,omitempty"`
	Line      int      `json:"line,omitempty"`
	Col       int      `json:"col,omitempty"`
	Via       []string `json:"via,omitempty"`
}

// Explain decides like Decide and keeps what it saw.
func Explain(in Input) (Explanation, error) {
	x := Explanation{Commands: []*ExplainedCommand{}, Unresolved: []ExplainedConstruct{}}
	j, err := newJudge(in, &x)
	if err != nil {
		return x, err
	}
	r := j.decide()
	x.Decision, x.Reason, x.Source, x.Observed = r.Decision.Kind.String(), r.Decision.Reason, r.Source, r.Observed
	x.PolicyIDs, x.Guidance = nonNil(r.Decision.PolicyIDs), nonNil(r.Decision.Guidance)
	if in.Analysis != nil {
		for _, u := range in.Analysis.Unresolved {
			x.Unresolved = append(x.Unresolved, ExplainedConstruct{u.Construct, u.Text, u.Pos.Line, u.Pos.Col, u.Via})
		}
	}
	x.markDeciders()
	return x, nil
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// markDeciders points at the rows that the decision names.
func (x *Explanation) markDeciders() {
	mark := func(rows []ExplainedRow) {
		for i := range rows {
			for _, id := range x.PolicyIDs {
				rows[i].Decides = rows[i].Decides || rows[i].ID == id && rows[i].Ignored == ""
			}
		}
	}
	mark(x.Rows)
	for _, c := range x.Commands {
		mark(c.Rows)
	}
}

// explained begins the entry of a command; nil when nobody asked.
func (j *judge) explained(c *command.Command) *ExplainedCommand {
	if j.trace == nil {
		return nil
	}
	x := &ExplainedCommand{Program: c.Program, Args: []string{}, Via: nonNil(c.Via), Context: nonNil(c.Context), Dynamic: c.Word.Dynamic || c.Program == ""}
	if c.DirKnown {
		x.Dir = c.Dir
	}
	for i := range c.Args {
		a := &c.Args[i]
		x.Dynamic = x.Dynamic || a.Dynamic
		text := a.Value
		if strings.IndexByte(text, 0) >= 0 {
			text = a.Typed
		}
		x.Args = append(x.Args, text)
	}
	j.trace.Commands = append(j.trace.Commands, x)
	return x
}

func (c *ExplainedCommand) notAllowed(why string) {
	if c != nil && c.NotAllowed == "" {
		c.NotAllowed = why
	}
}

// note keeps a row that matched.
func (j *judge) note(m table.Match, s subject, ignored string) {
	if j.trace == nil {
		return
	}
	row := ExplainedRow{ID: m.Row.ID, Rule: m.Row.Rule, Effect: string(m.Row.Effect), Matched: excerpt(s.what), Maybe: m.Maybe, Ignored: ignored}
	if s.command != nil {
		s.command.Rows = append(s.command.Rows, row)
		return
	}
	j.trace.Rows = append(j.trace.Rows, row)
}
