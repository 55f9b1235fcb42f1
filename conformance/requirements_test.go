package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/harnesses"
)

const requirementsFile = "../testdata/requirements/requirements.txt"

// openRequirements are the duties that nothing meets yet, as the file has them.
var openRequirements = []string{}

// requirementGroups are the groups of duties, with the number of the last one.
var requirementGroups = []struct {
	name string
	last int
	due  bool
}{
	{"OUT", 8, true},
	{"SS", 9, true},
	{"PR", 4, true},
	{"TP", 13, true},
	{"PT", 1, true},
	{"ST", 1, true},
	{"SE", 1, true},
	{"ACC", 5, true},
	{"CHG", 1, true},
	{"CC", 4, true},
	{"CP", 10, true},
	{"CX", 9, true},
	{"GM", 8, true},
	{"AG", 10, true},
	{"VER", 1, true},
	{"LOCK", 1, true},
	{"RND", 6, true},
	{"LF", 3, true},
	{"RL", 4, false},
	{"MCP", 1, false},
	{"AS", 12, false},
	{"HH", 9, false},
}

// notDue are the duties of groups that are due which are not due themselves.
var notDue = []string{"TP-7", "TP-8", "TP-9", "TP-12", "CP-6"}

// answerTables are the duties that are a table: a row for every event that the
// client is subscribed to.
var answerTables = map[string]string{"claudecode": "CC-1", "copilot": "CP-2", "codex": "CX-9", "gemini": "GM-2", "antigravity": "AG-2"}

// stateFiles are the rows of LF-1.
var stateFiles = []string{
	"session", "repos", "account", "attestation", "spool", "versions", "heartbeat", "fail-modes", "modules", "socket", "workspace", "proxy",
}

// Every duty that is due names a test that proves it, and every test that is
// named is there. docs/requirements.md shows the duties to people.
func TestRequirements(t *testing.T) {
	list := readRequirements(t)
	for _, r := range list {
		for _, p := range r.proofs {
			if err := p.check(); err != nil {
				t.Errorf("%s: %v", r.id, err)
			}
		}
	}
	checkComplete(t, list)
	checkOpen(t, list)
	generated(t, "../docs/requirements.md", []byte(requirementsPage(list)))
}

// requirement is a duty and what proves it.
type requirement struct {
	heading string
	id      string
	duty    string
	proofs  []proof
	open    string // what is missing
	left    string // why it is not built
	later   string // why it is not due
}

func readRequirements(t *testing.T) []requirement {
	t.Helper()
	data, err := os.ReadFile(requirementsFile)
	if err != nil {
		t.Fatal(err)
	}
	var list []requirement
	heading := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		title, isHeading := strings.CutPrefix(line, "## ")
		switch {
		case isHeading:
			heading = title
		case line == "" || strings.HasPrefix(line, "#"):
		default:
			r, err := parseRequirement(line)
			if err != nil || heading == "" {
				t.Fatalf("%q: %v", line, err)
			}
			r.heading = heading
			list = append(list, r)
		}
	}
	return list
}

func parseRequirement(line string) (requirement, error) {
	cut := strings.Split(line, " | ")
	if len(cut) != 3 || cut[0] == "" || cut[1] == "" {
		return requirement{}, fmt.Errorf("a row is: ID | duty | what proves it")
	}
	r := requirement{id: cut[0], duty: cut[1]}
	if open, ok := strings.CutPrefix(cut[2], "open: "); ok {
		r.open = open
		return r, nil
	}
	if left, ok := strings.CutPrefix(cut[2], "left: "); ok {
		r.left = left
		return r, nil
	}
	if later, ok := strings.CutPrefix(cut[2], "later: "); ok {
		r.later = later
		return r, nil
	}
	for _, text := range strings.Split(cut[2], "; ") {
		p, err := parseProof(text)
		if err != nil {
			return requirement{}, err
		}
		if slices.Contains(r.proofs, p) {
			return requirement{}, fmt.Errorf("%s stands there twice", text)
		}
		r.proofs = append(r.proofs, p)
	}
	return r, nil
}

