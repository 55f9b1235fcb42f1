package secrets

import "strings"

// ibanLength is the length of a country's IBAN, 0 for countries without. From
// the registry of SWIFT.
func ibanLength(country string) int {
	switch country {
	case "NO":
		return 15
	case "BE":
		return 16
	case "DK", "FI", "FK", "FO", "GL", "NL", "SD":
		return 18
	case "MK", "SI":
		return 19
	case "AT", "BA", "EE", "KZ", "LT", "LU", "MN", "XK":
		return 20
	case "CH", "HR", "LI", "LV":
		return 21
	case "BG", "BH", "CR", "DE", "GB", "GE", "IE", "ME", "RS", "VA":
		return 22
	case "AE", "GI", "IL", "IQ", "OM", "SO", "TL":
		return 23
	case "AD", "CZ", "ES", "MD", "PK", "RO", "SA", "SE", "SK", "TN", "VG":
		return 24
	case "LY", "PT", "ST":
		return 25
	case "IS", "TR":
		return 26
	case "BI", "DJ", "FR", "GR", "IT", "MC", "MR", "SM":
		return 27
	case "AL", "AZ", "BY", "CY", "DO", "GT", "HN", "HU", "LB", "NI", "PL", "SV":
		return 28
	case "EG", "PS", "QA", "UA":
		return 29
	case "BR", "JO", "KW", "YE":
		return 30
	case "MT", "MU", "SC":
		return 31
	case "LC":
		return 32
	case "RU":
		return 33
	}
	return 0
}

// iban finds an account number whose country, length and checksum agree. It is
// written in one case, in one piece or in groups of four.
func (s *scanner) iban(i int) match {
	if i+15 > len(s.text) || !isDigit(s.text[i+2]) || !isDigit(s.text[i+3]) || !isLetter(s.text[i+1]) {
		return match{}
	}
	n := ibanLength(strings.ToUpper(s.text[i : i+2]))
	if n == 0 || isUpper(s.text[i]) != isUpper(s.text[i+1]) {
		return match{}
	}
	number := make([]byte, 0, 34)
	j, grouped := i, false
	for ; j < len(s.text) && len(number) < n; j++ {
		s.steps++
		c := s.text[j]
		switch {
		case isAlnum(c) && (isDigit(c) || isUpper(c) == isUpper(s.text[i])):
			number = append(number, upper(c))
		case (c == ' ' || c == '-' || c == '.') && len(number)%4 == 0 && (grouped || len(number) == 4) && s.text[j-1] != c:
			grouped = true
		default:
			return match{}
		}
	}
	if len(number) < n || !s.ends(j) || grouped && isLower(s.text[i]) || !mod97(number) {
		return match{}
	}
	return match{IBAN, i, j}
}

func upper(c byte) byte {
	if isLower(c) {
		return c - 'a' + 'A'
	}
	return c
}

// mod97 is the checksum: the first four characters go to the end, letters are
// 10 to 35, the rest of a division by 97 is one.
func mod97(number []byte) bool {
	rest := 0
	for k := range number {
		c := number[(k+4)%len(number)]
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

// bsnNear is how far from the word a number may stand.
const bsnNear = 32

// bsnFinder remembers which numbers have been looked at already.
type bsnFinder struct{ behind int }

// citizen finds a number that passes the elfproef next to the word BSN,
// behind it or in front of it.
func (s *scanner) citizen(i int) match {
	end := s.bsnWord(i)
	if end == 0 {
		return match{}
	}
	if m := s.elevens(end, min(len(s.text), end+bsnNear)); m.ok() {
		return m
	}
	from := max(0, i-bsnNear, s.bsn.behind)
	s.bsn.behind = end
	return s.elevens(from, i)
}

// bsnWord is the end of the word, 0 when it is another one: BSNL is not.
func (s *scanner) bsnWord(i int) int {
	if c := s.text[i] | 0x20; c != 'b' && c != 's' {
		return 0
	}
	for _, word := range [...]string{"burgerservicenummer", "sofinummer", "bsnnummer", "bsnummer", "bsnnumber", "bsn"} {
		end := i + len(word)
		if end <= len(s.text) && strings.EqualFold(s.text[i:end], word) && (end == len(s.text) || !isLetter(s.text[end])) {
			return end
		}
	}
	return 0
}

// elevens finds the first number in text[from:to] that passes; its digits may
// be parted by single dots, blanks or hyphens. It may reach over to.
func (s *scanner) elevens(from, to int) match {
	for i := from; i < to; i++ {
		s.steps++
		if !isDigit(s.text[i]) || !s.starts(i) {
			continue
		}
		var digits [10]byte
		n, j := 0, i
		for ; j < len(s.text) && n < len(digits); j++ {
			c := s.text[j]
			if isDigit(c) {
				digits[n] = c - '0'
				n++
			} else if c != ' ' && c != '.' && c != '-' || j+1 >= len(s.text) || !isDigit(s.text[j+1]) {
				break
			}
			s.steps++
		}
		if s.ends(j) && elfproef(digits[:n]) {
			return match{BSN, i, j}
		}
	}
	return match{}
}

// elfproef: nine digits, or eight without the leading zero, weighted 9 to 2
// and -1; the sum is divisible by eleven and the number is not zero.
func elfproef(digits []byte) bool {
	if len(digits) < 8 || len(digits) > 9 {
		return false
	}
	sum, any := 0, false
	for k, d := range digits {
		weight := len(digits) - k
		if weight == 1 {
			weight = -1
		}
		sum += weight * int(d)
		any = any || d != 0
	}
	return any && sum%11 == 0
}
