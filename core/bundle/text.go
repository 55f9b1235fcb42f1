package bundle

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// The signed text is lines of words, so that a person can read what was
// signed and a parser has nothing to guess:
//
//	tempa bundle 1
//	tenant acme
//	name acme/github.com/acme/app
//	version 1796036400
//	expires 2027-02-28T09:00:00Z
//	file profile.json sha256:… 2431
//	file rules.table sha256:… 18220
const header = "tempa bundle "

// text writes the signed text.
func (m Meta) text() string {
	var b strings.Builder
	b.WriteString(header + strconv.Itoa(Format) + "\n")
	b.WriteString("tenant " + m.Tenant + "\n")
	b.WriteString("name " + m.Name + "\n")
	b.WriteString("version " + strconv.FormatInt(m.Version, 10) + "\n")
	b.WriteString("expires " + m.Expires.UTC().Format(time.RFC3339) + "\n")
	for _, f := range m.Files {
		b.WriteString("file " + f.Name + " sha256:" + hex.EncodeToString(f.SHA256[:]) + " " + strconv.FormatInt(f.Size, 10) + "\n")
	}
	return b.String()
}

// parseText reads a signed text. It accepts exactly what text writes: a line
// that is not understood may carry a condition, so it refuses the bundle.
func parseText(s string) (Meta, error) {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	format, ok := strings.CutPrefix(lines[0], header)
	if !ok {
		return Meta{}, fault(Malformed, "the signed text is not a bundle's")
	}
	if format != strconv.Itoa(Format) {
		return Meta{}, fault(NewFormat, "bundle format %.20q is not one this Tempa reads (%d); update Tempa", format, Format)
	}
	var m Meta
	for _, line := range lines[1:] {
		if !m.parseLine(line) {
			return Meta{}, fault(Malformed, "the signed text has the line %.80q, which this Tempa does not know; update Tempa", line)
		}
	}
	if m.text() != s {
		return Meta{}, fault(Malformed, "the signed text is not in its one form; build and sign the bundle again")
	}
	if err := m.check(); err != nil {
		return Meta{}, err
	}
	return m, nil
}

func (m *Meta) parseLine(line string) bool {
	key, value, _ := strings.Cut(line, " ")
	var err error
	switch key {
	case "tenant":
		m.Tenant = value
	case "name":
		m.Name = value
	case "version":
		m.Version, err = strconv.ParseInt(value, 10, 64)
	case "expires":
		m.Expires, err = time.Parse(time.RFC3339, value)
	case "file":
		return m.parseFile(value)
	default:
		return false
	}
	return err == nil
}

func (m *Meta) parseFile(value string) bool {
	words := strings.Split(value, " ")
	if len(words) != 3 || len(m.Files) == 3 {
		return false
	}
	sum, err1 := hex.DecodeString(strings.TrimPrefix(words[1], "sha256:"))
	size, err2 := strconv.ParseInt(words[2], 10, 64)
	f := File{Name: words[0], Size: size}
	if err1 != nil || err2 != nil || copy(f.SHA256[:], sum) != len(f.SHA256) {
		return false
	}
	m.Files = append(m.Files, f)
	return true
}

// check holds what must be true of every bundle, when it is signed and when
// it is opened.
func (m Meta) check() error {
	switch {
	case !isLabel(m.Tenant) || strings.Contains(m.Tenant, "/"):
		return fault(Malformed, "bundle tenant %.80q is empty or has a slash, a space or a control character", m.Tenant)
	case !isLabel(m.Name) || !strings.HasPrefix(m.Name, m.Tenant+"/") || len(m.Name) == len(m.Tenant)+1:
		return fault(Malformed, "bundle name %.80q is not %s/<repo>", m.Name, m.Tenant)
	case m.Version <= 0:
		return fault(Malformed, "bundle version %d is not a time", m.Version)
	case m.Expires.Year() < 1970 || m.Expires.Year() > 9999 || m.Expires.Nanosecond() != 0:
		return fault(Malformed, "bundle expiry %v is not a time in whole seconds", m.Expires)
	case m.file(ProfileFile) == nil || m.file(TableFile) == nil:
		return fault(Malformed, "a bundle needs %s and %s", ProfileFile, TableFile)
	}
	for i, f := range m.Files {
		if limit(f.Name) == 0 || f.Name == SignatureFile || f.Size < 0 || i > 0 && m.Files[i-1].Name >= f.Name {
			return fault(Malformed, "a bundle cannot hold %.80q, or not in this order", f.Name)
		}
	}
	return nil
}

// isLabel reports whether s can stand in a line of the signed text.
func isLabel(s string) bool {
	return s != "" && len(s) <= 512 && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar
	})
}

func sortFiles(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
}
