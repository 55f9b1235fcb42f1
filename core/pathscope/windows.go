package pathscope

import "strings"

// slashes spells a Windows path with slashes, which Windows takes as well.
func slashes(p string) string { return strings.ReplaceAll(p, `\`, "/") }

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// normal cuts an absolute Windows path into its volume ("C:", or
// "//server/share" in lower case) and the rest as Windows reads it: without
// streams, without the dots and spaces that it drops at the end of a name.
// exact is false where another machine, a device or the current directory of a
// drive decides. dir gives the drive of a path that has none.
func normal(p, dir string) (volume, rest string, exact bool) {
	p, device := undevice(slashes(p))
	volume, rest, exact = split(p, dir)
	exact = exact && (!device || len(volume) == 2 || strings.HasPrefix(volume, "//"))
	names := strings.Split(rest, "/")
	for i, name := range names {
		var ok bool
		names[i], ok = tidyName(name)
		exact = exact && ok
	}
	return volume, strings.Join(names, "/"), exact
}

// undevice takes \\?\ and its relatives away, which turn Windows' own tidying
// off.
func undevice(p string) (rest string, device bool) {
	for _, prefix := range []string{"//?/", "//./", "/??/"} {
		rest, ok := strings.CutPrefix(p, prefix)
		switch {
		case !ok:
			continue
		case len(rest) > 4 && strings.EqualFold(rest[:4], "UNC/"):
			return "//" + rest[4:], true
		}
		return rest, true
	}
	return p, false
}

// split cuts the volume off. The administrators' share \\host\c$ is drive C: of
// that host, which may be this one.
func split(p, dir string) (volume, rest string, exact bool) {
	if server, found := strings.CutPrefix(p, "//"); found {
		host, path, _ := strings.Cut(server, "/")
		share, rest, _ := strings.Cut(path, "/")
		if len(share) == 2 && share[1] == '$' && letter(share[0]) {
			return strings.ToUpper(share[:1]) + ":", rest, false
		}
		return "//" + strings.ToLower(host) + "/" + strings.ToLower(share), rest, host != "" && share != ""
	}
	if len(p) > 1 && p[1] == ':' && letter(p[0]) {
		return strings.ToUpper(p[:1]) + ":", p[2:], len(p) > 2 && p[2] == '/'
	}
	if len(dir) > 1 && dir[1] == ':' && letter(dir[0]) {
		return strings.ToUpper(dir[:1]) + ":", p, strings.HasPrefix(p, "/")
	}
	return "", p, false
}

// tidyName is a name as Windows opens it: "x." and "x " are x, "x:y" is a
// stream of x. A name of dots alone is read differently by different calls.
func tidyName(name string) (string, bool) {
	if name == "." || name == ".." {
		return name, true
	}
	base, _, _ := strings.Cut(name, ":")
	tidy := strings.TrimRight(base, ". ")
	if tidy == "" && name != "" {
		return name, false
	}
	return tidy, true
}

// mounted reads /c/x, /cygdrive/c/x and /mnt/c/x as Git Bash, Cygwin and the
// Linux subsystem do.
func mounted(p string) (string, bool) {
	for _, prefix := range []string{"/cygdrive", "/mnt", ""} {
		rest, ok := strings.CutPrefix(p, prefix+"/")
		if !ok || rest == "" || !letter(rest[0]) {
			continue
		}
		if len(rest) == 1 || rest[1] == '/' {
			return strings.ToUpper(rest[:1]) + ":/" + strings.TrimPrefix(rest[1:], "/"), true
		}
	}
	return "", false
}
