package lint

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// Covers reports whether a surely matches everything that b matches. Where it
// cannot tell it says no: a finding must be right.
func Covers(a, b rule.Row) bool {
	switch {
	case a.Tool != nil && b.Tool != nil:
		return a.Tool.Name == b.Tool.Name
	case a.Tool != nil && b.Command != nil:
		return a.Tool.Name == "Bash" && b.Command.Language == event.Bash || a.Tool.Name == "PowerShell" && b.Command.Language == event.PowerShell
	case a.Command != nil && b.Command != nil:
		return coversCommand(a.Command, b.Command)
	case a.Path != nil && b.Path != nil:
		return coversPath(a.Path, b.Path)
	case a.Domain != nil && b.Domain != nil:
		return coversHost(a.Domain.Pattern, b.Domain.Pattern)
	case a.MCP != nil && b.MCP != nil:
		return coversGlob(a.MCP.Server, b.MCP.Server) && coversGlob(a.MCP.Tool, b.MCP.Tool)
	}
	return false
}

// coversCommand knows two shapes: the same rule, and fewer words and flags.
func coversCommand(a, b *rule.Command) bool {
	if a.Language != b.Language || !slices.Equal(a.Programs, b.Programs) {
		return false
	}
	if a.Exact || a.Pattern != "" || len(a.NoFlags) > 0 || len(a.Operands) > 0 || b.Pattern != "" {
		return same(a, b)
	}
	return len(a.Words) <= len(b.Words) && slices.Equal(a.Words, b.Words[:len(a.Words)]) && !slices.ContainsFunc(a.Flags, func(group []string) bool {
		return !slices.ContainsFunc(b.Flags, func(have []string) bool { return slices.Equal(group, have) })
	})
}

func same(a, b *rule.Command) bool {
	return a.Pattern == b.Pattern && a.Exact == b.Exact && slices.Equal(a.Words, b.Words) &&
		slices.EqualFunc(a.Flags, b.Flags, slices.Equal[[]string]) && slices.Equal(a.NoFlags, b.NoFlags) &&
		slices.Equal(a.Operands, b.Operands) && slices.Equal(a.NotOperands, b.NotOperands)
}

func coversPath(a, b *rule.Path) bool {
	if !within(a.Access, b.Access) || !within(a.Tools, b.Tools) {
		return false
	}
	pa, pb := strings.TrimPrefix(a.Pattern, "./"), strings.TrimPrefix(b.Pattern, "./")
	tree, ok := strings.CutSuffix(pa, "**")
	return pa == pb || ok && (tree == "" || strings.HasSuffix(tree, "/")) && strings.HasPrefix(pb, tree) && !strings.ContainsAny(tree, "*?[") && relative(tree, pb)
}

// relative keeps ** of the repository apart from absolute and home paths.
func relative(tree, path string) bool {
	return tree != "" || !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "~")
}

// within reports whether a list that limits b also holds for a; an empty list
// limits nothing.
func within[T comparable](a, b []T) bool {
	if len(a) == 0 {
		return true
	}
	return len(b) > 0 && !slices.ContainsFunc(b, func(x T) bool { return !slices.Contains(a, x) })
}

func coversHost(a, b string) bool {
	if a == b || a == "*" {
		return true
	}
	suffix, ok := strings.CutPrefix(a, "*.")
	return ok && strings.HasSuffix(b, "."+suffix)
}

// coversGlob knows equal names, * alone, and a prefix before the only *.
func coversGlob(a, b string) bool {
	if a == b || a == "*" || a == "" {
		return true
	}
	prefix, ok := strings.CutSuffix(a, "*")
	return ok && !strings.Contains(prefix, "*") && strings.HasPrefix(b, prefix)
}
