package secrets

import "strings"

// Bounds of a private key: how much is looked at between its first line and
// the first of its data, and how long a key can be.
const (
	maxKeyHead = 512
	leastKey   = 16
	maxKey     = 64 << 10
)

// privateKey finds -----BEGIN … PRIVATE KEY----- with data behind. The line
// alone is what programs that read keys are full of.
func (s *scanner) privateKey(i int) match {
	if !s.has(i, "-----BEGIN ") && !s.has(i, "---- BEGIN ") {
		return match{}
	}
	line := s.text[i:min(len(s.text), i+96)]
	s.steps += len(line)
	key := strings.Index(line, "PRIVATE KEY")
	if key < 0 || strings.ContainsAny(line[:key], "\n\"'`") {
		return match{}
	}
	body := i + key + len("PRIVATE KEY")
	for body < len(s.text) && strings.IndexByte(" BLOCK-", s.text[body]) >= 0 && body < i+96 {
		body++
	}
	end := s.keyData(body)
	if end == 0 {
		return match{}
	}
	return match{PrivateKey, i, s.keyEnd(end)}
}

// keyData looks for data behind the first line: 16 characters of base64, or
// any before an END line. Escaped line ends and the head lines of encrypted
// keys stand between. It returns where the data goes on, 0 without data.
func (s *scanner) keyData(i int) int {
	data := 0
	for limit := min(len(s.text), i+maxKeyHead); i < limit; {
		s.steps++
		switch c := s.text[i]; {
		case c == '\\' && i+1 < limit && strings.IndexByte("nrt", s.text[i+1]) >= 0:
			i += 2
		case isBase64(c) || c == '=':
			word := i
			for i < limit && (isBase64(s.text[i]) || s.text[i] == '=') {
				i++
			}
			s.steps += i - word
			if i < limit && (s.text[i] == ':' || s.text[i] == '-' && !s.has(i, "----")) {
				i = s.lineEnd(i, limit) // Proc-Type: 4,ENCRYPTED
				continue
			}
			if strings.Count(s.text[word:i], s.text[word:word+1]) == i-word && i-word > 1 {
				continue // XXXX
			}
			if data += i - word; data >= leastKey {
				return i
			}
		case strings.IndexByte(" \t\r\n\"'+,>|#*", c) >= 0:
			i++
		case c == '-' && data > 0 && (s.has(i, "-----END") || s.has(i, "---- END")):
			return i
		default:
			return 0
		}
	}
	return 0
}

// lineEnd is the end of a line, real or escaped.
func (s *scanner) lineEnd(i, limit int) int {
	for i < limit && s.text[i] != '\n' && !s.has(i, `\n`) {
		s.steps++
		i++
	}
	return i
}

// keyEnd is where the key ends: behind its END line, or where the data does
// when there is none.
func (s *scanner) keyEnd(i int) int {
	data := 0 // where the first thing stands that is neither data nor a line end
	for limit := min(len(s.text), i+maxKey); i < limit; i++ {
		s.steps++
		c := s.text[i]
		if c == '-' && (s.has(i, "-----END") || s.has(i, "---- END")) {
			return s.footEnd(i)
		}
		if c == '-' && (s.has(i, "-----BEGIN") || s.has(i, "---- BEGIN")) {
			break // what follows is looked at from there
		}
		if isBase64(c) || strings.IndexByte("=\r\n\\", c) >= 0 {
			continue
		}
		if data == 0 {
			data = i
		}
		if strings.IndexByte(" \t\"'+,:->|#*", c) < 0 {
			break
		}
	}
	if data == 0 {
		data = i
	}
	for s.text[data-1] == '\n' || s.text[data-1] == '\r' {
		data--
	}
	return data
}

// footEnd is the end of an END line.
func (s *scanner) footEnd(i int) int {
	line := s.text[i:min(len(s.text), i+96)]
	s.steps += len(line)
	end := strings.Index(line[5:], "----")
	if end < 0 {
		return i
	}
	for i += 5 + end; i < len(s.text) && s.text[i] == '-'; i++ {
		s.steps++
	}
	return i
}
