package render

import (
	"fmt"
	"strings"
)

// Diff is what Apply would change, as unified text; lines that begin with #
// name what stays as it is, and why. It changes nothing.
func Diff(t Target, p *Plan) (string, error) {
	w, err := open(t, p)
	if w == nil || err != nil {
		return "", err
	}
	defer w.close()
	if err := w.look(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, s := range w.steps {
		switch s.do {
		case create:
			b.WriteString(unified("", s.path, "", string(s.file.Content)))
		case replace:
			b.WriteString(unified(s.path, s.path, string(s.old), string(s.file.Content)))
		case drop:
			b.WriteString(unified(s.path, "", string(s.old), ""))
		case skip:
			fmt.Fprintf(&b, "# %s %s\n", s.path, s.reason)
		}
	}
	switch file := w.plan.Rules.File; {
	case w.rules.reason != "":
		fmt.Fprintf(&b, "# %s %s\n", file, w.rules.reason)
	case w.rules.changes():
		from, to := file, file
		if w.rules.old == nil {
			from = ""
		}
		if w.rules.text == nil {
			to = ""
		}
		b.WriteString(unified(from, to, string(w.rules.old), string(w.rules.text)))
	}
	for _, s := range w.plan.Refused {
		fmt.Fprintf(&b, "# %s %s\n", s.Path, s.Reason)
	}
	return b.String(), nil
}

// around is how many equal lines stand around a change.
const around = 3

// unified compares two files; the empty name is /dev/null. All that differs is
// one change, from the first such line to the last.
func unified(from, to, old, text string) string {
	a, b := lines(old), lines(text)
	start, end := same(a, b)
	first, behind := max(0, start-around), min(end, around)
	var d strings.Builder
	fmt.Fprintf(&d, "--- %s\n+++ %s\n", side("a/", from), side("b/", to))
	fmt.Fprintf(&d, "@@ -%s +%s @@\n", span(first+1, len(a)-end+behind-first), span(first+1, len(b)-end+behind-first))
	put(&d, " ", a[first:start])
	put(&d, "-", a[start:len(a)-end])
	put(&d, "+", b[start:len(b)-end])
	put(&d, " ", a[len(a)-end:len(a)-end+behind])
	return d.String()
}

func side(prefix, name string) string {
	if name == "" {
		return "/dev/null"
	}
	return prefix + name
}

func lines(s string) []string {
	var all []string
	for l := range strings.Lines(s) {
		all = append(all, l)
	}
	return all
}

// same counts the equal lines at the start and at the end.
func same(a, b []string) (start, end int) {
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start, end
}

func put(d *strings.Builder, sign string, lines []string) {
	for _, l := range lines {
		d.WriteString(sign + l)
		if !strings.HasSuffix(l, "\n") {
			d.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span is "start,count" as patch reads it: an empty one starts a line earlier.
func span(start, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, n)
}
