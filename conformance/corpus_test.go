package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/policy"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// payloads are what the dangerous lines hide.
var payloads = []string{
	"rm", "git push", "curl", "kubectl delete", "npm publish", "terraform destroy", "shutdown", "chmod", "dd", "helm uninstall", "docker rm",
}

func permission(t testing.TB, effect rule.Effect, n int, text string) rule.Row {
	t.Helper()
	row, err := rule.Parse(effect, fmt.Sprintf("permissions/%s/%d", effect, n+1), text)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// lines reads a tab-separated corpus with C escapes.
func lines(t testing.TB, name string, columns int) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "corpus", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		row := strings.Split(s.Text(), "\t")
		if len(row) != columns {
			t.Fatalf("%s:%d: %d columns, want %d", name, len(all)+1, len(row), columns)
		}
		all = append(all, row)
	}
	return all
}

var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r")

func programs(x policy.Explanation) string {
	var names []string
	for _, c := range x.Commands {
		names = append(names, c.Program)
	}
	return strings.Join(names, ",")
}

// among reports whether the wanted programs are among the others, in order.
func among(want, got string) bool {
	have := strings.Split(got, ",")
	for _, w := range strings.Split(want, ",") {
		i := slices.Index(have, w)
		if i < 0 && w != "" {
			return false
		}
		have = have[i+1:]
	}
	return true
}

func startsAny(ids []string, prefix string) bool {
	return prefix == "" || slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, prefix) })
}

func TestCorpusDangerous(t *testing.T) {
	rows := bundleRows(t, starterBundles, nil)
	for i, p := range payloads {
		rows = append(rows, permission(t, rule.Deny, i, "Bash("+p+":*)"))
	}
	j := newJudge(t, rows, table.Header{DefaultDecision: "allow"})
	var order []string
	total, good := map[string]int{}, map[string]int{}
	for n, row := range lines(t, "dangerous.tsv", 5) {
		construct, line, wantPrograms, want, id := row[0], escapes.Replace(row[1]), row[2], row[3], row[4]
		if total[construct]++; total[construct] == 1 {
			order = append(order, construct)
		}
		x := j.explain(line)
		decided := x.Decision == want || want == "ask+" && (x.Decision == "ask" || x.Decision == "deny")
		if !decided || want != "ask+" && !startsAny(x.PolicyIDs, id) || !among(wantPrograms, programs(x)) {
			t.Errorf("dangerous.tsv:%d %s: %q\n\tgot %s %v, programs %s, unresolved %v\n\twant %s %s, programs %s", n+1, construct, line, x.Decision, x.PolicyIDs, programs(x), x.Unresolved, want, id, wantPrograms)
			continue
		}
		good[construct]++
	}
	for _, c := range order {
		t.Logf("%-28s %3d of %3d", c, good[c], total[c])
		if total[c] < 40 {
			t.Errorf("%s: %d lines, want at least 40", c, total[c])
		}
	}
}

func TestCorpusHarmless(t *testing.T) {
	starter := newJudge(t, bundleRows(t, starterBundles, nil), table.Header{DefaultDecision: "allow"})
	all := newJudge(t, bundleRows(t, allBundles(), nil), table.Header{DefaultDecision: "allow"})
	corpus := lines(t, "harmless.tsv", 5)
	asked, ruled, sourced := 0, 0, 0
	for n, row := range corpus {
		line, source, class, ids, why := escapes.Replace(row[0]), row[1], row[2], row[3], row[4]
		if source != "-" {
			sourced++
		}
		x := starter.explain(line)
		switch {
		case class == "asked" && (x.Decision != "ask" || why == ""):
			t.Errorf("harmless.tsv:%d %q\n\tgot %s, want ask and a reason for it", n+1, line, x.Decision)
		case class == "free" && (x.Decision == "ask" || x.Decision == "deny"):
			t.Errorf("harmless.tsv:%d %q\n\tgot %s %v, unresolved %v, programs %s", n+1, line, x.Decision, x.PolicyIDs, x.Unresolved, programs(x))
		}
		if class == "asked" {
			asked++
			continue
		}
		if ids != "" {
			ruled++
		}
		x = all.explain(line)
		ok := x.Decision != "ask" && x.Decision != "deny" == (ids == "")
		if ids != "" {
			ok = x.Decision == "ask"
			for _, id := range strings.Split(ids, ",") {
				ok = ok && startsAny(x.PolicyIDs, id)
			}
		}
		if !ok {
			t.Errorf("harmless.tsv:%d with all bundles: %q\n\tgot %s %v, unresolved %v, want %q", n+1, line, x.Decision, x.PolicyIDs, x.Unresolved, ids)
		}
	}
	t.Logf("%d lines, %d after public files, %d asked because unknowable, %d asked by a bundle that is not in the starter", len(corpus), sourced, asked, ruled)
	if len(corpus) < 450 || sourced < 150 || 100*asked > 3*len(corpus) || 100*ruled > 8*len(corpus) {
		t.Error("the corpus is not what its README says")
	}
}

