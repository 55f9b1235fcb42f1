package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/profile"
)

// origin is the line that every rendered file carries, without the comment
// signs of its type. Nothing in it ends a comment. It does not name the
// profile's version: a new one would change every file, and a client that has
// a person confirm each content of an agent would ask again (gemini-cli
// 0.61.0).
func origin(p *profile.Profile) string {
	name := strings.ReplaceAll(nameOf(p), ">", "")
	return strings.ReplaceAll("Rendered by Tempa from the policy of "+name+". Edit it and it is yours: Tempa then leaves it alone.", "--", "- -")
}

func nameOf(p *profile.Profile) string {
	if p.Tenant.Name != "" {
		return Printable(p.Tenant.Name, 80)
	}
	return Printable(p.Tenant.ID, 80)
}

// Printable is a text of at most max runes on one line, in which nothing
// steers a terminal or is read another way than it looks.
func Printable(s string, max int) string {
	var b strings.Builder
	n := 0
	for word := range strings.FieldsSeq(strings.ToValidUTF8(s, "\uFFFD")) {
		if n > 0 {
			word = " " + word
		}
		for _, r := range word {
			if n == max {
				_, last := utf8.DecodeLastRuneInString(b.String())
				return b.String()[:b.Len()-last] + "…"
			}
			if !strconv.IsPrint(r) {
				r = utf8.RuneError
			}
			b.WriteRune(r)
			n++
		}
	}
	return b.String()
}

func commentHTML(text string) string { return "<!-- " + text + " -->\n" }

func commentHash(text string) string { return "# " + text + "\n" }

// text is the file that holds the document.
func (at Place) text(origin string, d profile.Document) []byte {
	front, body := frontMatter(d.Content)
	switch at.Form {
	case TOMLPrompt:
		// Claude Code's placeholder for what the person typed is {{args}} here.
		return []byte(commentHash(origin) + "description = " + tomlString(describe(d)) +
			"\nprompt = " + tomlText(strings.ReplaceAll(body, "$ARGUMENTS", "{{args}}")))
	case TOMLAgent:
		return []byte(commentHash(origin) + "name = " + tomlString(d.Name) + "\ndescription = " + tomlString(describe(d)) +
			"\ndeveloper_instructions = " + tomlText(body))
	case Bare:
		front = nil
	}
	if at.Form != Markdown {
		front = withKey(front, "description", "description: "+quoteYAML(describe(d)))
	}
	if at.Form == Named || at.Form == Bare {
		front = withKey(front, "name", "name: "+quoteYAML(d.Name))
	}
	for _, line := range at.Fixed {
		key, _, _ := strings.Cut(line, ":")
		front = withKey(front, key, line)
	}
	head := ""
	if len(front) > 0 {
		head = "---\n" + strings.Join(front, "\n") + "\n---\n"
	}
	// The origin stands behind the front matter: some readers of it know no
	// comments.
	return []byte(head + commentHTML(origin) + "\n" + strings.Trim(body, "\n") + "\n")
}

// describe is never empty: clients refuse a skill or an agent without one.
func describe(d profile.Document) string {
	if s := Printable(d.Description, 1000); s != "" {
		return s
	}
	return d.Name
}

// frontMatter cuts the YAML block off the head of a Markdown file, as lines.
func frontMatter(text string) (front []string, body string) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return nil, text
	}
	head, body, ok := strings.Cut("\n"+rest, "\n---\n")
	if !ok {
		if head, ok = strings.CutSuffix("\n"+rest, "\n---"); !ok {
			return nil, text
		}
	}
	if head = strings.Trim(head, "\n"); head == "" {
		return nil, body
	}
	return strings.Split(head, "\n"), body
}

// withKey puts a line in front unless its key is there at the top level.
func withKey(front []string, key, line string) []string {
	for _, l := range front {
		if strings.HasPrefix(l, key+":") {
			return front
		}
	}
	return append([]string{line}, front...)
}

// quoteYAML uses that a JSON string is a YAML string.
func quoteYAML(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return string(b)
}

func tomlString(s string) string { return `"` + tomlEscape(s, false) + `"` }

// tomlText is a multi-line string; the line break behind the opening quotes
// is not part of it.
func tomlText(s string) string {
	return `"""` + "\n" + tomlEscape(strings.Trim(s, "\n")+"\n", true) + `"""` + "\n"
}

func tomlEscape(s string, lines bool) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '\\', r == '"':
			b.WriteByte('\\')
			b.WriteRune(r)
		case lines && (r == '\n' || r == '\t'):
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Body is a document without its front matter.
func Body(content string) string {
	_, body := frontMatter(content)
	return body
}
