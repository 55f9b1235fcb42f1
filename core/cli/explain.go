package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/sources"
)

// explain says what Tempa decides about a shell command.
func (r *run) explain(args []string) error {
	fs := r.flags(usageExplain)
	asJSON := fs.bool("json")
	powerShell := fs.bool("powershell")
	var flags policyFlags
	flags.on(fs)
	if err := fs.parse(args); err != nil {
		return err
	}
	line := strings.Join(fs.rest, " ")
	if line == "" {
		return errors.New("which command? put it behind --, in quotes")
	}
	in, err := r.inForce(&flags)
	if err != nil {
		return err
	}
	if len(in.Policies) == 0 {
		return fmt.Errorf("there is no policy to ask; \"%s init\" writes one", r.dialect.Info().Program)
	}
	x, err := r.explanation(in, &flags, line, *powerShell)
	if err != nil {
		return err
	}
	if *asJSON {
		text, err := json.MarshalIndent(x)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(r.Stdout, "%s\n", text)
		return err
	}
	writeExplanation(r.Stdout, line, x)
	return nil
}

func (r *run) explanation(in *sources.InForce, flags *policyFlags, line string, powerShell bool) (*policy.Explanation, error) {
	dir, err := r.stateDir(flags.state)
	if err != nil {
		return nil, err
	}
	t := &event.Tool{Name: "Bash", Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, Command: line}
	if powerShell {
		t.Name, t.Rule, t.Language = "PowerShell", "PowerShell", event.PowerShell
	}
	ev := &event.Event{Kind: event.ToolPre, Harness: r.dialect.Info().Name, Dir: r.Dir, Tool: t}
	return hook.Explain(hook.Question{
		Event: ev, Policies: in.Policies, Home: r.Home, State: dir, Bundle: flags.bundle,
		GOOS: r.GOOS, Getenv: r.Getenv, Now: r.Now,
	})
}

// writeExplanation is the explanation for a person.
func writeExplanation(w io.Writer, line string, x *policy.Explanation) {
	fmt.Fprintf(w, "%s\n  %s\n", strings.ReplaceAll(strings.TrimSpace(line), "\n", "\n  "), verdict(x))
	for i, c := range x.Commands {
		fmt.Fprintf(w, "\n%d. %s\n", i+1, commandText(c))
		if len(c.Via) > 0 {
			fmt.Fprintf(w, "   through %s\n", strings.Join(c.Via, " > "))
		}
		if len(c.Context) > 0 {
			fmt.Fprintf(w, "   inside  %s\n", strings.Join(c.Context, " > "))
		}
		for _, text := range rowTexts(c.Rows) {
			fmt.Fprintf(w, "   %s\n", text)
		}
		if c.NotAllowed != "" {
			fmt.Fprintf(w, "   allow rules: %s\n", c.NotAllowed)
		}
	}
	for _, row := range x.Rows {
		fmt.Fprintf(w, "\n%s\n", rowText(row))
	}
	for _, u := range x.Unresolved {
		fmt.Fprintf(w, "\ncannot be known: %s", u.Construct)
		if u.Text != "" {
			fmt.Fprintf(w, " (%s)", u.Text)
		}
		if u.Line > 0 {
			fmt.Fprintf(w, " at line %d, column %d", u.Line, u.Col)
		}
		fmt.Fprintln(w)
	}
}

func verdict(x *policy.Explanation) string {
	v := strings.ToUpper(x.Decision)
	if len(x.PolicyIDs) > 0 {
		v += " by " + strings.Join(x.PolicyIDs, ", ")
	}
	if x.Reason != "" {
		v += ": " + x.Reason
	}
	if x.Decision == "allow" || x.Decision == "defer" {
		v += " (no objection; the client's own rules still apply)"
	}
	return v
}

func commandText(c *policy.ExplainedCommand) string {
	name := c.Program
	if name == "" {
		name = "(unknown program)"
	}
	return strings.Join(append([]string{name}, c.Args...), " ")
}

// rowTexts says what several rows of one rule say alike only once: a home
// directory matches a hundred rows.
func rowTexts(rows []policy.ExplainedRow) []string {
	var texts []string
	for _, row := range rows {
		if text := rowText(row); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

func rowText(row policy.ExplainedRow) string {
	mark := "matches "
	if row.Decides {
		mark = "DECIDES "
	}
	text := mark + row.Effect + " " + row.ID
	if row.Rule != "" {
		text += " " + row.Rule
	}
	if row.Matched != "" {
		text += " on " + row.Matched
	}
	if row.Maybe {
		text += " (perhaps)"
	}
	if row.Ignored != "" {
		text += " (does not count: " + row.Ignored + ")"
	}
	return text
}
