package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

func TestRoundTrip(t *testing.T) {
	rows := []rule.Row{
		{Effect: rule.Deny, ID: "a", Rule: "r", Reason: "why", Instead: "do", Observe: true, Command: &rule.Command{
			Language: "bash", Programs: []string{"x", "y"}, Words: []string{"w", "v|u"}, Flags: [][]string{{"-a", "--all"}, {"-b"}},
			NoFlags: []string{"-n"}, Operands: []string{"@broad", "z*"}, NotOperands: []string{"q"}, Exact: true, Pattern: "p *",
			Code: []string{"c"}, Inline: "python", Assigns: []string{"V"}, Context: []string{"pipe-in"}, Via: []string{"sudo"}, NotHosts: []string{"h"},
		}},
		{Effect: rule.Ask, ID: "b", Path: &rule.Path{Pattern: "~/x", Access: []event.Access{event.AccessRead}, Tools: []string{"Glob"}, Except: []string{"e"}}},
		{Effect: rule.Allow, ID: "c", Domain: &rule.Domain{Pattern: "x.org", Except: []string{"y"}}},
		{Effect: rule.Guidance, ID: "d", MCP: &rule.MCP{Server: "s", Tool: "t"}},
		{Effect: rule.Deny, ID: "e", Tool: &rule.Tool{Name: "Bash"}},
	}
	table := open(t, rows...)
	if table.Len() != len(rows) {
		t.Fatalf("%d rows, want %d", table.Len(), len(rows))
	}
	for i := range rows {
		got := table.Row(i)
		if want := fmt.Sprintf("%+v", flat(&rows[i])); fmt.Sprintf("%+v", flat(got)) != want {
			t.Errorf("row %d = %+v\nwant %s", i, flat(got), want)
		}
	}
}

func flat(r *rule.Row) []any {
	var of any
	for _, p := range []any{r.Command, r.Path, r.Domain, r.MCP, r.Tool} {
		if v := reflect.ValueOf(p); !v.IsNil() {
			of = v.Elem().Interface()
		}
	}
	return []any{r.Effect, r.ID, r.Rule, r.Reason, r.Instead, r.Observe, of}
}

