package install

import (
	"errors"
	"fmt"
	"strings"
)

// Toml is a TOML file that is read and edited line by line, as far as tables
// of plain keys go. It is for the few settings of a client that hold hooks; a
// file in which a line can mean something else is refused.
type Toml struct{ lines []string }

// ParseToml reads a file.
func ParseToml(data []byte) (*Toml, error) {
	text := string(data)
	if strings.Contains(text, `"""`) || strings.Contains(text, `'''`) {
		return nil, errors.New("has texts of several lines, which Tempa does not edit")
	}
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if text == "" {
		return &Toml{}, nil
	}
	return &Toml{strings.Split(text, "\n")}, nil
}

// Get is the text of a value: of the key in that table ("" is the top of the
// file), however it is spelled.
func (t *Toml) Get(table, key string) (value string, found bool) {
	_, value, found = t.find(table, key)
	return value, found
}

// find is Get with the number of the line.
func (t *Toml) find(table, key string) (line int, value string, found bool) {
	wanted := dotted(table, key)
	here := ""
	for i, l := range t.lines {
		l = strings.TrimSpace(uncomment(l))
		if name, ok := header(l); ok {
			here = name
			continue
		}
		k, v, ok := strings.Cut(l, "=")
		if !ok {
			continue
		}
		name, v := dotted(here, plainKey(k)), strings.TrimSpace(v)
		if name == wanted {
			return i, v, true
		}
		if name == table && table != "" {
			if v, ok := inline(v, key); ok {
				return i, v, true
			}
		}
	}
	return 0, "", false
}

// Set puts a value in its place: over the one that is there, else into its
// table, else into a new table.
func (t *Toml) Set(table, key, value string) error {
	if i, old, found := t.find(table, key); found {
		if old == value {
			return nil
		}
		k, _, _ := strings.Cut(t.lines[i], "=")
		if plainKey(k) != key && plainKey(k) != dotted(table, key) {
			return fmt.Errorf("line %d sets %s in a form that Tempa does not edit", i+1, dotted(table, key))
		}
		t.lines[i] = strings.TrimRight(k, " \t") + " = " + value
		return nil
	}
	line := key + " = " + value
	if table == "" {
		t.lines = append([]string{line}, t.lines...)
		return nil
	}
	for i, l := range t.lines {
		if name, ok := header(strings.TrimSpace(uncomment(l))); ok && name == table {
			t.lines = append(t.lines[:i+1:i+1], append([]string{line}, t.lines[i+1:]...)...)
			return nil
		}
	}
	return t.addTable(table, line)
}

// addTable ends the file with a new table. One that is there in another form
// must not be there twice.
func (t *Toml) addTable(table, line string) error {
	for i, l := range t.lines {
		k, _, ok := strings.Cut(uncomment(l), "=")
		name := plainKey(k)
		if ok && (name == table || strings.HasPrefix(name, table+".")) {
			return fmt.Errorf("line %d sets %s in a form that Tempa does not edit", i+1, table)
		}
	}
	if len(t.lines) > 0 {
		t.lines = append(t.lines, "")
	}
	t.lines = append(t.lines, "["+table+"]", line)
	return nil
}

// Bytes is the file as it is now.
func (t *Toml) Bytes() []byte { return []byte(strings.Join(t.lines, "\n") + "\n") }

func dotted(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}

// header is the name of a table in its own line.
func header(line string) (string, bool) {
	if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") {
		return "", false
	}
	return plainKey(strings.Trim(line, "[]")), true
}

// plainKey is a key without blanks and quotes.
func plainKey(k string) string {
	parts := strings.Split(strings.TrimSpace(k), ".")
	for i, p := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(p), `"'`)
	}
	return strings.Join(parts, ".")
}

// inline is the value of a key in a table that stands in one line.
func inline(v, key string) (string, bool) {
	v, ok := strings.CutPrefix(v, "{")
	if !ok {
		return "", false
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(v), "}"), ",") {
		if k, value, ok := strings.Cut(part, "="); ok && plainKey(k) == key {
			return strings.TrimSpace(value), true
		}
	}
	return "", false
}

// uncomment cuts a comment off, minding quotes.
func uncomment(line string) string {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '#':
			return line[:i]
		}
	}
	return line
}
