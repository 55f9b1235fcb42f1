package policy

import (
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// The texts of decisions. A reason says which rule matched what, what is wrong
// with it, and what to do instead. It quotes no more of a command than the
// part that the rule names.

// rowReason is the reason of a row.
func rowReason(m table.Match, s subject) string {
	what := excerpt(s.what)
	var first string
	switch {
	case m.Row.Rule != "":
		first = "the rule " + m.Row.Rule + " " + verb(m.Row.Effect, m.Maybe) + " " + what
	case m.Maybe:
		first = "this may be " + what
	case m.Text == "" || what == "":
		return sentences(m.Row.Reason, m.Row.Instead)
	default:
		first = what
	}
	if m.Maybe {
		first += ", since a part of it cannot be known"
	}
	if m.Row.Reason == "" {
		return sentences(first+".", instead(m))
	}
	return sentences(first+": "+m.Row.Reason, m.Row.Instead)
}

// instead is the way on where a rule names none: a rule string says only what
// is not wanted.
func instead(m table.Match) string {
	if m.Row.Instead != "" || m.Row.Effect != rule.Deny || m.Maybe {
		return m.Row.Instead
	}
	return "Leave it out, or ask the developer to do it or to change the rule."
}

func verb(e rule.Effect, maybe bool) string {
	switch {
	case e == rule.Deny && maybe:
		return "may deny"
	case e == rule.Deny:
		return "denies"
	case maybe:
		return "may ask about"
	}
	return "asks about"
}

func sentences(a, b string) string {
	a = strings.TrimSpace(a)
	if a == "" || b == "" {
		return a + b
	}
	if !strings.HasSuffix(a, ".") && !strings.HasSuffix(a, "?") {
		a += "."
	}
	return a + " " + b
}

// maxExcerpt bounds what a reason quotes of a call.
const maxExcerpt = 120

// excerpt is a part of a call as a reason may show it: short, printable, and
// without what a URL carries besides host and path.
func excerpt(s string) string {
	s = withoutSecrets(s)
	var b strings.Builder
	for _, c := range s {
		if b.Len() > maxExcerpt-8 {
			b.WriteString("…")
			break
		}
		switch {
		case c == 0:
			b.WriteString("…")
		case strconv.IsPrint(c):
			b.WriteRune(c)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(c), "'"))
		}
	}
	return b.String()
}

// withoutSecrets cuts user and query out of URLs.
func withoutSecrets(s string) string {
	i := strings.Index(s, "://")
	if i < 0 {
		return s
	}
	head, rest := s[:i+3], s[i+3:]
	end := strings.IndexAny(rest, " \t\n")
	if end < 0 {
		end = len(rest)
	}
	url, tail := rest[:end], rest[end:]
	if at := strings.LastIndexByte(url, '@'); at >= 0 {
		url = url[at+1:]
	}
	if q := strings.IndexAny(url, "?#"); q >= 0 {
		url = url[:q]
	}
	return head + url + withoutSecrets(tail)
}

func unresolvedReason(list []command.Unresolved) string {
	u := list[0]
	s := "what runs here cannot be known: " + u.Construct
	if u.Text != "" {
		s += " in " + strconv.Quote(excerpt(u.Text))
	}
	if n := len(list) - 1; n > 0 {
		s += ", and " + strconv.Itoa(n) + " more"
	}
	return s + ". Write the command out in plain words, so that it can be checked."
}

func defaultReason(k decision.Kind, t *event.Tool) string {
	what := "this call of " + t.Rule
	if t.Rule == "" {
		what = "this call of " + t.Name
	}
	if k == decision.Deny {
		return "no rule allows " + excerpt(what) + ", and what no rule allows is denied here. Ask the developer for a rule that allows it."
	}
	return "no rule allows " + excerpt(what) + ", so a person decides."
}