func TestHeader(t *testing.T) {
	closed := false
	h := Header{
		Tenant: "t", Repo: "r", Version: "7", DefaultDecision: "ask", AllowExternalMCP: &closed,
		MCP: []Endpoint{{Endpoint: "notes", Tools: &[]string{"list"}}, {Endpoint: "all"}}, Exceptions: []Exception{{Rule: "x", Until: "2026-01-01"}},
	}
	data, err := Build(h, nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Header()
	if err != nil || !reflect.DeepEqual(*got, h) {
		t.Errorf("got %+v, %v", got, err)
	}
	again, _ := Build(h, nil)
	if !bytes.Equal(data, again) {
		t.Error("two builds differ")
	}
}

func TestBuildErrors(t *testing.T) {
	for want, row := range map[string]rule.Row{
		"exactly one":           {Effect: rule.Deny, ID: "x"},
		"unknown effect":        {Effect: "no", ID: "x", Tool: &rule.Tool{Name: "Bash"}},
		"unknown operand class": {Effect: rule.Deny, Command: &rule.Command{Operands: []string{"@all"}}},
		"flags is empty":        {Effect: rule.Deny, Command: &rule.Command{Flags: [][]string{{}}}},
	} {
		if _, err := Build(Header{}, []rule.Row{row}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", row, err, want)
		}
	}
}

func TestOutdated(t *testing.T) {
	data, _ := Build(Header{DefaultDecision: "allow"}, nil)
	newer := append([]byte("tempa.table/1 semantics/2\n"), data[len(firstLine):]...)
	table, err := Open(newer)
	if err != nil || !table.Outdated() {
		t.Fatalf("Outdated = %v, %v", table.Outdated(), err)
	}
	table.Tool("Read", func(m Match) {
		if m.Row.ID != "tempa/table-version" || m.Row.Effect != rule.Ask {
			t.Errorf("got %+v", m.Row)
		}
	})
	if h, err := table.Header(); err != nil || h.DefaultDecision != "ask" {
		t.Errorf("header %+v, %v", h, err)
	}
}

func TestUnknownField(t *testing.T) {
	for effect, want := range map[rule.Effect]int{rule.Deny: 1, rule.Ask: 1, rule.Allow: 0, rule.Guidance: 0} {
		data, _ := Build(Header{}, []rule.Row{{Effect: effect, ID: "x", Tool: &rule.Tool{Name: "Bash"}}})
		i := bytes.Index(data, append([]byte{fieldName, 4}, "Bash"...))
		data[i] = 100
		table, err := Open(data)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		table.Tool("Bash", func(m Match) {
			n++
			if m.Row.ID != "tempa/table-version" {
				t.Errorf("%s: got %s", effect, m.Row.ID)
			}
		})
		if n != want {
			t.Errorf("%s: %d rows, want %d", effect, n, want)
		}
		table.Tool("Read", func(m Match) { t.Errorf("%s: a row that is not consulted spoke: %s", effect, m.Row.ID) })
	}
}

func TestOpenErrors(t *testing.T) {
	data, _ := Build(Header{}, nil)
	far := bytes.Clone(data)
	binary.LittleEndian.PutUint32(far[len(firstLine):], 1<<31)
	for name, bad := range map[string][]byte{"empty": nil, "text": []byte("hello"), "short": data[:len(firstLine)+3], "bounds": far} {
		if _, err := Open(bad); err == nil || !strings.Contains(err.Error(), "build it again") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// everyRule is one rule of each kind, for tests that look at all lookups.
func everyRule(t testing.TB) []byte {
	rows := []rule.Row{
		parse(t, rule.Deny, "Bash(git push --force:*)"), parse(t, rule.Ask, "Bash(* x)"), parse(t, rule.Allow, "Bash(git log:*)"),
		parse(t, rule.Deny, "Read(~/.ssh/**)"), parse(t, rule.Deny, "Read(**/*.pem)"), parse(t, rule.Deny, "Edit(.env)"), parse(t, rule.Deny, "Read(**/a*b)"),
		parse(t, rule.Deny, "WebFetch(domain:x.org)"), parse(t, rule.Deny, "mcp__a__b"), parse(t, rule.Deny, "Bash"),
		{Effect: rule.Deny, ID: "r", Command: &rule.Command{Programs: []string{"rm"}, Operands: []string{"@system"}}},
	}
	data, err := Build(Header{DefaultDecision: "ask"}, rows)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzOpen changes a table in four places: nothing may panic, and every
// lookup has to end.
func FuzzOpen(f *testing.F) {
	data := everyRule(f)
	f.Add(uint32(0), byte(0), uint32(30), byte(255), uint32(len(data)-1), byte(1), uint32(60), byte(9), "git push $x -f", "~/.ssh/*")
	f.Fuzz(func(t *testing.T, a uint32, av byte, b uint32, bv byte, c uint32, cv byte, d uint32, dv byte, line, path string) {
		data := bytes.Clone(data)
		for _, change := range []struct {
			at uint32
			to byte
		}{{a, av}, {b, bv}, {c, cv}, {d, dv}} {
			data[int(change.at)%len(data)] = change.to
		}
		table, err := Open(data)
		if err != nil {
			return
		}
		start := time.Now()
		lookAll(table, line, path)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("lookups took %v", took)
		}
	})
}

func lookAll(table *Table, line, path string) {
	visit := func(Match) {}
	table.Header()
	if strings.TrimSpace(line) != "" {
		table.Command(Call{Command: simple(line)}, &testPlace, visit)
	}
	for _, access := range []string{"r ", "D "} {
		table.Path(touched(access+path), &testPlace, visit)
	}
	table.Domain(Host{path, true}, visit)
	table.MCP(&event.MCPRef{Server: path, Tool: line, Ambiguous: true, Name: path + line}, visit)
	table.Tool("Bash", visit)
	for i := range min(table.Len(), 100) {
		table.Row(i)
	}
}

// FuzzMatch looks for inputs that panic, and for patterns that do not match
// themselves.
func FuzzMatch(f *testing.F) {
	f.Add("a/**/b", "a/x/b")
	f.Add("[a-c]*", "b\x00*")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 200 {
			return
		}
		liked := Like(pattern, text)
		if liked && !mayLike(pattern, text) {
			t.Errorf("Like(%q, %q) but not mayLike", pattern, text)
		}
		matched := matchPath(pattern, text, true, true)
		plain := !strings.ContainsAny(text, "\x00") && !strings.Contains(pattern, "[") && !strings.Contains(pattern+text, "//") &&
			!strings.HasPrefix(text, "/") && !strings.HasSuffix(text, "/") && !hasWideByte(pattern+text) && text != "" && pattern != "" && !strings.Contains(pattern, "**")
		if plain && matched != intersect(patternTokens(pattern), textTokens(text, literal), false, true) {
			t.Errorf("matchPath(%q, %q) = %v, intersect differs", pattern, text, matched)
		}
	})
}

func hasWideByte(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) >= 0
}
