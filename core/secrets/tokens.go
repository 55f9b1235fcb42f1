package secrets

import "strings"

// token asks for the token whose prefix starts with the byte at i, a word's
// first.
func (s *scanner) token(i int) match {
	kind, end := "", 0
	switch s.text[i] {
	case 'A':
		kind, end = s.capitalA(i)
	case 'g':
		kind, end = GitHub, s.github(i)
	case 's':
		kind, end = s.secretKey(i)
	case 'x':
		kind, end = Slack, s.slack(i)
	case 'h':
		kind, end = Slack, s.slackHook(i)
	case 'b':
		kind, end = AWS, s.bedrock(i, "bedrock-api-key-", 40)
	case 'P':
		kind, end = PrivateKey, s.putty(i)
	}
	return match{kind, i, end}
}

// capitalA: AWS access keys, Bedrock keys, Google API keys, age identities.
func (s *scanner) capitalA(i int) (string, int) {
	switch {
	case s.has(i, "AIza"):
		return Google, s.exactly(i, 4, 35, func(c byte) bool { return isAlnum(c) || c == '_' || c == '-' })
	case s.has(i, "ABSK"):
		if end := s.bedrock(i, "ABSK", 100); end > 0 {
			return AWS, end
		}
	case s.has(i, "AGE-SECRET-KEY-1"):
		return PrivateKey, s.exactly(i, 16, 58, func(c byte) bool { return isUpper(c) || isDigit(c) })
	case s.has(i, "AKIA"), s.has(i, "ASIA"), s.has(i, "ABIA"), s.has(i, "ACCA"), s.has(i, "A3T"):
		return AWS, s.exactly(i, 4, 16, func(c byte) bool { return isUpper(c) || isDigit(c) })
	}
	return "", 0
}

// exactly is the end of a token with a prefix and exactly n characters of a
// class, 0 when it is none or made up.
func (s *scanner) exactly(i, prefix, n int, class func(byte) bool) int {
	start, end := i+prefix, i+prefix+n
	if end > len(s.text) || end < len(s.text) && (class(s.text[end]) || isAlnum(s.text[end]) || s.text[end] == '_') {
		return 0
	}
	for j := start; j < end; j++ {
		s.steps++
		if !class(s.text[j]) {
			return 0
		}
	}
	if s.madeUp(s.text[start:end]) {
		return 0
	}
	return end
}

// bedrock: a prefix and a long run of base64.
func (s *scanner) bedrock(i int, prefix string, least int) int {
	if !s.has(i, prefix) {
		return 0
	}
	start := i + len(prefix)
	end := start
	for end < len(s.text) && end < start+512 && (isBase64(s.text[end]) || s.text[end] == '=') {
		end++
	}
	s.steps += end - start
	if end-start < least || s.madeUp(s.text[start:end]) {
		return 0
	}
	return end
}

// github: ghp_ gho_ ghu_ ghr_ ghs_ with 36 characters, of which the last six
// are a checksum; ghs_<app>_<JWT> (since April 2026); github_pat_. The whole
// run is the token.
func (s *scanner) github(i int) int {
	if s.has(i, "github_pat_") {
		return s.longRun(i, 11, 40)
	}
	if len(s.text) < i+40 || s.text[i+1] != 'h' || s.text[i+3] != '_' || strings.IndexByte("pousr", s.text[i+2]) < 0 {
		return 0
	}
	body := i + 4
	plain := body
	for plain < len(s.text) && plain <= body+36 && isAlnum(s.text[plain]) {
		plain++
	}
	s.steps += plain - body
	switch {
	case plain-body == 36 && s.ends(plain) && checked(s.text[body:plain]):
		return plain
	case plain-body == 36 && s.ends(plain):
		return s.longRun(i, 4, 36) // no checksum: an old server's, or mistyped
	case s.text[i+2] == 's' && plain < len(s.text) && s.text[plain] == '_':
		return s.longRun(i, 4, 36)
	}
	return 0
}

