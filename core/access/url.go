package access

import "strings"

// hostOf is the host that a URL, or a host with a port or a path, names. It is
// not known when anything before the path is: "https://$user@host" may name
// another host when $user holds a slash. Forms that programs read differently
// (a backslash, blanks, braces, letters beyond ASCII) are not known either.
func hostOf(v string) (name string, ok bool) {
	if i := strings.Index(v, "://"); i >= 0 {
		if !isName(strings.Replace(v[:i], "+", "-", 1)) {
			return "", false
		}
		v = v[i+3:]
	} else {
		v = strings.TrimPrefix(v, "//")
	}
	if i := strings.IndexAny(v, "/?#"); i >= 0 {
		v = v[:i]
	}
	for i := 0; i < len(v); i++ {
		if c := v[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\\{}<>\"`|^%,", c) >= 0 {
			return "", false
		}
	}
	if i := strings.LastIndexByte(v, '@'); i >= 0 {
		v = v[i+1:]
	}
	return bare(v)
}

// bare cuts the port and the brackets of an IPv6 address off.
func bare(v string) (name string, ok bool) {
	if strings.HasPrefix(v, "[") {
		end := strings.IndexByte(v, ']')
		if end < 0 || strings.Trim(v[1:end], "0123456789abcdefABCDEF:.") != "" {
			return "", false // curl's [1-3], or a zone
		}
		return strings.ToLower(v[1:end]), end > 1
	}
	if i := strings.IndexByte(v, ':'); i >= 0 && strings.IndexByte(v[i+1:], ':') < 0 {
		v = v[:i]
	}
	if strings.ContainsAny(v, "[]*") {
		return "", false
	}
	v = strings.TrimSuffix(strings.ToLower(v), ".")
	return v, v != ""
}
