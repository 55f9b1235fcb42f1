package table

import (
	"strings"

	"github.com/tempahq/tempa/core/rule"
)

// Where a path pattern begins.
const (
	anchorFile = '/' // the file system's root
	anchorHome = '~' // the home directory
	anchorRoot = '.' // a root of the workspace
	anchorAny  = '*' // any directory
)

// anchored is a path pattern ready to match: where it begins, and a glob
// relative to there without a leading slash.
type anchored struct {
	anchor byte
	glob   string
}

// anchors reads the spelling of a rule; see rule.Path. A pattern may mean two
// places.
func anchors(pattern string, effect rule.Effect) (a [2]anchored, n int) {
	add := func(anchor byte, glob string) {
		if strings.HasSuffix(glob, "/") {
			glob += "**"
		}
		a[n] = anchored{anchor, glob}
		n++
	}
	strict := effect == rule.Allow
	switch {
	case strings.HasPrefix(pattern, "//"):
		add(anchorFile, pattern[2:])
	case pattern == "~":
		add(anchorHome, "**")
	case strings.HasPrefix(pattern, "~/"):
		add(anchorHome, pattern[2:])
	case strings.HasPrefix(pattern, "/"):
		add(anchorRoot, pattern[1:])
		if !strict {
			add(anchorFile, pattern[1:])
		}
	case strings.HasPrefix(pattern, "./"):
		add(anchorRoot, pattern[2:])
	case pattern == ".":
		add(anchorRoot, "**")
	case strings.HasPrefix(pattern, "**/") && !strict:
		add(anchorAny, pattern)
	case !strict && pattern != "**" && !strings.Contains(strings.TrimSuffix(pattern, "/"), "/"):
		add(anchorRoot, "**/"+pattern)
	default:
		add(anchorRoot, pattern)
	}
	return a, n
}

// literal is the part of the glob in front of its first wildcard, whole
// components only.
func (a anchored) literal() string {
	end := 0
	for p := a.glob; ; {
		c, rest, last := next(p)
		if strings.ContainsAny(c, "*?[") {
			break
		}
		end = len(a.glob) - len(rest)
		if last {
			return a.glob
		}
		p = rest
	}
	return strings.TrimSuffix(a.glob[:end], "/")
}

// anyDepth reports whether the pattern names something at any depth.
func (a anchored) anyDepth() bool { return strings.HasPrefix(a.glob, "**/") }

// file puts a row under the most telling thing its pattern names.
func (a anchored) file(x *[indexes]indexed, row int) {
	glob := strings.ToLower(a.glob)
	if !a.anyDepth() {
		lower := anchored{a.anchor, glob}
		x[byPrefix].file(prefixKey(a.anchor, lower.literal()), row)
		return
	}
	for p := glob; p != ""; {
		c, rest, _ := next(p)
		if !strings.ContainsAny(c, "*?[") {
			x[byName].file(c, row)
			return
		}
		if ext := literalEnd(c); ext != "" {
			x[byExt].file(ext, row)
			return
		}
		p = rest
	}
	x[scanPath].file(glob, row)
}

// prefixKey is the key of a literal directory: its anchor, a slash, the path.
func prefixKey(anchor byte, dir string) string {
	if dir == "" {
		return string(rune(anchor))
	}
	return string(rune(anchor)) + "/" + dir
}

// literalEnd is what a component ends with, from the first dot behind its
// last wildcard on: ".pem" for "*.pem".
func literalEnd(c string) string {
	tail := c[strings.LastIndexAny(c, "*?]")+1:]
	if i := strings.IndexByte(tail, '.'); i >= 0 {
		return tail[i:]
	}
	return ""
}