// longRun is the end of a run of token characters that is long enough behind
// its prefix, 0 when it is not or made up.
func (s *scanner) longRun(i, prefix, least int) int {
	end := s.runEnd(i)
	for end > i && (s.text[end-1] == '.' || s.text[end-1] == '-') {
		s.steps++
		end-- // the end of a sentence
		if s.run.end-end > 8 {
			return 0
		}
	}
	if end-i-prefix < least || s.madeUp(s.text[i+prefix:end]) {
		return 0
	}
	return end
}

// crc32 is the checksum of IEEE 802.3, bit by bit: the tables of hash/crc32 are
// for longer texts, and 10 KB of every hook.
func crc32(text string) uint32 {
	sum := ^uint32(0)
	for i := range len(text) {
		sum ^= uint32(text[i])
		for range 8 {
			sum = sum>>1 ^ 0xedb88320&-(sum&1)
		}
	}
	return ^sum
}

// checked reports whether the last six characters are the CRC-32 of the thirty
// before, in base 62.
func checked(body string) bool {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sum := crc32(body[:30])
	for j := 35; j >= 30; j-- {
		if body[j] != digits[sum%62] {
			return false
		}
		sum /= 62
	}
	return true
}

// secretKey: Anthropic's sk-ant-… and OpenAI's sk-….
func (s *scanner) secretKey(i int) (string, int) {
	switch {
	case !s.has(i, "sk-"):
		return "", 0
	case s.has(i, "sk-ant-"):
		return Anthropic, s.longRun(i, 7, 24)
	case s.has(i, "sk-proj-"), s.has(i, "sk-svcacct-"), s.has(i, "sk-admin-"):
		return OpenAI, s.longRun(i, 8, 40)
	}
	const mark = "T3BlbkFJ" // "OpenAI" in base64
	if at := i + 3 + 20; at+len(mark) <= len(s.text) && s.text[at:at+len(mark)] == mark {
		return OpenAI, s.longRun(i, 3, 40)
	}
	return "", 0
}

// slack: xoxb-, xoxp-, … xoxe.xoxp-, xapp-, always with numbers behind.
func (s *scanner) slack(i int) int {
	prefix := 0
	switch {
	case s.has(i, "xapp-"):
		prefix = 5
	case s.has(i, "xoxe.xox") && len(s.text) > i+10 && s.text[i+9] == '-':
		prefix = 10
	case s.has(i, "xox") && len(s.text) > i+5 && isLower(s.text[i+3]) && s.text[i+4] == '-':
		prefix = 5
	default:
		return 0
	}
	end := s.longRun(i, prefix, 20)
	if end == 0 {
		return 0
	}
	numbers := 0
	for _, c := range []byte(s.text[i+prefix : min(end, i+prefix+64)]) {
		if isDigit(c) {
			numbers++
		}
	}
	if numbers < 6 || s.madeUp(s.text[max(i+prefix, end-20):end]) {
		return 0
	}
	return end
}

// slackHook: hooks.slack.com/services/T…/B…/… and its relatives.
func (s *scanner) slackHook(i int) int {
	if !s.has(i, "hooks.slack.com/") {
		return 0
	}
	start := i + len("hooks.slack.com/")
	if !s.has(start, "services/") && !s.has(start, "workflows/") && !s.has(start, "triggers/") {
		return 0
	}
	end, slashes := start, 0
	for end < len(s.text) && end < start+200 && (isAlnum(s.text[end]) || s.text[end] == '/') {
		if s.text[end] == '/' {
			slashes++
		}
		end++
	}
	s.steps += end - start
	last := s.text[start+strings.LastIndexByte(s.text[start:end], '/')+1 : end]
	if slashes < 3 || len(last) < 16 || s.madeUp(last) {
		return 0
	}
	return end
}

// putty: the first line of PuTTY's key files names the kind of key.
func (s *scanner) putty(i int) int {
	const head = "PuTTY-User-Key-File-"
	if !s.has(i, head) {
		return 0
	}
	rest := s.text[i+len(head):]
	if len(rest) > 8 && isDigit(rest[0]) && rest[1] == ':' && (strings.HasPrefix(rest[2:], " ssh-") || strings.HasPrefix(rest[2:], " ecdsa")) {
		return i + len(head) + 2
	}
	return 0
}
