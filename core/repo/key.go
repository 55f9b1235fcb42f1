package repo

import "strings"

// maxKey bounds a key; it is stored, shown and used as a folder name.
const maxKey = 512

// Key is the key of a remote URL: host and path, the host in lower case,
// without user, port and .git, so that every spelling of one remote is one
// key. It is false for what names no host: a file, a local path, a transport
// helper.
func Key(url string) (string, bool) {
	host, path, ok := split(strings.TrimSpace(url))
	if !ok {
		return "", false
	}
	host, ok = cleanHost(host)
	if !ok {
		return "", false
	}
	path, ok = cleanPath(path)
	if !ok || len(host)+1+len(path) > maxKey {
		return "", false
	}
	return host + "/" + path, true
}

// split cuts a URL, or the scp-like host:path, into authority and path.
func split(url string) (host, path string, ok bool) {
	if scheme, rest, found := strings.Cut(url, "://"); found {
		if !network(strings.ToLower(scheme)) {
			return "", "", false
		}
		rest, _, _ = strings.Cut(rest, "?")
		rest, _, _ = strings.Cut(rest, "#")
		return strings.Cut(rest, "/")
	}
	if inner, rest, found := bracketed(url); found {
		return inner, rest, true
	}
	host, path, ok = strings.Cut(url, ":")
	switch {
	case !ok, strings.ContainsAny(host, `/\`):
		return "", "", false // a local path
	case strings.HasPrefix(path, ":"):
		return "", "", false // a transport helper: ext::sh -c …
	case len(host) == 1:
		return "", "", false // a drive letter
	}
	return host, path, true
}

// bracketed cuts user@[::1]:path, where the host itself holds colons.
func bracketed(url string) (host, path string, ok bool) {
	end := strings.Index(url, "]:")
	open := strings.IndexByte(url, '[')
	if open < 0 || end < open || strings.ContainsAny(url[:open], `/\:`) {
		return "", "", false
	}
	return url[:end+1], url[end+2:], true
}

func network(scheme string) bool {
	switch scheme {
	case "ssh", "git", "http", "https", "ftp", "ftps", "git+ssh", "ssh+git", "git+https":
		return true
	}
	return false
}

// cleanHost takes user and port away. The host "local" is refused: it is the
// first half of a local key.
func cleanHost(authority string) (string, bool) {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 0 {
			return "", false
		}
		host = host[:end+1]
	} else {
		host, _, _ = strings.Cut(host, ":")
	}
	host = strings.TrimRight(strings.ToLower(host), ".")
	if host == "" || host == "local" || host[0] == '-' || host[0] == '.' {
		return "", false
	}
	for i := range len(host) {
		if c := host[i]; !alnum(c) && !strings.ContainsRune(".-_[]:", rune(c)) {
			return "", false
		}
	}
	return host, true
}

// cleanPath takes slashes at both ends and .git away. A key must never lead
// out of the folder it is used in, so . and .. are refused.
func cleanPath(path string) (string, bool) {
	var parts []string
	for part := range strings.SplitSeq(path, "/") {
		switch part {
		case "":
			continue
		case ".", "..":
			return "", false
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "", false
	}
	last := len(parts) - 1
	if parts[last] = strings.TrimSuffix(parts[last], ".git"); parts[last] == "" {
		return "", false
	}
	if parts[last] == "." || parts[last] == ".." {
		return "", false
	}
	path = strings.Join(parts, "/")
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c >= 0x7f || c == '\\' || c == ':' {
			return "", false
		}
	}
	return path, true
}

func alnum(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' }
