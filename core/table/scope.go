package table

import (
	"strings"

	"github.com/tempahq/tempa/core/rule"
)

// The scope of an exception loosens a rule, so it is read like an allow rule:
// it covers what stands there as it is typed, and nothing that is not known.

// ScopeCoversCommand reports whether a scope, spelled as in the parentheses of
// Bash(…), covers a command.
func ScopeCoversCommand(scope string, c Call, place *Place) bool {
	r, err := rule.Parse(rule.Allow, "", scoped("Bash", scope))
	if err != nil || climbs(&c) {
		return false
	}
	if r.Command == nil {
		return r.Tool != nil
	}
	row := *r.Command
	row.Language = ""
	return allows(&row, &c, place) == yes
}

// climbs reports whether a word leads upwards, out of what a * in a scope
// seems to stay in.
func climbs(c *Call) bool {
	for i := range c.Args {
		if strings.Contains(c.Args[i].Value, "..") {
			return true
		}
	}
	return false
}

// ScopeCoversFile reports whether a scope, spelled as in the parentheses of
// Edit(…), covers a file.
func ScopeCoversFile(scope string, f *File, place *Place) bool {
	r, err := rule.Parse(rule.Allow, "", scoped("Edit", scope))
	if err != nil {
		return false
	}
	if r.Path == nil {
		return r.Tool != nil
	}
	names := make([]name, 0, len(f.Names))
	for _, s := range f.Names {
		names = append(names, newName(s, f))
	}
	return allowFile(r.Path, f, names, place) == yes
}

// scoped accepts a scope with and without its tool's name.
func scoped(tool, scope string) string {
	if strings.HasSuffix(scope, ")") && strings.HasPrefix(scope, tool+"(") {
		return scope
	}
	return tool + "(" + scope + ")"
}
