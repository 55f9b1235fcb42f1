package table

import (
	"path"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/rule"
)

// allows reports whether an allow row covers a command as it is typed.
func allows(row *rule.Command, c *Call, place *Place) result {
	if !plain(c) || !programTyped(row, c) || row.Language != "" && place.Language != "" && row.Language != place.Language {
		return no
	}
	m := matcher{row: row, c: c, place: place}
	if !m.surroundings() || m.flags() != yes || m.operands() != yes || m.code() != yes || m.hosts() != yes {
		return no
	}
	if row.Pattern != "" {
		return patternTyped(row.Pattern, c)
	}
	if len(c.Args) < len(row.Words) || row.Exact && len(c.Args) != len(row.Words) {
		return no
	}
	for i, w := range row.Words {
		if a := &c.Args[i]; a.Glob || w != "*" && w != a.Value {
			return no
		}
	}
	return yes
}

// plain reports whether nothing stands between what is typed and what runs.
func plain(c *Call) bool {
	if len(c.Via) > 0 || len(c.Assigns) > 0 || c.Opaque || c.Remote || c.Inline != "" || c.Word.Dynamic || c.Word.Glob {
		return false
	}
	for _, context := range c.Context {
		if !strings.HasPrefix(context, "pipe") {
			return false
		}
	}
	return !slices.ContainsFunc(c.Args, func(w command.Word) bool { return w.Dynamic || strings.IndexByte(w.Value, 0) >= 0 })
}

func programTyped(row *rule.Command, c *Call) bool {
	return slices.ContainsFunc(row.Programs, func(p string) bool {
		return p == c.Word.Value || strings.Contains(p, "*") && path.Base(c.Word.Value) == c.Word.Value && Like(p, c.Word.Value)
	})
}

// patternTyped compares text; a word with a blank could feign two.
func patternTyped(pattern string, c *Call) result {
	for i := range c.Args {
		if strings.ContainsAny(c.Args[i].Value, " \t\n") || c.Args[i].Value == "" {
			return no
		}
	}
	text := c.Word.Value + joinWords(c.Args)
	short, star := strings.CutSuffix(pattern, " *")
	if Like(pattern, text) || star && Like(short, text) {
		return yes
	}
	return no
}

// allowFile is for allow rows: every spelling lies inside, and all of it is
// known.
func allowFile(p *rule.Path, f *File, names []name, place *Place) result {
	a, _ := anchors(p.Pattern, rule.Allow)
	for i := range names {
		n := &names[i]
		if n.open {
			return no
		}
		inside := false
		for _, base := range place.bases(a[0].anchor) {
			rel, ok := relative(n.text, base, place.Fold)
			inside = inside || ok && covers(a[0].glob, rel, f.Tree, place.Fold)
		}
		if !inside {
			return no
		}
	}
	if len(names) == 0 {
		return no
	}
	return yes
}

// covers is for allow rows: the path itself, and with its tree only under a
// pattern that names trees.
func covers(glob, rel string, tree, fold bool) bool {
	if tree && !strings.HasSuffix(glob, "**") {
		return false
	}
	if fold {
		glob, rel = strings.ToLower(glob), strings.ToLower(rel)
	}
	return matchPath(glob, rel, false, tree)
}
