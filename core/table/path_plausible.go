package table

import (
	"path"
	"strings"
)

// plausible keeps "$f" from being every file there is: the known part has to
// point at the pattern.
func (n *name) plausible(a anchored, base string, fold bool) bool {
	if !n.unknown {
		return n.globPlausible(a)
	}
	if n.tail != "" && named(a.glob, n.tail, fold) && (a.anyDepth() || a.anchor == anchorRoot || pointed(a.glob, n.tail, fold)) {
		return true
	}
	if a.anyDepth() || !n.own || n.known == "" {
		return false
	}
	full := strings.TrimSuffix(base, "/")
	if l := a.literal(); l != "" {
		full += "/" + l
	}
	if _, above := relative(full, n.known, fold); above {
		return true
	}
	_, inside := relative(n.known, full, fold)
	return inside
}

// pointed reports whether the known end of a path says by itself that it means
// the one place that a pattern from the home directory or from / names: by a
// hidden directory, by two of its components, or by a file name that means
// nothing else. A lone "cache", ".npmrc" or "config.json" in a directory that
// is not known may be the project's own.
func pointed(glob, tail string, fold bool) bool {
	if fold {
		glob, tail = strings.ToLower(glob), strings.ToLower(tail)
	}
	dir, base := path.Split(tail)
	wantDir, wantBase := path.Split(glob)
	if dir == "" {
		return wantDir != "" && !ordinary(wantBase)
	}
	for rest, last := wantDir, wantDir == ""; !last; {
		var c string
		if c, rest, last = next(rest); strings.HasPrefix(c, ".") && hasComponent(dir, c) {
			return true
		}
	}
	if strings.Trim(wantBase, "*") == "" {
		return twoNames(path.Clean(wantDir), path.Clean(dir))
	}
	return twoNames(glob, tail) || !ordinary(wantBase) && matchName(wantBase, base)
}

// twoNames compares the last two components.
func twoNames(glob, text string) bool {
	wantDir, want := path.Split(glob)
	dir, base := path.Split(text)
	return wantDir != "" && dir != "" && matchName(path.Base(wantDir), path.Base(dir)) && matchName(want, base)
}

// ordinary reports whether a pattern's last component is no name of its own.
func ordinary(base string) bool {
	if strings.ContainsAny(base, "*?[") {
		return true
	}
	for _, p := range [...]string{"config", "settings", "hooks", "hosts"} {
		if strings.HasPrefix(base, p) {
			return true
		}
	}
	return false
}

// globPlausible keeps * and */* from being every name at any depth: "ls *" in
// a directory is not a way to name .env or a key file.
func (n *name) globPlausible(a anchored) bool {
	if !a.anyDepth() {
		return true
	}
	for rest, last := strings.TrimPrefix(n.text, "/"), false; !last; {
		var c string
		c, rest, last = next(rest)
		if strings.ContainsAny(c, "*?[") && strings.Trim(c, "*?") != "" && intersectsAny(a.glob, textTokens(c, n.reading)) {
			return true
		}
	}
	return false
}

// intersectsAny reports whether a component with wildcards can be one of the
// components that the pattern names.
func intersectsAny(glob string, text []token) bool {
	for last := glob == ""; !last; {
		var p string
		if p, glob, last = next(glob); p != "**" && p != "*" && intersect(patternTokens(p), text, false, false) {
			return true
		}
	}
	return false
}

// named reports whether the known end of a path has a component that the
// pattern names: its last one, or the last one that is literal.
func named(glob, tail string, fold bool) bool {
	if fold {
		glob, tail = strings.ToLower(glob), strings.ToLower(tail)
	}
	base := glob[strings.LastIndexByte(glob, '/')+1:]
	if base != "*" && base != "**" && base != "" {
		return matchName(base, tail[strings.LastIndexByte(tail, '/')+1:])
	}
	literal := ""
	for last := glob == ""; !last; {
		var c string
		if c, glob, last = next(glob); !strings.ContainsAny(c, "*?[") && c != "" {
			literal = c
		}
	}
	return literal != "" && hasComponent(tail, literal)
}
