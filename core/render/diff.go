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

// unified compares two files; the empty name is /dev/null.
func unified(from, to, old, text string) string {
	head := "--- " + side("a/", from) + "\n+++ " + side("b/", to) + "\n"
	return head + hunks(edits(lines(old), lines(text)))
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

type edit struct {
	op   byte // ' ', '-' or '+'
	line string
}

// maxCells bounds the table that the common lines are found with; larger
// changes are shown as one.
const maxCells = 1 << 22

// edits turns a into b with few changes.
func edits(a, b []string) []edit {
	var out []edit
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		out = append(out, edit{' ', a[start]})
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tail := a[len(a)-end:]
	out = append(out, middle(a[start:len(a)-end], b[start:len(b)-end])...)
	for _, l := range tail {
		out = append(out, edit{' ', l})
	}
	return out
}

// middle follows the longest common subsequence of a and b.
func middle(a, b []string) []edit {
	var out []edit
	i, j := 0, 0
	if len(a)*len(b) <= maxCells {
		width := len(b) + 1
		longest := make([]int32, (len(a)+1)*width)
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				if a[i] == b[j] {
					longest[i*width+j] = longest[(i+1)*width+j+1] + 1
				} else {
					longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
				}
			}
		}
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				out = append(out, edit{' ', a[i]})
				i, j = i+1, j+1
			case longest[(i+1)*width+j] >= longest[i*width+j+1]:
				out = append(out, edit{'-', a[i]})
				i++
			default:
				out = append(out, edit{'+', b[j]})
				j++
			}
		}
	}
	for ; i < len(a); i++ {
		out = append(out, edit{'-', a[i]})
	}
	for ; j < len(b); j++ {
		out = append(out, edit{'+', b[j]})
	}
	return out
}

// hunks writes the changes with the lines around them.
func hunks(all []edit) string {
	var b strings.Builder
	oldLine, newLine := 1, 1
	for i := 0; i < len(all); {
		first, last, found := hunk(all, i)
		for ; i < first; i++ { // all equal
			oldLine, newLine = oldLine+1, newLine+1
		}
		if !found {
			break
		}
		olds, news := count(all[first:last])
		fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(oldLine, olds), span(newLine, news))
		for ; i < last; i++ {
			b.WriteByte(all[i].op)
			b.WriteString(all[i].line)
			if !strings.HasSuffix(all[i].line, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		oldLine, newLine = oldLine+olds, newLine+news
	}
	return b.String()
}

// hunk is the next run of changes from i on that lie close together.
func hunk(all []edit, i int) (first, last int, found bool) {
	for i < len(all) && all[i].op == ' ' {
		i++
	}
	if i == len(all) {
		return i, i, false
	}
	first, last = max(0, i-around), i
	for equal := 0; i < len(all) && equal <= 2*around; i++ {
		if equal++; all[i].op != ' ' {
			equal, last = 0, i+1
		}
	}
	return first, min(len(all), last+around), true
}

func count(part []edit) (olds, news int) {
	for _, e := range part {
		if e.op != '+' {
			olds++
		}
		if e.op != '-' {
			news++
		}
	}
	return olds, news
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