// openCase is a fault that a user met.
type openCase struct {
	ID     string
	Policy struct {
		Deny, Ask, Allow []string
		Default          string
		NetworkAllow     []any `json:"network_allow"`
		DenyFlag         struct {
			Program, Subcommand string
			Flags               []string
		} `json:"deny_flag"`
		DenyWrite []string `json:"deny_write"`
		DenyRead  []string `json:"deny_path_read"`
	}
	Input struct {
		Type, Command string
		Stdin         struct {
			Tool  string                   `json:"tool_name"`
			Input struct{ Command string } `json:"tool_input"`
		}
	}
	Expect []string
}

// rows is the policy as README.md maps it.
func (c *openCase) rows(t testing.TB) []rule.Row {
	var rows []rule.Row
	add := func(effect rule.Effect, texts ...string) {
		for _, s := range texts {
			rows = append(rows, permission(t, effect, len(rows), s))
		}
	}
	p := &c.Policy
	add(rule.Deny, p.Deny...)
	add(rule.Ask, p.Ask...)
	add(rule.Allow, p.Allow...)
	for _, f := range p.DenyFlag.Flags {
		add(rule.Deny, fmt.Sprintf("Bash(%s %s %s:*)", p.DenyFlag.Program, p.DenyFlag.Subcommand, f))
	}
	for _, w := range p.DenyWrite {
		add(rule.Deny, "Write("+slashed(w)+")")
	}
	for _, r := range p.DenyRead {
		add(rule.Deny, "Read("+slashed(r)+")")
	}
	if p.NetworkAllow != nil {
		rows = append(rows, bundleRows(t, []string{"network"}, map[string]map[string]any{"network": {"allow_hosts": p.NetworkAllow}})...)
	}
	if c.ID == "O40" {
		rows = append(rows, bundleRows(t, []string{"destructive"}, nil)...)
	}
	return rows
}

func slashed(path string) string {
	if strings.HasPrefix(path, "/") {
		return "/" + path
	}
	return path
}

func TestCorpusCases(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "testdata", "corpus", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d := json.NewDecoder(f); d.More(); {
		var c openCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if c.ID == "O66" {
			continue // own files: the guard's, not the policy's
		}
		def := c.Policy.Default
		if def == "" {
			def = "allow"
		}
		line := c.Input.Command
		if c.Input.Type == "payload" {
			line = c.Input.Stdin.Tool + "(" + c.Input.Stdin.Input.Command + ")"
		}
		x := newJudge(t, c.rows(t), table.Header{DefaultDecision: def}).explain(line)
		if !slices.ContainsFunc(c.Expect, func(want string) bool { return right(want, x.Decision, def) }) {
			t.Errorf("%s: %q: got %s %v (programs %s), want %v", c.ID, line, x.Decision, x.PolicyIDs, programs(x), c.Expect)
		}
	}
}

func right(want, got, def string) bool {
	switch want {
	case "no-deny":
		return got != "deny"
	case "default":
		return got == def
	}
	return got == want
}