// checkComplete finds duties without a row, rows without a duty, and duties
// that are put off although they are due.
func checkComplete(t *testing.T, list []requirement) {
	t.Helper()
	seen := map[string]bool{} // whole ids
	duty := map[string]bool{} // ids without their part: something but "later"
	for _, r := range list {
		if seen[r.id] {
			t.Errorf("%s has two rows", r.id)
		}
		seen[r.id] = true
		base, _, _ := strings.Cut(r.id, ".")
		duty[base] = duty[base] || r.later == ""
	}
	for _, g := range requirementGroups {
		for n := range g.last {
			id := fmt.Sprintf("%s-%d", g.name, n+1)
			due, known := duty[id]
			delete(duty, id)
			switch {
			case !known:
				t.Errorf("%s has no row", id)
			case g.due && !due && !slices.Contains(notDue, id):
				t.Errorf("%s is due and put off", id)
			}
		}
	}
	for id := range duty {
		t.Errorf("there is no duty %s", id)
	}
	for _, id := range tableRows() {
		if !seen[id] {
			t.Errorf("%s has no row", id)
		}
	}
}

// tableRows are the ids of duties that count row by row.
func tableRows() (ids []string) {
	for _, h := range harnesses.All() {
		for _, e := range h.Dialect.Info().Events {
			if !e.Foreign {
				ids = append(ids, answerTables[h.Folder]+"."+e.Name)
			}
		}
	}
	for _, f := range stateFiles {
		ids = append(ids, "LF-1."+f)
	}
	return ids
}

// checkOpen holds what is missing against the list of this test, and says it.
func checkOpen(t *testing.T, list []requirement) {
	t.Helper()
	left := slices.Clone(openRequirements)
	for _, r := range list {
		if r.open == "" {
			continue
		}
		t.Logf("open: %s: %s", r.id, r.open)
		if i := slices.Index(left, r.id); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			t.Errorf("%s is open and not in openRequirements", r.id)
		}
	}
	for _, id := range left {
		t.Errorf("%s is in openRequirements and not open", id)
	}
}

// requirementsPage writes docs/requirements.md.
func requirementsPage(list []requirement) string {
	held, open, left, later := 0, 0, 0, 0
	for _, r := range list {
		switch {
		case r.open != "":
			open++
		case r.left != "":
			left++
		case r.later != "":
			later++
		default:
			held++
		}
	}
	w := &strings.Builder{}
	fmt.Fprintf(w, "# What Tempa promises\n\n")
	fmt.Fprintf(w, "Every duty with what fails when it is broken: a test, a story (testdata/script: all clients, recorded payloads) or a client story (testdata/clients: the real client). Behind a test stands the case that counts. %d parts are held, %d are **open**: due, and not there yet. %d are left out on purpose ([deviations.md](deviations.md)). %d come later. Where a client does not let a duty be kept, [limits.md](limits.md) says so.\n\n", held, open, left, later)
	fmt.Fprintf(w, "Generated by `go test ./conformance -run TestRequirements -update` from `%s`: do not edit.\n", filepath.ToSlash(strings.TrimPrefix(requirementsFile, "../")))
	heading := ""
	for _, r := range list {
		if r.heading != heading {
			heading = r.heading
			fmt.Fprintf(w, "\n## %s\n\n| | Duty | Held by |\n|---|---|---|\n", heading)
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", r.id, r.duty, r.cell())
	}
	return w.String()
}

func (r *requirement) cell() string {
	switch {
	case r.open != "":
		return "**open:** " + r.open
	case r.left != "":
		return "left out: " + r.left
	case r.later != "":
		return r.later
	}
	var tests, stories, clients []string
	for _, p := range r.proofs {
		switch p.kind {
		case ofStory:
			stories = append(stories, "`"+p.name+"`")
		case ofClientStory:
			clients = append(clients, "`"+p.name+"`")
		default:
			tests = append(tests, p.String())
		}
	}
	if stories != nil {
		tests = append(tests, plural("story", "stories", stories))
	}
	if clients != nil {
		tests = append(tests, plural("client story", "client stories", clients))
	}
	return strings.Join(tests, ", ")
}

func plural(one, many string, list []string) string {
	if len(list) > 1 {
		one = many
	}
	return one + " " + strings.Join(list, ", ")
}
