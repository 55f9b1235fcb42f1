package secrets

import (
	"math"
	"strings"
)

// madeUp reports whether the body of a token is a documented sample or filled
// in by hand: too few different characters, or a word that says so.
func (s *scanner) madeUp(body string) bool {
	body = body[:min(len(body), 256)]
	s.steps += len(body)
	if entropy(body) < 3 || body == "16C7e42F292c6912E7710c838347Ae178B4a" { // GitHub's documentation
		return true
	}
	return says(strings.ToLower(body))
}

// says reports whether a text in lower case calls itself a placeholder.
func says(lower string) bool {
	for _, word := range [...]string{
		"example", "placeholder", "changeme", "change-me", "change_me", "redacted", "dummy", "xxxx", "your-", "your_", "yourpass",
		"yourtoken", "yourkey", "yoursecret", "replace-", "replace_", "insert-", "insert_", "-here", "_here", "sample-", "sample_", "****", "....",
	} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// entropy is the number of bits per character, at most 64 of them looked at.
func entropy(body string) float64 {
	body = body[:min(len(body), 64)]
	var count [256]uint8
	for i := range len(body) {
		count[body[i]]++
	}
	bits, n := 0.0, float64(len(body))
	for _, c := range count {
		if c > 0 {
			p := float64(c) / n
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// placeholder reports whether an assigned value stands for another one: a
// variable, a substitution, a type, a word that says "fill me in".
func (s *scanner) placeholder(v string) bool {
	s.steps += len(v)
	if v == "" || strings.IndexByte("<$%{[(*#&:+", v[0]) >= 0 && (v[0] != '$' && v[0] != '#' && v[0] != '%' && v[0] != '&' || variable(v)) {
		return true
	}
	if strings.Count(v, v[:1]) == len(v) {
		return true // xxxx, ****, ....
	}
	lower := strings.ToLower(v)
	return isPlainWord(lower) || says(lower) || refers(lower)
}

// variable reports whether a value that starts with a sign is a reference:
// $VAR, ${VAR}, $(cat x), %VAR%.
func variable(v string) bool {
	switch v[0] {
	case '$':
		name := 1
		for name < len(v) && (isAlnum(v[name]) || v[name] == '_') {
			name++
		}
		return len(v) == 1 || v[1] == '{' || v[1] == '(' || !isDigit(v[1]) && name > 1 && (name == len(v) || strings.IndexByte("-:.,/[", v[name]) >= 0)
	case '%':
		return len(v) < 3 || v[len(v)-1] == '%' || strings.IndexByte("sdvq({", v[1]) >= 0 && len(v) < 4
	case '#':
		return len(v) < 2 || v[1] == '{'
	}
	return v[0] != '&' || isName(v[1:])
}

func isName(v string) bool {
	for i := range len(v) {
		if !isAlnum(v[i]) && v[i] != '_' && v[i] != '.' {
			return false
		}
	}
	return true
}

// refers reports whether a value is read from somewhere else.
func refers(lower string) bool {
	for _, start := range [...]string{
		"os.", "env.", "env:", "env(", "process.", "getenv", "config.", "settings.", "secrets.", "secret:", "vault:", "op://", "ref+", "keyring", "keychain",
		"self.", "this.", "args.", "req.", "request.", "params.", "props.", "data.", "form.", "user.", "my-", "my_", "the-", "your", "http://", "https://",
		"/", "./", "../", "~/", "new ", "await ", "var.", "local.", "module.", "aws_", "arn:", "gopass", "pass show", "file:", "input(", "getpass",
	} {
		if strings.HasPrefix(lower, start) {
			return true
		}
	}
	return strings.Contains(lower, "${") || strings.Contains(lower, "{{") || strings.Contains(lower, "$(") || strings.Contains(lower, "<%") ||
		strings.Contains(lower, "os.environ") || strings.Contains(lower, "process.env")
}

// isPlainWord reports whether a value is a word that code and documents put
// where a value belongs.
func isPlainWord(lower string) bool {
	switch lower {
	case "password", "passwd", "passphrase", "pass", "pwd", "secret", "token", "value", "string", "str", "text", "input", "hidden", "username", "user",
		"null", "nil", "none", "undefined", "true", "false", "yes", "no", "optional", "required", "missing", "invalid", "empty", "unset", "any", "unknown",
		"bool", "boolean", "int", "integer", "object", "bytes", "byte", "char", "varchar", "field", "option", "default", "self", "this", "type", "error",
		"foo", "bar", "foobar", "baz", "qux", "test", "tests", "testing", "test123", "testpass", "testpassword", "tbd", "todo", "fixme", "n/a",
		"postgres", "root", "admin", "guest", "mysql", "redis", "rabbitmq", "minioadmin", "localhost", "something", "whatever", "abc", "xyz",
		"md5", "sha1", "sha256", "sha512", "argon2", "argon2i", "argon2id", "bcrypt", "scrypt", "pbkdf2", "base64", "oauth2", "utf8", "utf-8", "plaintext":
		return true
	}
	return false
}

// chosen reports whether a value is a password rather than code or prose.
func chosen(v string, how value) bool {
	letters, digits, signs := shape(v)
	prose := how.colon && !how.quoted
	switch {
	case prose && len(how.name) == len("pass"):
		return false // --- PASS: TestX
	case len(v) < 4 || strings.IndexByte(v, ' ') >= 0 || letters+digits+signs < len(v):
		return false // prose; other scripts are words of an interface
	case isName(v) && (how.next == '(' || how.next == '['):
		return false // a call
	case letters > 0 && digits == 0 && chain(v):
		return wordIsPassword(v, how)
	case isName(v) && strings.ContainsAny(v, "_.") && namesSecret(v):
		return false // user1_password
	case letters == 0 && signs == 0:
		return len(v) >= 6 || !prose
	case prose:
		return len(v) >= 6 && letters > 0 && (digits > 0 || strings.ContainsAny(v, "!@#$%^&*")) && !strings.Contains(v, "://") && !(isName(v) && namesSecret(v))
	}
	return letters > 0
}

// wordIsPassword judges values of letters only. Behind = in an environment or
// a connection string a word is a password; as an argument, behind a colon or
// as a chain of names it is code or prose.
func wordIsPassword(v string, how value) bool {
	return len(v) >= 6 && !how.colon && (how.quoted || !how.call) && !strings.ContainsAny(v, "_.-") && !namesSecret(v) && !camel(v)
}

// machineMade reports whether a value was made by a machine: long, letters and
// digits, and not words joined by hyphens.
func machineMade(name, v string) bool {
	letters, digits, signs := shape(v)
	if len(v) < 16 || letters == 0 || digits < 2 || letters+digits+signs < len(v) || strings.ContainsAny(v, " @!?#$%^&*,;:") || isUUID(v) {
		return false
	}
	if hex(v) {
		plain := strings.ToLower(name)
		return len(v) >= 32 && (strings.Contains(plain, "secret") || strings.Contains(plain, "key"))
	}
	if lower := strings.ToLower(v); isName(v) && (strings.Contains(lower, "key") || namesSecret(v)) {
		return false // testRSA2048PrivateKey
	}
	return entropy(v) >= 3.2 && (!strings.ContainsAny(v, "-_.") || mixed(v)) && !chainOfNames(v)
}

// shape counts letters, digits and printable signs of ASCII.
func shape(v string) (letters, digits, signs int) {
	for i := range len(v) {
		switch c := v[i]; {
		case isLetter(c):
			letters++
		case isDigit(c):
			digits++
		case c >= ' ' && c < 0x7f:
			signs++
		}
	}
	return letters, digits, signs
}

// chain reports whether a value is letters, joined or not: a word, a name, a
// chain of names.
func chain(v string) bool {
	for i := range len(v) {
		if !isLetter(v[i]) && strings.IndexByte("_.-", v[i]) < 0 {
			return false
		}
	}
	return true
}

// chainOfNames reports whether a value reads like code: a.b.c.
func chainOfNames(v string) bool {
	parts := strings.Split(v, ".")
	if len(parts) < 2 || strings.HasPrefix(v, "eyJ") { // a JWT
		return false
	}
	for _, p := range parts {
		if len(p) > 20 || p == "" || !isLetter(p[0]) || !isName(p) {
			return false
		}
	}
	return true
}

// camel reports whether a word is spelled like a variable: dbPass.
func camel(v string) bool {
	for i := 1; i < len(v); i++ {
		if isUpper(v[i]) && isLower(v[i-1]) && isLower(v[0]) {
			return true
		}
	}
	return false
}

func namesSecret(v string) bool {
	lower := strings.ToLower(v)
	for _, word := range [...]string{"pass", "pwd", "secret", "token", "user", "input", "value", "hash", "crypt", "field", "credential"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// mixed reports whether a value has letters of both cases.
func mixed(v string) bool { return v != strings.ToLower(v) && v != strings.ToUpper(v) }

func hex(v string) bool {
	for i := range len(v) {
		if c := v[i] | 0x20; !isDigit(v[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isUUID(v string) bool {
	return len(v) == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-' && hex(strings.ReplaceAll(v, "-", ""))
}
